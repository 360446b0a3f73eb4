import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { type ItemFault, itemFault } from '../../bulk-items/item-fields.ts'
import { checkItemAttributes } from '../../products/attributes/check-items.ts'
import { changesIssues } from '../../products/attributes/check-writes.ts'
import {
  type AttributeDefinitions,
  type EffectiveAttribute,
  isEnforced
} from '../../products/attributes/definitions.ts'
import { listCategoriesOf } from '../../products/attributes/issue-queries.ts'
import type { ItemAttributes } from '../../products/attributes/item-attributes.ts'
import { refreshAttributes } from '../../products/attributes/refresh-attributes.ts'
import type { PreparedItem } from '../receive/upload-item.ts'
import { type Chunk, type ItemResult, listItems, type ResolvedItem } from './chunk-queries.ts'
import type { ExistingChange } from './compare-existing.ts'

type Decided = { chunk: Chunk; items: ResolvedItem[]; results: ItemResult[] }

/**
 * Checks the attributes of items that were not checked when the upload was received, because they name no categories: those
 * of products that they update count. Returns the results, in which items with wrong attributes are FAILED.
 */
export async function refuseAttributes(
  tx: Tx,
  vendorId: string,
  { definitions, chunk, items, results }: Decided & { definitions: AttributeDefinitions }
): Promise<ItemResult[]> {
  const open = results.filter(({ indexInChunk, status }) => {
    const item = items[indexInChunk]
    return item?.hasAttributes && (status === 'UPDATED' || status === 'CREATED') && !hasCategories(item)
  })
  if (definitions.isEmpty || open.length === 0) return results
  const productIds = open.flatMap(({ status, productId }) => (status === 'UPDATED' ? (productId ?? []) : []))
  const [found, categories] = await Promise.all([
    listItems(tx, vendorId, { ...chunk, indexes: open.map(({ indexInChunk }) => indexInChunk) }),
    listCategoriesOf(tx, productIds)
  ])
  const itemOf = new Map(found.map(({ indexInChunk, item }) => [indexInChunk, item]))
  const refused = new Map<number, ItemFault[]>()
  for (const { indexInChunk, productId } of open) {
    const attributes = attributesOf(itemOf.get(indexInChunk), categories.get(productId ?? '') ?? [])
    if (!attributes) continue
    const { faults } = checkItemAttributes(definitions, attributes)
    if (faults.length > 0) refused.set(indexInChunk, faults.map(itemFault))
  }
  return results.map((result) => {
    const errors = refused.get(result.indexInChunk)
    return errors ? { ...result, status: 'FAILED', errors } : result
  })
}

function hasCategories({ categoryIds, terms }: ResolvedItem): boolean {
  return (categoryIds ?? terms?.categoryIds ?? []).length > 0
}

function attributesOf(item: PreparedItem | undefined, categoryIds: string[]): ItemAttributes | undefined {
  if (!item || 'errors' in item) return undefined
  if (!('product' in item)) return { categoryIds, flat: { ...item.attributes, ...item.productAttributes } }
  const { attributes, variants } = item.product
  return { categoryIds, attributes, variants: variants ?? [] }
}

/**
 * Stores the issues of the products that a chunk has created or updated. An item with attributes has all required ones, so
 * a product that it creates has no issues, but may have facet values that follow from the attributes.
 */
export async function storeItemIssues(
  tx: Tx,
  {
    definitions,
    items,
    results,
    changes,
    origin,
    now
  }: Omit<Decided, 'chunk'> & {
    definitions: AttributeDefinitions
    changes: ExistingChange[]
    origin: Origin
    now: number
  }
): Promise<void> {
  if (definitions.isEmpty) return
  const created = results.flatMap(({ indexInChunk, status, productId }) => {
    const item = items[indexInChunk]
    if (status !== 'CREATED' || productId === null || !item) return []
    const { list } = definitions.effective(item.categoryIds ?? item.terms?.categoryIds ?? [])
    const concerns = (one: EffectiveAttribute) =>
      item.hasAttributes ? one.attribute.facetId !== null : isEnforced(one, now)
    return list.some(concerns) ? [productId] : []
  })
  const updated = changes.flatMap(({ change }) => (changesIssues(change) ? [change.product.id] : []))
  const ids = [...created, ...updated]
  if (ids.length > 0) await refreshAttributes(tx, definitions, { productIds: ids, origin, now })
}
