import type { Sql, Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { databaseNow } from '../../../lib/clock.ts'
import { readTrace, runInTrace } from '../../../lib/trace.ts'
import { importItems } from '../../../metrics/jobs.ts'
import type { RuleDeps } from '../../products/approval/apply-rules.ts'
import { isEvaluated } from '../../products/approval/read-after-rules.ts'
import { type DefinitionCache, definitionCache } from '../../products/attributes/definition-cache.ts'
import type { AttributeDefinitions } from '../../products/attributes/definitions.ts'
import { withReservedSlugs } from '../../products/update-product.ts'
import { type ReservedSlugs, withSlugs } from '../../products/write/slugs.ts'
import { lockTerms } from '../../products/write/term-queries.ts'
import { writeChanges } from '../../products/write/write-changes.ts'
import { evaluateProducts } from '../evaluate/evaluate-products.ts'
import {
  type Chunk,
  type ItemResult,
  insertImages,
  insertResults,
  prepareTransaction,
  type ResolvedItem,
  resolveItems
} from './chunk-queries.ts'
import { decideItems, originOf, termIdsOfItems } from './chunks.ts'
import { claimChunk } from './claim-chunk.ts'
import { finishItems, lockClaimedChunks } from './claim-queries.ts'
import { compareExisting, type ExistingChange } from './compare-existing.ts'
import { createProducts } from './create-products.ts'
import { DocumentFiles } from './document-files.ts'
import { withCells } from './error-cells.ts'
import { refuseAttributes, storeItemIssues } from './item-attributes.ts'
import { listItemChanges } from './item-changes.ts'
import type { Turn } from './job-queries.ts'
import { type Counted, settleJob } from './job-queries.ts'

/**
 * Thrown if a chunk could not be processed. The transaction was rolled back. `cause` is the error that
 * occurred, after `elapsedMs`.
 */
export class ChunkError extends Error {
  readonly chunk: Chunk
  readonly elapsedMs: number

  constructor(chunk: Chunk, cause: unknown, elapsedMs: number) {
    super('A chunk of an import job could not be processed.', { cause })
    this.chunk = chunk
    this.elapsedMs = elapsedMs
  }
}

type ChunkDeps = { sql: Sql; timeoutMs: number } & RuleDeps

/**
 * Processes the next open chunks of a job: up to `maxItems` items, but at least one chunk or a part of it. Writes
 * products, results and the job's counters in one transaction, so each item is processed exactly once. Returns
 * false if no open chunk is left, or if other workers have claimed all open chunks. Throws a `ChunkError`.
 */
export async function processChunk(
  { sql, timeoutMs, ...deps }: ChunkDeps,
  turn: Turn,
  maxItems: number
): Promise<boolean> {
  const claimed = await claimChunk(sql, turn, { maxItems, timeoutMs })
  if (!claimed) return false
  if (claimed === 'FAILED') return true
  const { chunk, bases } = claimed
  let startedAt = performance.now()
  try {
    const counted = await withSlugs(sql, bases, (slugs) => {
      startedAt = performance.now()
      return processClaimed({ sql, timeoutMs, definitions: definitionCache(sql), ...deps }, turn.vendorId, {
        chunk,
        slugs
      })
    })
    for (const [result, count] of Object.entries(counted)) importItems.inc({ result }, count)
    return true
  } catch (error) {
    throw new ChunkError(chunk, error, performance.now() - startedAt)
  }
}

/** Processes a claimed chunk in one transaction. Throws `LostRace` if another worker has claimed it since. */
async function processClaimed(
  { sql, timeoutMs, ...deps }: ChunkDeps & WorkDeps,
  vendorId: string,
  { chunk, slugs }: { chunk: Chunk; slugs: ReservedSlugs }
): Promise<Counted> {
  const files = new DocumentFiles(deps.assets)
  const work = async (tx: Tx) => {
    const [, isOwn] = await Promise.all([
      prepareTransaction(tx, timeoutMs),
      lockClaimedChunks(tx, vendorId, chunk)
    ])
    if (!isOwn) throw new LostRace()
    try {
      const trace = readTrace(chunk.origin.traceparent)
      return await runInTrace(trace, () => workOn(tx, vendorId, { chunk, files, deps, slugs }))
    } catch (error) {
      await files.remove()
      throw error
    }
  }
  return (await sql.begin(work)) as Counted
}

type Shared = { chunk: Chunk; files: DocumentFiles; deps: WorkDeps; slugs: ReservedSlugs }
type WorkDeps = RuleDeps & { definitions: DefinitionCache }

/**
 * Processes a claimed chunk, and returns the number of items by their result. Throws `LostRace` if the job was cancelled in the meantime, or if another
 * request has changed the data that the results of the items are based on.
 */
async function workOn(tx: Tx, vendorId: string, { chunk, files, deps, slugs }: Shared): Promise<Counted> {
  const [items, definitions] = await Promise.all([
    resolveItems(tx, vendorId, chunk),
    deps.definitions.inTransaction(tx)
  ])
  const termIds = termIdsOfItems(items)
  const hasTerms = Object.values(termIds).some((ids) => ids.length > 0)
  const known = hasTerms ? await lockTerms(tx, termIds) : termIds
  const decided = await refuseAttributes(tx, vendorId, {
    ...{ definitions, chunk, items },
    results: decideItems(items, { ...chunk, known })
  })
  const { results, changes } = await compare(tx, vendorId, { chunk, decided })
  const images = chunk.dryRun
    ? noImages
    : await write(tx, vendorId, { chunk, files, deps, slugs, items, results, changes, definitions })
  const counted = countsOf(results)
  const [, , isRunning] = await Promise.all([
    insertResults(tx, vendorId, { ...chunk, results: await withCells(tx, vendorId, { chunk, results }) }),
    finishItems(tx, vendorId, chunk),
    settleJob(tx, vendorId, {
      id: chunk.jobId,
      counted: { ...counted, warned: warnedItems(results), ...images }
    })
  ])
  // The job was cancelled in the meantime.
  if (!isRunning) throw new LostRace()
  return counted
}

const noImages: Counted = {}

type Compared = { results: ItemResult[]; changes: ExistingChange[] }

/**
 * Compares each item whose result is UPDATED with its product. Items that can't update their product become
 * FAILED. In a dry run, the results get what would change.
 */
async function compare(
  tx: Tx,
  vendorId: string,
  { chunk, decided }: { chunk: Chunk; decided: ItemResult[] }
): Promise<Compared> {
  const targets = decided.flatMap(({ indexInChunk, status, productId }) =>
    status === 'UPDATED' && productId !== null ? [{ indexInChunk, productId }] : []
  )
  if (targets.length === 0) return { results: decided, changes: [] }
  const { changes, faults } = await compareExisting(tx, vendorId, { chunk, targets })
  const listed = chunk.dryRun ? await listItemChanges(tx, vendorId, changes) : undefined
  const results = decided.map((result): ItemResult => {
    const errors = faults.get(result.indexInChunk)
    if (errors) return { ...result, status: 'FAILED', errors }
    return listed ? { ...result, changes: listed.get(result.indexInChunk) } : result
  })
  return { results, changes }
}

type Work = Compared & Shared & { items: ResolvedItem[]; definitions: AttributeDefinitions }

/**
 * Writes the products and sets the ids of new products in `results`. Returns how many images were inserted, and
 * how many of these need no download any more.
 */
async function write(
  tx: Tx,
  vendorId: string,
  { chunk, files, deps, slugs, items, results, changes, definitions }: Work
): Promise<Pick<Counted, 'imagesTotal' | 'imagesFetched'>> {
  await writeExisting(tx, vendorId, { chunk, files, slugs, changes })
  await createProducts(tx, vendorId, { chunk, files, slugs, items, results })
  await storeItemIssues(tx, {
    ...{ definitions, items, results, changes, origin: originOf(chunk) },
    now: databaseNow()
  })
  const productIds = results.map(({ status, productId }) =>
    status === 'CREATED' || status === 'UPDATED' ? productId : null
  )
  const hasImages = items.some(({ indexInChunk, hasImages }) => hasImages && productIds[indexInChunk])
  const images = hasImages && (await insertImages(tx, vendorId, { ...chunk, productIds }))
  await evaluateExisting(tx, vendorId, { chunk, deps, changes })
  return images ? { imagesTotal: images.total, imagesFetched: images.fetched } : {}
}

/**
 * Evaluates the approval rules on the products whose change waits for approval. Call this function after the images of
 * the items have been inserted, because products that wait for images are evaluated later.
 */
async function evaluateExisting(
  tx: Tx,
  vendorId: string,
  { chunk, deps, changes }: Pick<Work, 'chunk' | 'deps' | 'changes'>
): Promise<void> {
  const evaluated = changes.filter(({ change }) => isEvaluated(change)).map(({ change }) => change.product.id)
  if (evaluated.length === 0) return
  const origin = originOf(chunk)
  await evaluateProducts(tx, deps, { vendorId, jobId: chunk.jobId, origin, productIds: evaluated })
}

/** Writes the changes of existing products, and stores the files of their new documents. */
async function writeExisting(
  tx: Tx,
  vendorId: string,
  { chunk, files, slugs, changes }: Pick<Work, 'chunk' | 'files' | 'slugs' | 'changes'>
): Promise<void> {
  const documents = await files.store(changes.map(({ body }) => body?.documents ?? []))
  for (const [n, { change }] of changes.entries()) {
    if (change.documents) change.documents.created = documents[n] ?? []
  }
  const all = withReservedSlugs(
    changes.map(({ change }) => change),
    slugs
  )
  await Promise.all(writeChanges(tx, { vendorId, origin: originOf(chunk), isPartOfBatch: true }, all))
}

function warnedItems(results: ItemResult[]): number {
  return results.reduce((count, { warnings }) => count + (warnings ? 1 : 0), 0)
}

function countsOf(results: ItemResult[]): Counted {
  const count = (status: ItemResult['status']) => results.filter((result) => result.status === status).length
  return {
    created: count('CREATED'),
    updated: count('UPDATED'),
    skipped: count('SKIPPED'),
    failed: count('FAILED')
  }
}
