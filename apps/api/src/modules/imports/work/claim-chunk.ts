import type { Sql, Tx } from '../../../db/connect.ts'
import { isOutage, isRace, LostRace } from '../../../db/races.ts'
import { newId } from '../../../lib/ids.ts'
import { deriveSlug } from '../../../lib/slug.ts'
import { failedJobs, importItems } from '../../../metrics/jobs.ts'
import { type Chunk, insertResults, listNewItems, prepareTransaction, resolveItems } from './chunk-queries.ts'
import { chunkItems, joinChunks } from './chunks.ts'
import {
  claimChunks,
  countUnprocessable,
  finishItems,
  limitPart,
  lockClaimedChunks,
  lockOpenChunks,
  processingFailed
} from './claim-queries.ts'
import { failJob, settleJob, type Turn } from './job-queries.ts'

/**
 * The numbers of attempts after which several items are processed in smaller parts, and after which a single item
 * fails. An attempt counts if the items may be the reason why it didn't succeed, or if its worker was lost. A
 * smaller part costs little, so the first number is low. A single item of an upload with many items fails only
 * after more than 15 attempts at it, and one that was uploaded alone after five: so many workers aren't killed
 * during the same item without a reason in the item.
 */
const maxAttempts = { several: 2, single: 5 }

/**
 * The number of items that could not be processed after which the job fails. So many of them have another reason
 * than the items, and to find each one takes minutes.
 */
const maxUnprocessable = 10

/** A chunk that was claimed, and the slugs that its new products should get. */
export type ClaimedChunk = { chunk: Chunk; bases: string[] }

/**
 * Claims the next open chunks of a job, in a transaction of its own: up to `maxItems` items, but at least one
 * chunk. Counts the attempt before it begins, because the transaction of an attempt that fails leaves no trace. If
 * too many attempts at the items have not succeeded, the next attempt is made with half of them. If only one item
 * is left, its result becomes FAILED, and the function returns FAILED. Returns undefined if no open chunk is left,
 * or if other workers have claimed all of them.
 */
export async function claimChunk(
  sql: Sql,
  turn: Turn,
  limits: Limits
): Promise<ClaimedChunk | 'FAILED' | undefined> {
  const found = await sql.begin((tx) => claimNext(tx, turn, limits))
  if (!found || 'bases' in found) return found
  await failItem(sql, turn.vendorId, { chunk: found, timeoutMs: limits.timeoutMs })
  return 'FAILED'
}

type Limits = { maxItems: number; timeoutMs: number }

/** Claims the next chunk. If it is a single item that fails now, returns only the chunk. */
async function claimNext(
  tx: Tx,
  { id, vendorId }: Turn,
  { maxItems, timeoutMs }: Limits
): Promise<ClaimedChunk | Chunk | undefined> {
  const limit = Math.ceil(maxItems / chunkItems)
  const [, open] = await Promise.all([
    prepareTransaction(tx, timeoutMs),
    lockOpenChunks(tx, vendorId, { jobId: id, limit, isRetry: false })
  ])
  // Chunks that have failed are processed last, so that they don't hold up the others.
  const found =
    open.length > 0 ? open : await lockOpenChunks(tx, vendorId, { jobId: id, limit: 1, isRetry: true })
  const next = joinChunks(found, maxItems)
  if (!next) return undefined
  const { failures, ...joined } = next
  const chunk = { ...joined, claim: newId() }
  if (chunk.itemCount === 1 && failures >= maxAttempts.single) {
    await claimChunks(tx, vendorId, chunk)
    return chunk
  }
  return claim(tx, vendorId, { chunk, failures })
}

async function claim(
  tx: Tx,
  vendorId: string,
  { chunk, failures }: { chunk: Chunk; failures: number }
): Promise<ClaimedChunk> {
  if (chunk.itemCount > 1 && failures >= maxAttempts.several) {
    chunk.itemCount = Math.ceil(chunk.itemCount / 2)
    await limitPart(tx, vendorId, chunk)
  }
  const [, items] = await Promise.all([
    claimChunks(tx, vendorId, chunk),
    chunk.dryRun ? [] : listNewItems(tx, vendorId, chunk)
  ])
  return { chunk, bases: items.flatMap(baseOf) }
}

/**
 * Returns the slug that the product of an item should get, or an empty array if it is derived from the id of the
 * product, which doesn't have one yet.
 */
function baseOf({ slug, name, sku }: { slug: string | null; name: string; sku: string }): string[] {
  const base = slug ?? deriveSlug(name, sku, '')
  return base === deriveSlug('', '', '') ? [] : [base]
}

/**
 * Stores the result FAILED for a claimed item. If too many items of the job could not be processed, or if the result
 * can't be stored, fails the job instead, so that every job ends. Does nothing if another worker has claimed the
 * item since, or if the job has ended.
 */
async function failItem(
  sql: Sql,
  vendorId: string,
  { chunk, timeoutMs }: { chunk: Chunk; timeoutMs: number }
): Promise<void> {
  const { jobId, firstIndex } = chunk
  if ((await countUnprocessable(sql, vendorId, jobId)) < maxUnprocessable) {
    try {
      await sql.begin(async (tx) => {
        await prepareTransaction(tx, timeoutMs)
        await storeFailure(tx, vendorId, chunk)
      })
      return importItems.inc({ result: 'failed' })
    } catch (error) {
      if (error instanceof LostRace) return
      if (isRace(error) || isOutage(error)) throw error
    }
  }
  const error =
    `The service failed to process the items from index ${firstIndex} on. The items are not the cause. ` +
    'Retry the failed items of this import job later.'
  await sql.begin((tx) => failJob(tx, vendorId, { id: jobId, error }))
  failedJobs.inc()
}

async function storeFailure(tx: Tx, vendorId: string, chunk: Chunk): Promise<void> {
  if (!(await lockClaimedChunks(tx, vendorId, chunk))) throw new LostRace()
  const items = await resolveItems(tx, vendorId, chunk)
  const results = items.map(({ indexInChunk, sku }) => ({
    ...{ indexInChunk, code: sku, productId: null },
    ...{ status: 'FAILED' as const, errors: [processingFailed] }
  }))
  const [, , isRunning] = await Promise.all([
    insertResults(tx, vendorId, { ...chunk, results }),
    finishItems(tx, vendorId, { ...chunk, isolated: true }),
    settleJob(tx, vendorId, { id: chunk.jobId, counted: { failed: results.length } })
  ])
  if (!isRunning) throw new LostRace()
}
