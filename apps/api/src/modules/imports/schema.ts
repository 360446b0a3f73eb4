import { type Static, Type } from 'typebox'
import { fetchReasons } from '../../fetching/fetch-failure.ts'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { idFilter, named, nullable, oneOf, ref, Timestamp, timeFilter, Uuid } from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { onExistingValues } from '../bulk-items/read-items.ts'
import { sentWorkbook } from '../bulk-items/workbook/workbook-types.ts'

/** The status of a job (contract 4.11). */
export const JobStatus = oneOf(
  enumeration(
    'ImportJobStatus',
    ['RECEIVING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED'],
    'COMPLETED_WITH_ERRORS: at least one item failed. FAILED: the service could not finish the job.'
  )
)
export type JobStatus = Static<typeof JobStatus>

/** The final statuses of a job. A job with one of these statuses doesn't change any more. */
export const endStatuses: readonly string[] = [
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'CANCELLED',
  'FAILED'
] satisfies JobStatus[]

/** The status of an item of a job (contract 4.11). */
export const ItemStatus = oneOf(
  enumeration(
    'ImportItemStatus',
    ['PENDING', 'CREATED', 'UPDATED', 'SKIPPED', 'FAILED', 'CANCELLED'],
    'The status of an item of an import job'
  )
)
export type ItemStatus = Static<typeof ItemStatus>

const sources = enumeration(
  'ImportJobSource',
  ['JSON', 'NDJSON', 'WORKBOOK', 'RETRY'],
  'The form in which the items were sent. RETRY: they are the failed items of another job.'
)

/**
 * A bulk upload and its progress. A job ends only after all products that it creates are visible in the API.
 */
export const ImportJob = named(
  'ImportJob',
  Type.Object({
    queue_id: Uuid,
    type: oneOf(['BULK_UPLOAD']),
    status: JobStatus,
    dry_run: Type.Boolean({
      description:
        'If true, no products are written; the counters show what an upload would do, and the items what would change'
    }),
    on_existing: oneOf(onExistingValues, { description: 'How items whose SKU already exists are treated' }),
    source: oneOf(sources),
    file_name: nullable(
      Type.String({
        description: 'The name of the file, if it was sent with the upload',
        examples: ['prices.csv']
      })
    ),
    items_total: Type.Integer(),
    items_processed: Type.Integer({ description: 'created + updated + skipped + failed + cancelled' }),
    items_created: Type.Integer(),
    items_updated: Type.Integer(),
    items_skipped: Type.Integer(),
    items_failed: Type.Integer(),
    items_cancelled: Type.Integer(),
    items_with_warnings: Type.Integer({
      description:
        'The number of items, whatever their status, with warnings about their values. Images that could not be ' +
        'fetched are counted in images_failed.'
    }),
    images_total: Type.Integer(),
    images_fetched: Type.Integer(),
    images_failed: Type.Integer(),
    retry_of: nullable(
      Type.String({
        format: 'uuid',
        description: 'The id of the job whose failed items are retried or corrected'
      })
    ),
    created_by: nullable(Type.String({ description: 'The name of the user or API token' })),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    error: nullable(Type.String({ description: 'The reason why the job is FAILED' }))
  }),
  'An import job'
)
export type ImportJob = Static<typeof ImportJob>

export const ImportJobPage = pageSchema('ImportJobPage', 'jobs', ImportJob)
export type ImportJobPage = Static<typeof ImportJobPage>

export const ImportJobQuery = pagingQuery({
  status: Type.Optional(JobStatus),
  needsRetry: Type.Optional(
    Type.Boolean({
      description:
        'True for jobs that have ended with failed items and have been neither retried nor corrected by an upload with ' +
        '`retry_of`, false for others. ' +
        'Dry runs never need a retry.'
    })
  )
})

/** An import job as the operator sees it. */
export const PlatformImportJob = named(
  'PlatformImportJob',
  Type.Object({
    ...ImportJob.properties,
    vendor_id: Uuid,
    vendor_name: Type.String({ examples: ['Acme Tools'] })
  }),
  'An import job of a vendor'
)
export type PlatformImportJob = Static<typeof PlatformImportJob>

export const PlatformImportJobPage = pageSchema('PlatformImportJobPage', 'jobs', PlatformImportJob)
export type PlatformImportJobPage = Static<typeof PlatformImportJobPage>

/** The filters of the operator's list of import jobs. */
const platformJobFilters = {
  vendorId: idFilter('Only jobs of this vendor'),
  status: Type.Optional(JobStatus),
  createdAfter: timeFilter('Jobs created after this time'),
  createdBefore: timeFilter('Jobs created before this time')
}
export type PlatformJobFilters = {
  [name in keyof typeof platformJobFilters]?: Static<(typeof platformJobFilters)[name]> | undefined
}
export const PlatformImportJobQuery = pagingQuery(platformJobFilters)

const ImportItemFault = named(
  'ImportItemFault',
  Type.Object({
    code: Type.String({ examples: ['TOO_LONG'] }),
    field: nullable(
      Type.String({
        description:
          "The item's field, or null if the error concerns the whole item. The field of a value within a list is a " +
          'path, such as `variants/0/sku`.',
        examples: ['code']
      })
    ),
    message: Type.String({ examples: ['must have at most 28 characters'] }),
    cell: Type.Optional(
      Type.String({
        description:
          'The cell of the workbook. If the error concerns no column, the cell of the SKU in the row of the item or variant.',
        examples: ['D17']
      })
    )
  }),
  'An error or warning of an item of a bulk upload'
)

const changedValue = (description: string) => Type.Unknown({ description })

const ImportItemChange = named(
  'ImportItemChange',
  Type.Object({
    field: Type.String({
      description:
        'The field of the item. For an item with `variants`, a field of the product or of a variant, or CREATED if the ' +
        'variant is new. `documents` means that the documents change; their values are not listed.',
      examples: ['vendor_price']
    }),
    variant_sku: nullable(
      Type.String({
        description:
          'The SKU of the variant to which the field belongs, or null if it belongs to the product or to a flat item'
      })
    ),
    old: changedValue(
      'The present value, in the form of the history of a product, or null. If an edit of a text waits for approval, it ' +
        'is the edited value.'
    ),
    new: changedValue(
      'The value after an upload, or null. Lists of categories, collections, tags and facet values are lists of ids. ' +
        'Another product may have a new slug already; it then gets a numeric suffix.'
    ),
    needs_approval: Type.Boolean({
      description: 'True if the product is live and the new value would wait for approval'
    }),
    is_shortened: Type.Boolean({
      description:
        'True if one of the values has more than 1,000 characters. Both are then strings with the part of the text, or ' +
        'of the JSON text, around the first difference. `…` replaces the rest.'
    })
  }),
  'What an upload would change in one field of a product'
)

const ImportItem = named(
  'ImportItem',
  Type.Object({
    index: Type.Integer({ description: 'The index of the item in the upload, from 0' }),
    code: nullable(
      Type.String({ description: 'The SKU of the item (`code` or `sku`), or null if it has no valid SKU' })
    ),
    status: ItemStatus,
    product_id: nullable(
      Type.String({
        format: 'uuid',
        description: 'The product that was created or updated, or the existing product with the same SKU'
      })
    ),
    errors: Type.Array(ref(ImportItemFault)),
    warnings: Type.Array(ref(ImportItemFault), {
      description:
        'What may be wrong with values that were accepted, such as a UPC with a wrong check digit (INVALID_UPC), and ' +
        'the images that could not be added'
    }),
    images: Type.Array(
      Type.Object({
        url: Type.String(),
        status: oneOf(['PENDING', 'FETCHED', 'FAILED', 'CANCELLED']),
        error: nullable(
          Type.String({ description: 'The error code of a FAILED image', examples: ['COULD_NOT_FETCH'] })
        ),
        reason: nullable(
          oneOf(fetchReasons, {
            description: 'For COULD_NOT_FETCH: what happened. Null if it is not known.'
          })
        ),
        message: nullable(
          Type.String({
            description: 'For a FAILED image: what happened, and what you can do',
            examples: ['the host has responded with 404 Not Found']
          })
        )
      })
    ),
    changes: nullable(
      Type.Array(ref(ImportItemChange), {
        description:
          'Only in a dry run: what the item would change in the existing product, up to 100 changes. Empty if nothing ' +
          'would change. Null if the item would not update a product. Images are not compared.'
      })
    ),
    change_count: nullable(
      Type.Integer({
        description: 'The number of all changes, which can be more than `changes` lists, or null'
      })
    )
  }),
  'An item of a bulk upload and its result'
)

const itemStatus = Type.Optional(
  Type.Unsafe<ItemStatus>({ ...ItemStatus, description: 'Items with this status' })
)

/** The query of the list of items. */
export const ImportItemQuery = pagingQuery({
  status: itemStatus,
  hasWarnings: Type.Optional(
    Type.Unsafe<true>({
      type: 'boolean',
      enum: [true],
      description: 'Only items with warnings about their values, not about their images'
    })
  )
})
export type ImportItemQuery = Static<typeof ImportItemQuery>

export const ImportReportQuery = Type.Object({ status: itemStatus }, { additionalProperties: false })

export const ImportItemPage = pageSchema('ImportItemPage', 'items', ImportItem, {})
export type ImportItemPage = Static<typeof ImportItemPage>

/**
 * A report: the submitted fields of each item, and its result in fields whose names begin with `_`. If the
 * report is uploaded again, the upload ignores these fields.
 */
const ImportReport = named(
  'ImportReport',
  Type.Object({
    items: Type.Array(
      Type.Object(
        {
          _line: Type.Optional(
            Type.String({ description: "The submitted line, if it wasn't a JSON object" })
          ),
          _index: Type.Integer(),
          _status: ItemStatus,
          _product_id: nullable(Uuid),
          _errors: Type.Array(ref(ImportItemFault)),
          _warnings: Type.Optional(
            Type.Array(ref(ImportItemFault), {
              description: 'Only if there are warnings about the values of the item'
            })
          )
        },
        { additionalProperties: true }
      )
    )
  }),
  'The submitted items of a bulk upload with their results, which can be uploaded again'
)
type ImportReport = Static<typeof ImportReport>

const exampleItem: ImportReport['items'][number] & Record<string, unknown> = {
  product: 'Hex bolt M8 x 40',
  code: 'HB-M8-40',
  vendor_price: 0.42,
  commodity_code: '31161501-31161501-31161501-31',
  _index: 17,
  _status: 'FAILED',
  _product_id: null,
  _errors: [{ code: 'TOO_LONG', field: 'commodity_code', message: 'must have at most 28 characters' }]
}

/** The OpenAPI description of the report in its formats. */
export const reportContent = {
  'application/json': { schema: ref(ImportReport), example: { items: [exampleItem] } },
  'application/x-ndjson': { schema: { type: 'string' }, example: `${JSON.stringify(exampleItem)}\n` },
  'text/csv': { schema: { type: 'string' } },
  ...sentWorkbook
}

/** The path parameters of one job. */
export const jobParams = Type.Object({
  queue_id: Type.String({ format: 'uuid', description: 'The id of the import job' })
})
