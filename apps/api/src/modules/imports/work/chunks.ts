import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { Chunk, ItemResult, OpenChunk, ResolvedItem } from './chunk-queries.ts'

/** Items of a stored chunk, at most: the least that one transaction does. */
export const chunkItems = 200

/**
 * Joins the first of the open chunks with those that follow it without a gap, up to `maxItems`; the first is always taken.
 * One that has failed before is worked on alone, so that it fails no other. Undefined where there is none.
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

const skuTaken: ItemFault = { code: 'SKU_TAKEN', field: 'code', message: 'is the SKU of another product' }

/**
 * What is to become of the items of a chunk, as the database stands: the same for a dry run. An item to update may still
 * turn out to fail. `known` are the categories that exist.
 */
export function decideItems(
  items: ResolvedItem[],
  { known, onExisting }: Pick<Chunk, 'onExisting'> & { known: Set<string> }
): ItemResult[] {
  return items.map((item) => {
    const { place, sku, productId } = item
    if (item.errors) return { place, code: sku, status: 'FAILED', productId: null, errors: item.errors }
    const isTaken = productId !== null && onExisting === 'fail'
    const errors = [...(isTaken ? [skuTaken] : []), ...unknownCategories(item, known)]
    if (errors.length > 0) return { place, code: sku, status: 'FAILED', productId, errors }
    const status = productId === null ? 'CREATED' : onExisting === 'update' ? 'UPDATED' : 'SKIPPED'
    return { place, code: sku, status, productId, errors: null }
  })
}

/** Categories that were there when the upload was checked and are gone now. */
function unknownCategories({ categoryIds }: ResolvedItem, known: Set<string>): ItemFault[] {
  return (categoryIds ?? [])
    .filter((id) => !known.has(id))
    .map((id) => ({
      code: 'UNKNOWN_CATEGORY',
      field: 'category_ids',
      message: `"${id}" is not the id of a category`
    }))
}
