import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../db/connect.ts'
import { changedTexts, isLive, stageTexts, type Texts } from '../../products/staging/staging.ts'
import { changedPlainFields, type PlainFields } from '../../products/write/plain-fields.ts'
import type { ChangedVariant } from '../../products/write/variant-queries.ts'
import type { ItemFault } from '../receive/prepared-item.ts'
import type { Chunk } from './chunk-queries.ts'
import {
  type ChangedProduct,
  deleteCategories,
  deleteUnusedImages,
  listParts,
  listWholeItems,
  lockProducts,
  refreshSearches,
  type StoredParts,
  type StoredProduct,
  updateProducts,
  updateProductVariants,
  type WholeItem
} from './existing-queries.ts'
import { insertCategories } from './new-product-queries.ts'
import { LostRace } from './transient.ts'

/** What an item changes of a product that is there; nothing else is written. */
export type ItemChange = {
  place: number
  productId: string
  product: ChangedProduct | undefined
  variant: ChangedVariant | undefined
  replacesCategories: boolean
  /** Whether the product is found by other words than before. */
  found: boolean
}

/** An item and the product that has its SKU. */
export type Target = { place: number; productId: string }

/** What each item changes, or why it cannot. Locks the products. */
export async function compareExisting(
  tx: Tx,
  vendorId: string,
  { chunk, targets }: { chunk: Chunk; targets: Target[] }
): Promise<{ changes: ItemChange[]; faults: Map<number, ItemFault> }> {
  const places = targets.map(({ place }) => place)
  const [items, products] = await Promise.all([
    listWholeItems(tx, vendorId, { ...chunk, places }),
    lockProducts(
      tx,
      vendorId,
      targets.map(({ productId }) => productId)
    )
  ])
  const itemOf = new Map(items.map(({ place, item }) => [place, item]))
  const productOf = new Map(products.map((product) => [product.id, product]))
  const partsOf = new Map((await listParts(tx, vendorId, products)).map((parts) => [parts.productId, parts]))
  const faults = new Map<number, ItemFault>()
  const changes = targets.flatMap(({ place, productId }) => {
    const [item, product, parts] = [itemOf.get(place), productOf.get(productId), partsOf.get(productId)]
    // Deleted, or its SKU changed, since it was found.
    if (!item || !product || !parts || product.sku !== item.sku) throw new LostRace()
    const fault = variantFault(item, parts)
    if (fault) faults.set(place, fault)
    return fault ? [] : [changeOf(item, { place, product, parts })]
  })
  return { changes, faults }
}

function variantFault({ sku }: WholeItem, { variant, variantCount }: StoredParts): ItemFault | undefined {
  if (!variant)
    return { code: 'NO_VARIANT', field: 'code', message: 'is the SKU of a product without a variant' }
  if (variant.sku === sku || variantCount === 1) return undefined
  const message = 'is the SKU of a product with several variants, none of which has it'
  return { code: 'VARIANT_REQUIRED', field: 'code', message }
}

type Stored = { place: number; product: StoredProduct; parts: StoredParts }

/** By the rules of a product's update (specification 3, 4.2). */
function changeOf(item: WholeItem, { place, product, parts }: Stored): ItemChange {
  const live = isLive(product.status)
  const sent = textsOf(item)
  const texts = live ? {} : changedTexts(product, sent)
  const staged = live ? stageTexts(product, product.pendingRevision, sent) : undefined
  const restaged = staged !== undefined && staged.changed.length > 0
  const fields = {
    ...texts,
    ...changedPlainFields(product, plainOf(item)),
    ...changedMetadata(item, product)
  }
  const variant = changedVariant(item, parts)
  const replacesCategories =
    item.categoryIds !== undefined && !isDeepStrictEqual(item.categoryIds, parts.categoryIds)
  const beyondStock = Object.keys(variant).some((field) => field !== 'stockOnHand')
  const raises = !live && (Object.keys(fields).length > 0 || replacesCategories || beyondStock)
  // What changes only variants is told by their own updatedAt.
  const changesProduct = restaged || replacesCategories || raises || Object.keys(fields).length > 0
  return {
    place,
    productId: product.id,
    product: changesProduct
      ? {
          id: product.id,
          ...fields,
          ...(restaged && { pendingRevision: staged.revision }),
          versions: Number(raises) + Number(restaged),
          forgets: restaged || Object.keys(texts).length > 0
        }
      : undefined,
    variant:
      parts.variant && Object.keys(variant).length > 0 ? { id: parts.variant.id, ...variant } : undefined,
    replacesCategories,
    found: ['name', 'brand'].some((field) => field in fields) || 'upc' in variant || 'partNumber' in variant
  }
}

function textsOf({ name, description }: WholeItem): Partial<Texts> {
  return { name, ...(description !== undefined && { description }) }
}

function plainOf(item: WholeItem): PlainFields {
  const { brand, manufacturer, countryOfOrigin, commodityCode, eccn, unspc } = item
  return given({ brand, manufacturer, countryOfOrigin, commodityCode, eccn, unspc })
}

function changedMetadata({ metadata }: WholeItem, product: StoredProduct): Pick<ChangedProduct, 'metadata'> {
  const merged = { ...product.metadata, ...metadata }
  return isDeepStrictEqual(merged, product.metadata) ? {} : { metadata: merged }
}

function changedVariant(item: WholeItem, { variant }: StoredParts): Omit<ChangedVariant, 'id'> {
  if (!variant) return {}
  const { upc, unitOfMeasure, partNumber, vendorPrice, stock: stockOnHand } = item
  const attributes = { ...variant.attributes, ...item.attributes }
  const sent = given({ upc, unitOfMeasure, partNumber, vendorPrice, stockOnHand, attributes })
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) => !isDeepStrictEqual(value, variant[field as keyof typeof variant])
    )
  )
}

/** Without the fields that are left out. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Writes the changes of locked products, a statement for all that is alike. */
export async function updateExisting(
  tx: Tx,
  vendorId: string,
  { chunk, changes, size }: { chunk: Chunk; changes: ItemChange[]; size: number }
): Promise<void> {
  const products = changes.flatMap(({ product }) => product ?? [])
  // In the order in which bulk updates and orders lock them.
  const variants = changes
    .flatMap(({ variant }) => variant ?? [])
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const forgetful = products.filter(({ forgets }) => forgets).map(({ id }) => id)
  const refiled = changes.filter(({ replacesCategories }) => replacesCategories)
  const found = changes.filter((change) => change.found).map(({ productId }) => productId)
  const productIds = Array<string | null>(size).fill(null)
  for (const { place, productId } of refiled) productIds[place] = productId
  await Promise.all([
    products.length > 0 && updateProducts(tx, vendorId, products),
    forgetful.length > 0 && deleteUnusedImages(tx, vendorId, forgetful),
    variants.length > 0 && updateProductVariants(tx, vendorId, variants),
    refiled.length > 0 &&
      deleteCategories(
        tx,
        vendorId,
        refiled.map(({ productId }) => productId)
      ),
    refiled.length > 0 && insertCategories(tx, vendorId, { ...chunk, productIds }),
    found.length > 0 && refreshSearches(tx, vendorId, found)
  ])
}
