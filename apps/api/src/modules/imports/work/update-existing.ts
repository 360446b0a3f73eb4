import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import { compareFields } from '../../products/write/compare-fields.ts'
import {
  listParts,
  lockStoredProducts,
  type StoredParts,
  type StoredProduct
} from '../../products/write/stored-queries.ts'
import type { ChangedVariant } from '../../products/write/variant-queries.ts'
import type { ProductChange } from '../../products/write/write-changes.ts'
import type { PreparedItem } from '../receive/upload-item.ts'
import { type Chunk, listItems } from './chunk-queries.ts'

/** An item of a chunk, and the vendor's product with the same SKU. */
export type Target = { indexInChunk: number; productId: string }

/** An item without errors. */
type ValidItem = Exclude<PreparedItem, { errors: unknown }>

/**
 * Locks the products that the items update, and compares each item with its product. Returns the changes to
 * make by the rules for product updates (contract 3, 4.2), and the errors of items that can't update their
 * product.
 */
export async function compareExisting(
  tx: Tx,
  vendorId: string,
  { chunk, targets }: { chunk: Chunk; targets: Target[] }
): Promise<{ changes: ProductChange[]; faults: Map<number, ItemFault> }> {
  const indexes = targets.map(({ indexInChunk }) => indexInChunk)
  const ids = targets.map(({ productId }) => productId)
  const [items, products] = await Promise.all([
    listItems(tx, vendorId, { ...chunk, indexes }),
    lockStoredProducts(tx, vendorId, ids)
  ])
  const itemOf = new Map(items.map(({ indexInChunk, item }) => [indexInChunk, item as ValidItem]))
  const productOf = new Map(products.map((product) => [product.id, product]))
  const partsOf = new Map((await listParts(tx, vendorId, products)).map((parts) => [parts.productId, parts]))
  const faults = new Map<number, ItemFault>()
  const changes = targets.flatMap(({ indexInChunk, productId }) => {
    const [item, product, parts] = [
      itemOf.get(indexInChunk),
      productOf.get(productId),
      partsOf.get(productId)
    ]
    // The product was deleted or its SKU was changed after it was found.
    if (!item || !product || !parts || product.sku !== item.sku) throw new LostRace()
    const fault = variantFault(item, parts)
    if (fault) faults.set(indexInChunk, fault)
    return fault ? [] : [changeOf(item, { product, parts })]
  })
  return { changes, faults }
}

/** Returns an error if the item doesn't determine which variant of its product to update. */
function variantFault({ sku }: ValidItem, { variant, variantCount }: StoredParts): ItemFault | undefined {
  if (!variant)
    return {
      code: 'NO_VARIANT',
      field: 'code',
      message: 'is the SKU of a product that has no variant to update'
    }
  if (variant.sku === sku || variantCount === 1) return undefined
  const message =
    'is the SKU of a product with several variants, none of which has this SKU; use bulk update to change a variant'
  return { code: 'VARIANT_REQUIRED', field: 'code', message }
}

type Stored = { product: StoredProduct; parts: StoredParts }

/**
 * Returns the change that an item makes to its product. Metadata is merged with the stored metadata.
 * Categories of the item replace the stored categories.
 */
function changeOf(item: ValidItem, { product, parts }: Stored): ProductChange {
  const { name, description, brand, manufacturer, countryOfOrigin, commodityCode, eccn, unspc } = item
  const metadata = { ...product.metadata, ...item.metadata }
  const own = {
    name,
    description,
    brand,
    manufacturer,
    countryOfOrigin,
    commodityCode,
    eccn,
    unspc,
    metadata
  }
  const { categoryIds } = item
  const changesCategories = categoryIds !== undefined && !isDeepStrictEqual(categoryIds, parts.categoryIds)
  return {
    product,
    ...compareFields(product, own),
    ...(changesCategories && { terms: { categoryIds } }),
    variants: { updated: changedVariants(item, parts), created: [], firstPosition: 0, removed: [] }
  }
}

/**
 * Returns the change of the product's variant, or an empty array if the item changes nothing in it.
 * Attributes are merged with the stored attributes.
 */
function changedVariants(item: ValidItem, { variant }: StoredParts): ChangedVariant[] {
  if (!variant) return []
  const { upc, unitOfMeasure, partNumber, vendorPrice, stock: stockOnHand } = item
  const attributes = { ...variant.attributes, ...item.attributes }
  const sent = { upc, unitOfMeasure, partNumber, vendorPrice, stockOnHand, attributes }
  const changed = Object.entries(sent).filter(
    ([field, value]) =>
      value !== undefined && !isDeepStrictEqual(value, variant[field as keyof typeof variant])
  )
  return changed.length > 0 ? [{ id: variant.id, ...Object.fromEntries(changed) }] : []
}
