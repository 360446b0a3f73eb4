import type { Product, Variant } from '@purveyor/client'
import { newProductFields, newVariantFields } from '@purveyor/client/fields'
import { currentTexts } from './current-texts.ts'

/** Fields of a product that have another name or form in its response, or that are added by hand. */
const special = new Set<string>([
  ...['sku', 'name', 'slug', 'leadTime', 'videos', 'variants', 'documents', 'price'],
  ...['categoryIds', 'collectionIds', 'tagIds', 'facetValueIds']
])
const ownFields = Object.keys(newProductFields).filter((field) => !special.has(field)) as (keyof Product)[]
const variantFields = Object.keys(newVariantFields).filter(
  (field) => !special.has(field)
) as (keyof Variant)[]

/** What the values of a product are completed with. */
type Defaults = {
  /** The lead time of the vendor's profile, in days. */
  leadTime: number
}

/**
 * Returns a product as an item with variants of a bulk upload (contract 4.4). Pushing the item with
 * `--on-existing update` changes nothing. Left out are fields without a value, the stock, images, documents, and a
 * lead time that the vendor's profile has too.
 */
export function productItem(product: Product, defaults: Defaults): Record<string, unknown> {
  const current = { ...product, ...currentTexts(product) }
  const { leadTime, videos } = product
  return {
    sku: product.sku,
    name: current.name,
    slug: product.slug,
    ...present(current, ownFields),
    ...(leadTime !== defaults.leadTime && { leadTime }),
    ...(videos && { videos: videos.map(({ url, title }) => ({ url, ...(title !== null && { title }) })) }),
    ...termIds(product),
    variants: product.variants.map(variantItem)
  }
}

function variantItem(variant: Variant): Record<string, unknown> {
  const { sku, name } = variant
  return { sku, name, ...present(variant, variantFields) }
}

function termIds(product: Product): Record<string, string[]> {
  const { categories, collections, tags, facetValues } = product
  const lists = {
    categoryIds: categories,
    collectionIds: collections,
    tagIds: tags,
    facetValueIds: facetValues
  }
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, terms]) => terms.length > 0)
      .map(([field, terms]) => [field, terms.map(({ id }) => id)])
  )
}

/** Returns the fields that have a value. False, 0 and empty lists are those of a product that never had a value. */
function present<T, K extends keyof T>(object: T, fields: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(
    fields.filter((field) => !isEmpty(field, object[field])).map((field) => [field, object[field]])
  ) as Partial<Pick<T, K>>
}

function isEmpty(field: PropertyKey, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (field === 'isActive') return value === true
  if (value === false || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
