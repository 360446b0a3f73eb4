import type { Sql, Tx } from '../../../db/connect.ts'
import { type Origin, recordEvent } from '../../../events.ts'
import { signal } from '../../../jobs/signals.ts'
import { insertEvaluations } from '../evaluate/evaluation-queries.ts'

/**
 * The numbers that a transaction adds to a job's counters. The same transaction must also write the items and
 * images that are counted.
 */
export type Counted = {
  created?: number
  updated?: number
  skipped?: number
  failed?: number
  /** Items with warnings, whatever their result. */
  warned?: number
  imagesTotal?: number
  imagesFetched?: number
  imagesFailed?: number
}

type OneJob = { id: string }

/** A job with its counters, as recorded in its events. */
type CountedJob = {
  id: string
  status: string
  origin: Origin
  itemsTotal: number
  itemsCreated: number
  itemsUpdated: number
  itemsSkipped: number
  itemsFailed: number
  itemsCancelled: number
  imagesTotal: number
  imagesFetched: number
  imagesFailed: number
  dryRun: boolean
}

/**
 * Adds `counted` to a job's counters. If nothing is left to do, ends the job and records an event. Returns
 * false if the job isn't PROCESSING any more; the caller must then roll back. Because it locks the job's row,
 * call it last in a transaction, unless the transaction began by locking the job.
 */
export async function settleJob(
  tx: Tx,
  vendorId: string,
  { id, counted }: OneJob & { counted: Counted }
): Promise<boolean> {
  const job = await countWork(tx, vendorId, { id, counted })
  if (!job) return false
  if (job.status !== 'PROCESSING') await recordEnd(tx, vendorId, { job, type: 'import_job.completed' })
  return true
}

/**
 * Cancels a job that hasn't ended. Products that were already written remain. Items without a result and
 * images that were not fetched become CANCELLED. Returns undefined if the vendor has no job with this id. If the job
 * had already ended, `cancelled` is false and `status` is the status with which it ended.
 */
export async function cancelJob(
  tx: Tx,
  vendorId: string,
  { id, origin }: OneJob & { origin: Origin }
): Promise<{ cancelled: boolean; status: string } | undefined> {
  const found = await lockToEnd(tx, vendorId, id)
  if (!found) return undefined
  if (!isActive(found.status)) return { cancelled: false, status: found.status }
  const job = await endActiveJob(tx, vendorId, { id, status: 'CANCELLED', error: null })
  await Promise.all([
    cancelImages(tx, vendorId, id),
    deleteDownloads(tx, vendorId, id),
    job && recordEnd(tx, vendorId, { job: { ...job, origin }, type: 'import_job.cancelled' })
  ])
  return { cancelled: true, status: 'CANCELLED' }
}

/** Fails a job. Its items without a result count as failed. `error` is a text for the vendor. */
export async function failJob(
  tx: Tx,
  vendorId: string,
  { id, error }: OneJob & { error: string }
): Promise<void> {
  const found = await lockToEnd(tx, vendorId, id)
  if (!found || !isActive(found.status)) return
  const job = await endActiveJob(tx, vendorId, { id, status: 'FAILED', error })
  await Promise.all([
    cancelImages(tx, vendorId, id),
    deleteDownloads(tx, vendorId, id),
    job && recordEnd(tx, vendorId, { job, type: 'import_job.failed' })
  ])
}

function isActive(status: string): boolean {
  return ['RECEIVING', 'QUEUED', 'PROCESSING'].includes(status)
}

type End = { job: CountedJob; type: `import_job.${'completed' | 'cancelled' | 'failed'}` }

async function recordEnd(tx: Tx, vendorId: string, { job, type }: End): Promise<void> {
  const { id, origin, ...details } = job
  await Promise.all([
    recordEvent(tx, origin, { type, vendorId, subject: { type: 'import_job', id }, details }),
    signal(tx, `import:${id}`),
    // Another queued job of the vendor may start now.
    signal(tx, 'imports')
  ])
}

const counters = `id, status, origin, items_total, items_created, items_updated, items_skipped, items_failed,
  items_cancelled, images_total, images_fetched, images_failed, dry_run`

/**
 * Adds `counted` to a job's counters, and ends the job if all its items and images are counted. Returns the
 * new counters, or undefined if the job isn't PROCESSING any more.
 */
async function countWork(
  tx: Tx,
  vendorId: string,
  { id, counted }: OneJob & { counted: Counted }
): Promise<CountedJob | undefined> {
  const { created = 0, updated = 0, skipped = 0, failed = 0, warned = 0 } = counted
  const { imagesTotal = 0, imagesFetched = 0, imagesFailed = 0 } = counted
  const isDone = tx`(
    j.items_processed + n.created + n.updated + n.skipped + n.failed = j.items_total
    and j.images_fetched + j.images_failed + n.fetched + n.unfetched = j.images_total + n.images)`
  const [job] = await tx<CountedJob[]>`
    update import_jobs j set items_created = j.items_created + n.created, items_updated = j.items_updated + n.updated,
      items_skipped = j.items_skipped + n.skipped, items_failed = j.items_failed + n.failed,
      items_with_warnings = j.items_with_warnings + n.warned, images_total = j.images_total + n.images, images_fetched = j.images_fetched + n.fetched,
      images_failed = j.images_failed + n.unfetched,
      status = case when not ${isDone} then j.status
        when j.items_failed + n.failed > 0 then 'COMPLETED_WITH_ERRORS' else 'COMPLETED' end,
      finished_at = case when ${isDone} then clock_timestamp() end
    from (values (${created}::int, ${updated}::int, ${skipped}::int, ${failed}::int, ${warned}::int, ${imagesTotal}::int,
      ${imagesFetched}::int, ${imagesFailed}::int)) as n (created, updated, skipped, failed, warned, images, fetched,
      unfetched)
    where j.vendor_id = ${vendorId} and j.id = ${id} and j.status = 'PROCESSING'
    returning ${tx.unsafe(counters)}`
  return job
}

/**
 * Locks a job before it is ended. Deletes the job's downloads before it locks the job, because a transaction
 * that settles a download also locks the download before the job. The opposite order could cause a deadlock.
 */
async function lockToEnd(tx: Tx, vendorId: string, id: string): Promise<{ status: string } | undefined> {
  const [, found] = await Promise.all([deleteDownloads(tx, vendorId, id), lockJob(tx, vendorId, id)])
  return found
}

async function lockJob(tx: Tx, vendorId: string, id: string): Promise<{ status: string } | undefined> {
  const [job] = await tx<{ status: string }[]>`
    select status from import_jobs where vendor_id = ${vendorId} and id = ${id} for no key update`
  return job
}

/** Ends a locked job. Its remaining items count as cancelled or as failed. */
async function endActiveJob(
  tx: Tx,
  vendorId: string,
  { id, status, error }: OneJob & { status: 'CANCELLED' | 'FAILED'; error: string | null }
): Promise<CountedJob | undefined> {
  const [job] = await tx<CountedJob[]>`
    update import_jobs set status = ${status}, error = ${error}, finished_at = clock_timestamp(),
      items_cancelled = items_cancelled + case ${status} when 'CANCELLED' then items_total - items_processed else 0 end,
      items_failed = items_failed + case ${status} when 'FAILED' then items_total - items_processed else 0 end
    where vendor_id = ${vendorId} and id = ${id}
    returning ${tx.unsafe(counters)}`
  return job
}

/**
 * Cancels the images that a job hasn't fetched. The images of their products are final now, so a worker evaluates the
 * approval rules on these products. There can be 100,000, which are too many for one transaction.
 */
async function cancelImages(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`
    with cancelled as (
      update import_images set status = 'CANCELLED'
      where vendor_id = ${vendorId} and job_id = ${id} and status = 'PENDING'
      returning product_id
    )
    ${insertEvaluations(tx, vendorId, { jobId: id, productIds: tx`select product_id from cancelled` })}`
}

async function deleteDownloads(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`delete from import_downloads where vendor_id = ${vendorId} and job_id = ${id}`
}

/** Returns the ids of at most `limit` jobs that ended more than 90 days ago, oldest first. */
export async function listOldJobs(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from import_jobs
    where created_at < now() - interval '90 days' and finished_at < now() - interval '90 days'
      and status in ('COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED')
    order by created_at limit ${limit}`
  return rows.map(({ id }) => id)
}

type Part = 'import_results' | 'import_images' | 'import_downloads' | 'import_chunks'

/**
 * Deletes at most `limit` rows of a job from the table `part`, and returns the number of deleted rows. The
 * job can belong to any vendor.
 */
export async function deletePart(
  sql: Sql,
  { id, part, limit }: OneJob & { part: Part; limit: number }
): Promise<number> {
  const { count } = await sql`
    delete from ${sql(part)}
    where ctid = any(array(select ctid from ${sql(part)} where job_id = ${id} limit ${limit}))`
  return count
}

/** Deletes the row of a job. The rows of other tables that belong to the job must already be deleted. */
export async function deleteJob(sql: Sql, id: string): Promise<void> {
  await sql`delete from import_jobs where id = ${id}`
}

/** The maximum number of jobs of a vendor that run at the same time. Further jobs remain QUEUED. */
const maxRunning = 5

/** The job that a worker processes next. */
export type Turn = { id: string; vendorId: string }

/**
 * Returns the next job to process, except those in `skippedIds`, or undefined if there is none. Vendors take
 * turns, and so do the jobs of a vendor. Starts a QUEUED job if fewer than `maxRunning` jobs of its vendor
 * are running.
 */
export async function takeTurn(sql: Sql, skippedIds: string[]): Promise<Turn | undefined> {
  const [turn] = await sql<Turn[]>`
    select id, vendor_id from take_import_turn(${skippedIds}::uuid[], ${maxRunning}::integer)`
  return turn
}
