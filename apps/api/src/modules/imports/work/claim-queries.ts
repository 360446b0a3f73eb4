import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { Chunk } from './chunk-queries.ts'

/**
 * The next items of a stored chunk that is not done: all of its items, or the next part of them. `failures` is the
 * number of earlier attempts at these items that have not succeeded. `isPart` is true if the chunk is processed
 * in parts.
 */
export type OpenChunk = Omit<Chunk, 'lastPosition' | 'claim'> & { failures: number; isPart: boolean }

/** The stored chunks of a claimed chunk. */
export type Claimed = Pick<Chunk, 'jobId' | 'position' | 'lastPosition' | 'claim'>

/**
 * Locks at most `limit` open chunks of a PROCESSING job, in their order, and returns them. Skips chunks that other
 * workers have locked or claimed. If `isRetry` is true, returns the chunks that have failed before or that are
 * processed in parts, otherwise all others.
 */
export async function lockOpenChunks(
  tx: Tx,
  vendorId: string,
  { jobId, limit, isRetry }: { jobId: string; limit: number; isRetry: boolean }
): Promise<OpenChunk[]> {
  return await tx<OpenChunk[]>`
    select c.job_id, c.position, c.first_index + c.processed as first_index,
      least(c.part_items, c.item_count - c.processed) as item_count, c.failures,
      c.part_items is not null or c.processed > 0 as is_part, j.dry_run, j.on_existing, j.origin
    from import_chunks c join import_jobs j on j.id = c.job_id
    where j.vendor_id = ${vendorId} and j.id = ${jobId} and j.status = 'PROCESSING' and c.done_at is null
      and c.claimed_until <= clock_timestamp()
      and (c.failures > 0 or c.part_items is not null or c.processed > 0) = ${isRetry}
    order by c.position limit ${limit}
    for update of c skip locked`
}

/**
 * Claims chunks for an attempt, and counts the attempt. Other workers leave the chunks to the attempt for two
 * seconds: the time between this transaction and the one that processes the chunks. If the transaction that
 * processes them begins later, another worker may have claimed them. The commit isn't synchronous: if it is lost
 * in a crash, so is the attempt.
 */
export async function claimChunks(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, claim }: Claimed
): Promise<void> {
  await tx`
    update import_chunks set claim = ${claim}, claimed_until = clock_timestamp() + interval '2 seconds',
      failures = failures + 1
    from (select set_config('synchronous_commit', 'off', true)) as s
    where vendor_id = ${vendorId} and job_id = ${jobId} and position between ${position} and ${lastPosition}`
}

/**
 * Locks claimed chunks. Returns false if the job isn't PROCESSING any more, or if another worker has claimed one of
 * the chunks.
 */
export async function lockClaimedChunks(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, claim }: Claimed
): Promise<boolean> {
  const { count } = await tx`
    select from import_chunks c join import_jobs j on j.id = c.job_id
    where j.vendor_id = ${vendorId} and j.id = ${jobId} and j.status = 'PROCESSING' and c.done_at is null
      and c.position between ${position} and ${lastPosition} and c.claim = ${claim}
    for update of c skip locked`
  return count === lastPosition - position + 1
}

/** Ends a claim after an attempt that has not succeeded. The attempt is counted, unless `isCounted` is false. */
export async function releaseClaim(
  sql: Sql,
  vendorId: string,
  { jobId, position, lastPosition, claim, isCounted }: Claimed & { isCounted: boolean }
): Promise<void> {
  await sql`
    update import_chunks set claim = null, claimed_until = '-infinity',
      failures = greatest(failures - ${isCounted ? 0 : 1}, 0)
    where vendor_id = ${vendorId} and job_id = ${jobId} and position between ${position} and ${lastPosition}
      and claim = ${claim} and done_at is null`
}

/** Sets the maximum number of items of the next attempts at a locked chunk, and counts these attempts from 0. */
export async function limitPart(
  tx: Tx,
  vendorId: string,
  { jobId, position, itemCount }: Pick<Chunk, 'jobId' | 'position' | 'itemCount'>
): Promise<void> {
  await tx`
    update import_chunks set part_items = ${itemCount}, failures = 0
    where vendor_id = ${vendorId} and job_id = ${jobId} and position = ${position}`
}

/**
 * Marks the items of a locked chunk as processed. If all items of a stored chunk are processed, marks it as done
 * and deletes its prepared items; the submitted items remain. If `isolated` is true, the next attempt is made with
 * all other items of the chunk.
 */
export async function finishItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, itemCount, isolated = false }: Chunk & { isolated?: boolean }
): Promise<void> {
  await tx`
    update import_chunks c set processed = n.processed, failures = 0, claim = null, claimed_until = '-infinity',
      part_items = case when ${isolated} then null else c.part_items end,
      done_at = case when n.processed = o.item_count then clock_timestamp() end,
      prepared = case when n.processed < o.item_count then c.prepared end
    from import_chunks o
      cross join lateral (select least(o.item_count, ${firstIndex + itemCount}::int - o.first_index) as processed) n
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and o.job_id = c.job_id and o.position = c.position`
}

/** The error of an item that could not be processed. */
export const processingFailed: ItemFault = {
  code: 'PROCESSING_FAILED',
  field: null,
  message:
    'could not be processed in several attempts; retry the failed items of this import job, and if the item fails ' +
    'again, send it with fewer variants, documents or images'
}

/** Returns how many items of a job could not be processed. */
export async function countUnprocessable(handle: Handle, vendorId: string, jobId: string): Promise<number> {
  const [row] = await handle<{ count: number }[]>`
    select count(*)::int from import_results
    where vendor_id = ${vendorId} and job_id = ${jobId} and status = 'FAILED'
      and errors @> ${handle.json([{ code: processingFailed.code }])}`
  return row?.count ?? 0
}
