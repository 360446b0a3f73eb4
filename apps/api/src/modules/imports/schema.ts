import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import { named, nullable, oneOf, ref, Timestamp, Uuid } from '../../http/schema.ts'

export const JobStatus = oneOf(
  ['RECEIVING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED'],
  { description: 'COMPLETED_WITH_ERRORS: some item failed. FAILED: the job itself could not run.' }
)
export type JobStatus = Static<typeof JobStatus>

/** What a job ends in; nothing of it changes any more. */
export const endStatuses: readonly string[] = [
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'CANCELLED',
  'FAILED'
] satisfies JobStatus[]

export const ItemStatus = oneOf(['PENDING', 'CREATED', 'UPDATED', 'SKIPPED', 'FAILED', 'CANCELLED'])
export type ItemStatus = Static<typeof ItemStatus>

/** A bulk upload and how far it is. Once it has ended, everything that it created can be read. */
export const ImportJob = named(
  'ImportJob',
  Type.Object({
    queue_id: Uuid,
    type: oneOf(['BULK_UPLOAD']),
    status: JobStatus,
    dry_run: Type.Boolean({ description: 'Nothing was written: the counters say what would have been' }),
    source: oneOf(['JSON', 'NDJSON', 'RETRY']),
    items_total: Type.Integer(),
    items_processed: Type.Integer({ description: 'created + updated + skipped + failed + cancelled' }),
    items_created: Type.Integer(),
    items_updated: Type.Integer(),
    items_skipped: Type.Integer(),
    items_failed: Type.Integer(),
    items_cancelled: Type.Integer(),
    images_total: Type.Integer(),
    images_fetched: Type.Integer(),
    images_failed: Type.Integer(),
    retry_of: nullable(Type.String({ format: 'uuid', description: 'The job whose failed items these are' })),
    created_by: nullable(Type.String({ description: 'The name of the user or API token' })),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    error: nullable(Type.String({ description: 'Why the job is FAILED' }))
  })
)
export type ImportJob = Static<typeof ImportJob>

export const ImportJobPage = pageSchema('ImportJobPage', 'jobs', ImportJob)
export type ImportJobPage = Static<typeof ImportJobPage>

const ImportItemFault = named(
  'ImportItemFault',
  Type.Object({
    code: Type.String({ examples: ['TOO_LONG'] }),
    field: nullable(
      Type.String({ description: 'The field of the item; null: all of it', examples: ['code'] })
    ),
    message: Type.String({ examples: ['must have at most 28 characters'] })
  })
)

const ImportItem = named(
  'ImportItem',
  Type.Object({
    index: Type.Integer({ description: 'Its index in the upload, from 0' }),
    code: nullable(Type.String({ description: 'Null where the item has none that can be read' })),
    status: ItemStatus,
    product_id: nullable(Type.String({ format: 'uuid', description: 'Of a SKU that is taken: its product' })),
    errors: Type.Array(ref(ImportItemFault)),
    warnings: Type.Array(ref(ImportItemFault)),
    images: Type.Array(
      Type.Object({
        url: Type.String(),
        status: oneOf(['PENDING', 'FETCHED', 'FAILED', 'CANCELLED']),
        error: nullable(Type.String({ description: 'A code: why it FAILED', examples: ['COULD_NOT_FETCH'] }))
      })
    )
  })
)

export const ImportItemPage = pageSchema('ImportItemPage', 'items', ImportItem, {})
export type ImportItemPage = Static<typeof ImportItemPage>

/** The submitted fields of an item and what became of it; fields that begin with `_` are ignored when sent again. */
const ImportReport = named(
  'ImportReport',
  Type.Object({
    items: Type.Array(
      Type.Object(
        {
          _line: Type.Optional(
            Type.String({ description: 'A line that was no JSON object, in place of fields' })
          ),
          _index: Type.Integer(),
          _status: ItemStatus,
          _product_id: nullable(Uuid),
          _errors: Type.Array(ref(ImportItemFault))
        },
        { additionalProperties: true }
      )
    )
  })
)
type ImportReport = Static<typeof ImportReport>

const reported: ImportReport['items'][number] & Record<string, unknown> = {
  product: 'Hex bolt M8 x 40',
  code: 'HB-M8-40',
  vendor_price: 0.42,
  commodity_code: '31161501-31161501-31161501-31',
  _index: 17,
  _status: 'FAILED',
  _product_id: null,
  _errors: [{ code: 'TOO_LONG', field: 'commodity_code', message: 'must have at most 28 characters' }]
}

/** The report in its three forms. */
export const reportContent = {
  'application/json': { schema: ref(ImportReport), example: { items: [reported] } },
  'application/x-ndjson': { schema: { type: 'string' }, example: `${JSON.stringify(reported)}\n` },
  'text/csv': { schema: { type: 'string' } }
}

/** The path parameter of one job. */
export const jobParams = Type.Object({
  queue_id: Type.String({ format: 'uuid', description: "The import job's id" })
})
