import type { Product } from '@purveyor/client'
import { compareFlat } from './compare-flat.ts'
import { compareProduct } from './compare-product.ts'

/** An item of a bulk upload (contract 4.4). */
export type Item = Record<string, unknown>

/** A field that a push would change. Null means no value. */
export type FieldChange = {
  field: string
  old: unknown
  new: unknown
  /** True if the change of a live product waits for approval. */
  needsApproval: boolean
}

/** Why an item can't update the product with its SKU, with the code that the service would report. */
export type ItemFault = { field: string; code: string; message: string }

/** What a push would do with a product. */
export type Comparison = { changes: FieldChange[]; faults: ItemFault[] }

/** Returns the SKU by which an item finds its product, or undefined if the item has none. */
export function skuOf(item: Item): string | undefined {
  const sku = isProductItem(item) ? item.sku : item.code
  const text = typeof sku === 'string' || typeof sku === 'number' ? String(sku).trim() : ''
  return text === '' ? undefined : text
}

/** Returns the name of the product that an item describes. */
export function nameOf(item: Item): string {
  return String((isProductItem(item) ? item.name : item.product) ?? '').trim()
}

/** Compares an item with the product that has its SKU, as an upload with `on_existing=update` does. */
export function compareItem(item: Item, product: Product): Comparison {
  return isProductItem(item) ? compareProduct(item, product) : compareFlat(item, product)
}

/** True for an item that has the fields of `POST /vendor/products`. */
function isProductItem(item: Item): boolean {
  return Object.hasOwn(item, 'variants')
}
