import { type Origin, withSource } from '../../../events.ts'
import { unknownCategory } from '../../bulk-items/item-batch.ts'
import { type ItemFault, itemFault } from '../../bulk-items/item-fields.ts'
import { forTermKinds, type TermIds } from '../../products/fields/terms.ts'
import { termFaults } from '../../products/write/references.ts'
import type { Chunk, ItemResult, ResolvedItem } from './chunk-queries.ts'
import type { OpenChunk } from './claim-queries.ts'

/** The maximum number of items in a stored chunk. A transaction processes at least one chunk. */
export const chunkItems = 200

/** Chunks to claim, and the number of earlier attempts at the first of them that have not succeeded. */
export type JoinedChunk = Omit<Chunk, 'claim'> & { failures: number }

/**
 * Joins the first open chunk with the open chunks directly after it, up to `maxItems` items in all. The first
 * chunk is always included. A chunk that has failed before, or that is processed in parts, is processed alone, so
 * that other chunks don't fail with it. Returns undefined if there is no open chunk.
 */
export function joinChunks(open: OpenChunk[], maxItems: number): JoinedChunk | undefined {
  const [first, ...others] = open
  if (!first) return undefined
  const { failures, isPart, ...chunk } = first
  const isAlone = (one: OpenChunk) => one.failures > 0 || one.isPart
  let { position: lastPosition, itemCount } = chunk
  for (const other of isAlone(first) ? [] : others) {
    const follows = other.firstIndex === chunk.firstIndex + itemCount
    if (!follows || isAlone(other) || itemCount + other.itemCount > maxItems) break
    lastPosition = other.position
    itemCount += other.itemCount
  }
  return { ...chunk, lastPosition, itemCount, failures }
}

/** Returns the error of an item whose SKU, which is in the given field, is that of an existing product. */
function skuTaken(field: 'code' | 'sku', productId: string): ItemFault {
  const message =
    `is already the SKU of your product ${productId}; change the ${field}, ` +
    'or set on_existing to update or skip'
  return { code: 'SKU_TAKEN', field, message }
}

/**
 * Decides the result of each item of a chunk from the current data, for a dry run as well. An item that gets
 * the result UPDATED here can still fail later, when it is compared with the product that it updates. `known`
 * contains those ids of the items for which a category, collection, tag or facet value exists.
 */
export function decideItems(
  items: ResolvedItem[],
  { known, onExisting }: Pick<Chunk, 'onExisting'> & { known: TermIds }
): ItemResult[] {
  const knownCategories = new Set(known.categoryIds)
  return items.map((item) => {
    const { indexInChunk, sku, productId } = item
    const own = { indexInChunk, code: sku, ...(item.warnings && { warnings: item.warnings }) }
    if (item.errors) return { ...own, status: 'FAILED', productId: null, errors: item.errors }
    const errors = [
      ...(productId !== null && onExisting === 'fail'
        ? [skuTaken(item.terms ? 'sku' : 'code', productId)]
        : []),
      ...(item.categoryIds ?? []).filter((id) => !knownCategories.has(id)).map(unknownCategory),
      ...(item.terms ? termFaults(item.terms, known).map(itemFault) : [])
    ]
    if (errors.length > 0) return { ...own, status: 'FAILED', productId, errors }
    const status = productId === null ? 'CREATED' : onExisting === 'update' ? 'UPDATED' : 'SKIPPED'
    return { ...own, status, productId, errors: null }
  })
}

/** Returns the origin of the changes that a chunk makes. */
export function originOf({ origin, jobId }: Chunk): Origin {
  return withSource(origin, 'IMPORT_JOB', jobId)
}

/** Returns all ids of the items' categories, collections, tags and facet values, each once. */
export function termIdsOfItems(items: ResolvedItem[]): TermIds {
  const listed = items.flatMap(({ categoryIds }) => categoryIds ?? [])
  return forTermKinds((kind) => {
    const ids = items.flatMap(({ terms }) => terms?.[kind] ?? [])
    return [...new Set(kind === 'categoryIds' ? [...listed, ...ids] : ids)]
  })
}
