import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { Chunk, ItemResult, OpenChunk, ResolvedItem } from './chunk-queries.ts'

/** The maximum number of items in a stored chunk. A transaction processes at least one chunk. */
export const chunkItems = 200

/**
 * Joins the first open chunk with the open chunks directly after it, up to `maxItems` items in all. The first
 * chunk is always included. A chunk that has failed before is processed alone, so that other chunks don't
 * fail with it. Returns undefined if there is no open chunk.
 */
export function joinChunks(open: OpenChunk[], maxItems: number): Chunk | undefined {
  const [first, ...others] = open
  if (!first) return undefined
  const { itemCount, failures, ...chunk } = first
  let [lastPosition, items] = [chunk.position, itemCount]
  for (const other of failures > 0 ? [] : others) {
    const follows = other.firstIndex === chunk.firstIndex + items
    if (!follows || other.failures > 0 || items + other.itemCount > maxItems) break
    lastPosition = other.position
    items += other.itemCount
  }
  return { ...chunk, lastPosition }
}

const skuTaken: ItemFault = {
  code: 'SKU_TAKEN',
  field: 'code',
  message: 'is already the SKU of one of your products; change the code, or set on_existing to update or skip'
}

/**
 * Decides the result of each item of a chunk from the current data, for a dry run as well. An item that gets
 * the result UPDATED here can still fail later, when it is compared with the product that it updates. `known`
 * contains the ids of the categories that exist.
 */
export function decideItems(
  items: ResolvedItem[],
  { known, onExisting }: Pick<Chunk, 'onExisting'> & { known: Set<string> }
): ItemResult[] {
  return items.map((item) => {
    const { indexInChunk, sku, productId } = item
    if (item.errors)
      return { indexInChunk, code: sku, status: 'FAILED', productId: null, errors: item.errors }
    const isTaken = productId !== null && onExisting === 'fail'
    const errors = [...(isTaken ? [skuTaken] : []), ...unknownCategories(item, known)]
    if (errors.length > 0) return { indexInChunk, code: sku, status: 'FAILED', productId, errors }
    const status = productId === null ? 'CREATED' : onExisting === 'update' ? 'UPDATED' : 'SKIPPED'
    return { indexInChunk, code: sku, status, productId, errors: null }
  })
}

/** Returns an error for each category that was deleted after the upload was checked. */
function unknownCategories({ categoryIds }: ResolvedItem, known: Set<string>): ItemFault[] {
  return (categoryIds ?? [])
    .filter((id) => !known.has(id))
    .map((id) => ({
      code: 'UNKNOWN_CATEGORY',
      field: 'category_ids',
      message: `contains "${id}", which is not the id of an existing category`
    }))
}
