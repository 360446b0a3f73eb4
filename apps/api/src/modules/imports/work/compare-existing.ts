import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { mapInSlices } from '../../../lib/slices.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { NewProduct } from '../../products/product-input.ts'
import { compareFields } from '../../products/write/compare-fields.ts'
import { differences } from '../../products/write/compare-variants.ts'
import {
  listParts,
  lockStoredProducts,
  type StoredParts,
  type StoredProduct
} from '../../products/write/stored-queries.ts'
import type { ChangedVariant } from '../../products/write/variant-queries.ts'
import type { ProductChange } from '../../products/write/write-changes.ts'
import type { PreparedFields } from '../receive/upload-item.ts'
import { type Chunk, listItems } from './chunk-queries.ts'
import { compareProducts, type ProductEdit } from './compare-products.ts'

/** An item of a chunk, and the vendor's product with the same SKU. */
export type Target = { indexInChunk: number; productId: string }

/** A change of an existing product, and the item that makes it, if it has the fields of a new product. */
export type ExistingChange = { change: ProductChange; body: NewProduct | undefined }

/**
 * Locks the products that the items update, and compares each item with its product. Returns the changes to
 * make by the rules for product updates (contract 3, 4.2), and the errors of items that can't update their
 * product.
 */
export async function compareExisting(
  tx: Tx,
  vendorId: string,
  { chunk, targets }: { chunk: Chunk; targets: Target[] }
): Promise<{ changes: ExistingChange[]; faults: Map<number, ItemFault[]> }> {
  const indexes = targets.map(({ indexInChunk }) => indexInChunk)
  const ids = targets.map(({ productId }) => productId)
  const [items, products] = await Promise.all([
    listItems(tx, vendorId, { ...chunk, indexes }),
    lockStoredProducts(tx, vendorId, ids)
  ])
  const itemOf = new Map(items.map(({ indexInChunk, item }) => [indexInChunk, item]))
  const productOf = new Map(products.map((product) => [product.id, product]))
  const edits: FlatEdit[] = []
  const productEdits: ProductEdit[] = []
  for (const { indexInChunk, productId } of targets) {
    const [item, product] = [itemOf.get(indexInChunk), productOf.get(productId)]
    // The product was deleted or its SKU was changed after it was found.
    if (!item || 'errors' in item || !product || product.sku !== item.sku) throw new LostRace()
    if ('product' in item) productEdits.push({ indexInChunk, body: item.product, product })
    else edits.push({ indexInChunk, item, product })
  }
  const compared = [
    ...(await compareFlatItems(tx, vendorId, edits)),
    ...(await compareProducts(tx, vendorId, productEdits))
  ]
  const failed = compared.filter(({ errors }) => errors.length > 0)
  return {
    changes: compared.filter(({ errors }) => errors.length === 0),
    faults: new Map(failed.map(({ indexInChunk, errors }) => [indexInChunk, errors]))
  }
}

/** A flat item (contract 4.4), and the locked product that it updates. */
type FlatEdit = { indexInChunk: number; item: PreparedFields; product: StoredProduct }

async function compareFlatItems(tx: Tx, vendorId: string, edits: FlatEdit[]) {
  if (edits.length === 0) return []
  const products = edits.map(({ product }) => product)
  const partsOf = new Map((await listParts(tx, vendorId, products)).map((parts) => [parts.productId, parts]))
  return mapInSlices(edits, ({ indexInChunk, item, product }) => {
    const parts = partsOf.get(product.id)
    if (!parts) throw new LostRace()
    const fault = variantFault(item, parts)
    const change = changeOf(item, { product, parts })
    return { indexInChunk, change, body: undefined, errors: fault ? [fault] : [] }
  })
}

/** Returns an error if the item doesn't determine which variant of its product to update. */
function variantFault(
  { sku }: PreparedFields,
  { variant, variantCount }: StoredParts
): ItemFault | undefined {
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
 * Categories of the item replace the stored categories. The UNSPSC code of the product changes only if it has no
 * other variants.
 */
function changeOf(item: PreparedFields, { product, parts }: Stored): ProductChange {
  const { name, description, brand, manufacturer, countryOfOrigin, commodityCode, eccn } = item
  const unspc = parts.variantCount === 1 ? item.unspc : undefined
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

/** Returns the change of the product's variant, or an empty array if the item changes nothing in it. */
function changedVariants(item: PreparedFields, { variant }: StoredParts): ChangedVariant[] {
  if (!variant) return []
  const { upc, unitOfMeasure, partNumber, vendorPrice, stock: stockOnHand } = item
  const unspc = item.attributes?.unspc
  const given = { upc, unitOfMeasure, partNumber, vendorPrice, stockOnHand, unspc }
  return differences({ variant, given: given as Partial<typeof variant> })
}
