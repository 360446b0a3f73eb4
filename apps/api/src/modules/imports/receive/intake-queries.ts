import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { BulkOptions } from '../../bulk-items/read-items.ts'
import type { TermIds } from '../../products/fields/terms.ts'

/**
 * Allows only one transaction at a time to add a job for this vendor, so that concurrent uploads can't exceed
 * the limit of unfinished jobs. Other transactions that call this function for the vendor wait until this
 * transaction ends.
 */
export async function lockJobSlots(tx: Tx, vendorId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`import_jobs\n${vendorId}`}, 2))`
}

type NewUpload = {
  id: string
  source: 'JSON' | 'NDJSON' | 'WORKBOOK' | 'RETRY'
  errorPolicy: BulkOptions['errorPolicy']
  retryOf: string | null
  fileName: string | null
  origin: Origin
  /** The maximum number of unfinished jobs of the vendor, including the new job. */
  maxJobs: number
}

/**
 * Inserts a job with status RECEIVING. Returns false if the vendor already has `maxJobs` unfinished jobs.
 * Call `lockJobSlots` first.
 */
export async function insertUpload(tx: Tx, vendorId: string, upload: NewUpload): Promise<boolean> {
  const { count } = await tx`
    insert into import_jobs (id, vendor_id, status, source, error_policy, retry_of, file_name, origin)
    select ${upload.id}, ${vendorId}, 'RECEIVING', ${upload.source}, ${upload.errorPolicy}, ${upload.retryOf},
      ${upload.fileName}, ${tx.json(upload.origin)}
    where (select count(*) from import_jobs
      where vendor_id = ${vendorId} and status in ('RECEIVING', 'QUEUED', 'PROCESSING')) < ${upload.maxJobs}`
  return count === 1
}

/**
 * A chunk to store. `submitted` has one line per item, and `prepared` is a JSON array with one entry per
 * item.
 */
export type NewChunk = {
  jobId: string
  position: number
  firstIndex: number
  count: number
  submitted: string
  prepared: string
  /** The JSON text of the `SheetCells` of the items, if they come from a workbook. */
  cells?: string | undefined
}

/** Stores a chunk and updates the job's `received_at`. Returns false if the job isn't RECEIVING any more. */
export async function insertChunk(sql: Sql, vendorId: string, chunk: NewChunk): Promise<boolean> {
  const { count } = await sql`
    /* background */ with alive as (
      update import_jobs set received_at = now()
      where vendor_id = ${vendorId} and id = ${chunk.jobId} and status = 'RECEIVING'
      returning id
    )
    insert into import_chunks (job_id, position, vendor_id, first_index, item_count, submitted, prepared, cells)
    select id, ${chunk.position}, ${vendorId}, ${chunk.firstIndex}, ${chunk.count}, ${chunk.submitted},
      ${chunk.prepared}::text::jsonb, ${chunk.cells ?? null}::text::jsonb
    from alive`
  return count === 1
}

/** Updates the job's `received_at`, so that a slow upload isn't deleted as abandoned. */
export async function touchUpload(sql: Sql, vendorId: string, id: string): Promise<void> {
  await sql`
    update import_jobs set received_at = now()
    where vendor_id = ${vendorId} and id = ${id} and status = 'RECEIVING'`
}

/** Queues a job whose items are all stored. Returns false if the job isn't RECEIVING any more. */
export async function queueJob(
  tx: Tx,
  vendorId: string,
  { id, itemsTotal, options }: { id: string; itemsTotal: number; options: BulkOptions }
): Promise<boolean> {
  const { count } = await tx`
    update import_jobs set status = 'QUEUED', items_total = ${itemsTotal}, dry_run = ${options.dryRun},
      on_existing = ${options.onExisting}, error_policy = ${options.errorPolicy}, received_at = now()
    where vendor_id = ${vendorId} and id = ${id} and status = 'RECEIVING'`
  return count === 1
}

/** Deletes a job that is still RECEIVING, with its chunks. */
export async function deleteUpload(handle: Handle, vendorId: string, id: string): Promise<void> {
  await handle`delete from import_jobs where vendor_id = ${vendorId} and id = ${id} and status = 'RECEIVING'`
}

/**
 * Deletes the chunks of a job that was cancelled while it was RECEIVING. The chunks aren't needed, because
 * lists and reports show no items of such a job.
 */
export async function deleteCancelledChunks(handle: Handle, vendorId: string, id: string): Promise<void> {
  await handle`
    delete from import_chunks c using import_jobs j
    where c.job_id = j.id and j.vendor_id = ${vendorId} and j.id = ${id} and j.status = 'CANCELLED' and j.items_total = 0`
}

/**
 * Deletes jobs of all vendors that are RECEIVING but were not updated for 2 minutes. The process that
 * received such a job must have ended, because otherwise it would have updated the job.
 */
export async function deleteAbandonedUploads(sql: Sql): Promise<void> {
  await sql`delete from import_jobs where status = 'RECEIVING' and received_at < now() - interval '2 minutes'`
}

/** Returns the given ids for which no category, collection, tag or facet value exists. */
export async function listUnknownTerms(handle: Handle, ids: TermIds): Promise<TermIds> {
  const [unknown] = await handle<TermIds[]>`
    select
      array(select id::text from unnest(${ids.categoryIds}::uuid[]) as sent (id)
        where not exists (select from categories t where t.id = sent.id)) as category_ids,
      array(select id::text from unnest(${ids.collectionIds}::uuid[]) as sent (id)
        where not exists (select from collections t where t.id = sent.id)) as collection_ids,
      array(select id::text from unnest(${ids.tagIds}::uuid[]) as sent (id)
        where not exists (select from tags t where t.id = sent.id)) as tag_ids,
      array(select id::text from unnest(${ids.facetValueIds}::uuid[]) as sent (id)
        where not exists (select from facet_values t where t.id = sent.id)) as facet_value_ids`
  return unknown ?? ids
}
