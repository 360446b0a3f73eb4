import type { Product, Variant } from '@purveyor/client'
import { currentTexts, isLive } from '../pull/current-texts.ts'
import type { Comparison, FieldChange, Item, ItemFault } from './changes.ts'
import { isSameValue, type ValueKind } from './values.ts'

const fields: Record<string, ValueKind> = {
  name: 'line',
  shortDescription: 'text',
  description: 'html',
  brand: 'line',
  manufacturer: 'line',
  countryOfOrigin: 'line',
  warranty: 'line',
  unspc: 'line',
  commodityCode: 'line',
  eccn: 'line',
  accountCode: 'line',
  programCode: 'line',
  resourceCode: 'line',
  pageTitle: 'line',
  pageDescription: 'text',
  freeShipping: 'flag',
  abilityOne: 'flag',
  madeInUsa: 'flag',
  greenProduct: 'flag',
  keyFeatures: 'list',
  videos: 'list'
}
const variantFields: Record<string, ValueKind> = {
  name: 'line',
  vendorPrice: 'number',
  listPrice: 'number',
  upc: 'line',
  partNumber: 'line',
  unitOfMeasure: 'line',
  weight: 'number',
  attributes: 'attributes'
}
const termFields = {
  categoryIds: 'categories',
  collectionIds: 'collections',
  tagIds: 'tags',
  facetValueIds: 'facetValues'
} as const

/**
 * Compares an item with variants (contract 4.4) with its product. Null clears a field. Variants are found by their
 * SKU; those that the item doesn't name stay as they are. Images and documents aren't compared.
 */
export function compareProduct(item: Item, product: Product): Comparison {
  const variants = Array.isArray(item.variants) ? (item.variants as Item[]) : []
  const compared = variants.map((variant, index) => compareVariant(variant, { index, product }))
  return {
    changes: [...ownChanges(item, product), ...compared.flatMap(({ changes }) => changes)],
    faults: compared.flatMap(({ faults }) => faults)
  }
}

function ownChanges(item: Item, product: Product): FieldChange[] {
  const texts = currentTexts(product)
  const stored: Item = { ...product, ...texts }
  const change = (field: string, old: unknown): FieldChange => ({
    field,
    old: old ?? null,
    new: item[field] ?? null,
    needsApproval: isLive(product) && Object.hasOwn(texts, field)
  })
  const own = Object.entries(fields).filter(
    ([field, kind]) => item[field] !== undefined && !isSameValue(kind, item[field], stored[field])
  )
  const terms = Object.entries(termFields)
    .map(([field, list]) => ({ field, old: product[list].map(({ id }) => id) }))
    .filter(({ field, old }) => item[field] !== undefined && !isSameValue('ids', item[field] ?? [], old))
  return [
    ...own.map(([field]) => change(field, stored[field])),
    ...(isSameSlug(item.slug, product.slug) ? [] : [change('slug', product.slug)]),
    ...(isSameLeadTime(item.leadTime, product.leadTime) ? [] : [change('leadTime', product.leadTime)]),
    ...terms.map(({ field, old }) => change(field, old))
  ]
}

/** A slug that is taken gets a suffix such as `-2`. Null derives the slug from the name again. */
function isSameSlug(sent: unknown, stored: string): boolean {
  if (sent === undefined || sent === null || sent === stored) return true
  return stored.startsWith(`${sent}-`) && /^\d+$/.test(stored.slice(`${sent}-`.length))
}

/** Null means the lead time of the vendor's profile, which the product then shows. */
function isSameLeadTime(sent: unknown, stored: number): boolean {
  return sent === undefined || sent === null || sent === stored
}

function compareVariant(sent: Item, { index, product }: { index: number; product: Product }): Comparison {
  const sku = String(sent.sku ?? '').trim()
  const stored = product.variants.find((variant) => variant.sku === sku)
  const change = (field: string, old: unknown, value: unknown): FieldChange => ({
    ...{ field: `variant ${sku}${field && `: ${field}`}`, old: old ?? null, new: value ?? null },
    needsApproval: false
  })
  if (!stored) return { changes: [change('', null, sent.name ?? sku)], faults: [] }
  const current: Item = { ...stored }
  const changed = Object.entries(variantFields).filter(
    ([field, kind]) => sent[field] !== undefined && !isSameValue(kind, sent[field], current[field])
  )
  const isActive = sent.isActive ?? true
  return {
    changes: [
      ...changed.map(([field]) => change(field, current[field], sent[field])),
      ...(sent.isActive === undefined || isActive === stored.isActive
        ? []
        : [change('isActive', stored.isActive, isActive)])
    ],
    faults: inventoryFaults(sent, { stored, index })
  }
}

function inventoryFaults(
  { initialInventory }: Item,
  { stored, index }: { stored: Variant; index: number }
): ItemFault[] {
  if (initialInventory === undefined || Number(initialInventory ?? 0) === stored.initialInventory) return []
  const message =
    `can't be changed from ${stored.initialInventory}; ` +
    'remove it, or set the stock with `purveyor stock set`'
  return [{ field: `variants/${index}/initialInventory`, code: 'INITIAL_INVENTORY_SET', message }]
}
