import type { Sql, Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { newId } from '../../../lib/ids.ts'
import { insertProducts } from '../../products/write/product-queries.ts'
import { allocateSlugs } from '../../products/write/slugs.ts'
import { insertItemCategories } from '../../products/write/term-queries.ts'
import { insertVariants } from '../../products/write/variant-queries.ts'
import { type ProductChange, writeChanges } from '../../products/write/write-changes.ts'
import {
  type Chunk,
  claimChunks,
  finishChunk,
  type ItemResult,
  insertImages,
  insertResults,
  lockCategories,
  newRows,
  prepareTransaction,
  type ResolvedItem,
  resolveItems
} from './chunk-queries.ts'
import { chunkItems, decideItems, joinChunks } from './chunks.ts'
import type { Turn } from './job-queries.ts'
import { type Counted, settleJob } from './job-queries.ts'
import { compareExisting } from './update-existing.ts'

/**
 * Thrown if a chunk could not be processed. The transaction was rolled back. `cause` is the error that
 * occurred.
 */
export class ChunkError extends Error {
  readonly chunk: Chunk

  constructor(chunk: Chunk, cause: unknown) {
    super('A chunk of an import job could not be processed.', { cause })
    this.chunk = chunk
  }
}

/**
 * Processes the next open chunks of a job: up to `maxItems` items, but at least one chunk. Writes products,
 * results and the job's counters in one transaction, so each chunk is processed exactly once. Returns false
 * if no open chunk is left, or if other workers have claimed all open chunks. Throws a `ChunkError`.
 */
export async function processChunk(sql: Sql, { id, vendorId }: Turn, maxItems: number): Promise<boolean> {
  const limit = Math.ceil(maxItems / chunkItems)
  let claimed: Chunk | undefined
  try {
    return await sql.begin(async (tx) => {
      const [, open] = await Promise.all([
        prepareTransaction(tx),
        claimChunks(tx, vendorId, { jobId: id, limit })
      ])
      const chunk = joinChunks(open, maxItems)
      claimed = chunk
      if (!chunk) return false
      await workOn(tx, vendorId, chunk)
      return true
    })
  } catch (error) {
    throw claimed ? new ChunkError(claimed, error) : error
  }
}

/**
 * Processes a claimed chunk. Throws `LostRace` if the job was cancelled in the meantime, or if another
 * request has changed the data that the results of the items are based on.
 */
async function workOn(tx: Tx, vendorId: string, chunk: Chunk): Promise<void> {
  const items = await resolveItems(tx, vendorId, chunk)
  const categoryIds = [...new Set(items.flatMap((item) => item.categoryIds ?? []))]
  const known = new Set(categoryIds.length > 0 ? await lockCategories(tx, categoryIds) : [])
  const { results, changes } = await compare(tx, vendorId, {
    chunk,
    decided: decideItems(items, { ...chunk, known })
  })
  const images = chunk.dryRun ? noImages : await write(tx, vendorId, { chunk, items, results, changes })
  const [, , isRunning] = await Promise.all([
    insertResults(tx, vendorId, { ...chunk, results }),
    finishChunk(tx, vendorId, chunk),
    settleJob(tx, vendorId, { id: chunk.jobId, counted: { ...countsOf(results), ...images } })
  ])
  // The job was cancelled in the meantime.
  if (!isRunning) throw new LostRace()
}

const noImages: Counted = {}

type Compared = { results: ItemResult[]; changes: ProductChange[] }

/**
 * Compares each item whose result is UPDATED with its product. Items that can't update their product become
 * FAILED.
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
  const results = decided.map((result): ItemResult => {
    const fault = faults.get(result.indexInChunk)
    return fault ? { ...result, status: 'FAILED', errors: [fault] } : result
  })
  return { results, changes }
}

type Work = Compared & { chunk: Chunk; items: ResolvedItem[] }

/**
 * Writes the products and sets the ids of new products in `results`. Returns how many images were inserted, and
 * how many of these need no download any more.
 */
async function write(
  tx: Tx,
  vendorId: string,
  { chunk, items, results, changes }: Work
): Promise<Pick<Counted, 'imagesTotal' | 'imagesFetched'>> {
  await Promise.all(writeChanges(tx, { vendorId }, changes))
  await createProducts(tx, vendorId, { chunk, items, results })
  const productIds = results.map(({ status, productId }) =>
    status === 'CREATED' || status === 'UPDATED' ? productId : null
  )
  if (!items.some(({ indexInChunk, hasImages }) => hasImages && productIds[indexInChunk])) return {}
  const { total, fetched } = await insertImages(tx, vendorId, { ...chunk, productIds })
  return { imagesTotal: total, imagesFetched: fetched }
}

/** Creates the products of the items whose result is CREATED, and sets their ids in `results`. */
async function createProducts(
  tx: Tx,
  vendorId: string,
  { chunk, items, results }: Omit<Work, 'changes'>
): Promise<void> {
  const created = results.filter(({ status }) => status === 'CREATED')
  if (created.length === 0) return
  const allocated = await allocateSlugs(
    tx,
    created.map(({ indexInChunk }) => items[indexInChunk]?.slug ?? '')
  )
  // Ids increase in the order of the items, so that products sorted by age are in the order of the upload.
  const ids = created.map(() => newId()).sort()
  const slugs = Array<string | null>(items.length).fill(null)
  const productIds = Array<string | null>(items.length).fill(null)
  for (const [n, result] of created.entries()) {
    result.productId = productIds[result.indexInChunk] = ids[n] ?? null
    slugs[result.indexInChunk] = allocated[n] ?? null
  }
  const rows = newRows(tx, vendorId, { chunk, ids: productIds, slugs })
  const count = await insertProducts(tx, vendorId, { rows, importJobId: chunk.jobId })
  // A product with one of the SKUs was created in the meantime. The retry finds it.
  if (count < created.length) throw new LostRace()
  await Promise.all([
    insertVariants(tx, vendorId, rows),
    items.some(({ categoryIds }) => categoryIds) && insertItemCategories(tx, vendorId, rows)
  ])
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
