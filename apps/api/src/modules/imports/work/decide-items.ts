import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { Chunk, ItemResult, ResolvedItem } from './chunk-queries.ts'

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
