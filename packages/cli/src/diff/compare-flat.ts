import type { Product, Variant } from '@purveyor/client'
import { isLive } from '../pull/current-texts.ts'
import { type FlatField, flatFields, flatValues, flatVariant } from '../pull/flat-item.ts'
import type { Comparison, FieldChange, Item, ItemFault } from './changes.ts'
import { isSameValue, type ValueKind } from './values.ts'

const kinds: Partial<Record<FlatField, ValueKind>> = {
  vendor_price: 'number',
  amount: 'number',
  min_qty: 'number',
  weight: 'number',
  category_ids: 'ids',
  full_description: 'html'
}
/** The fields whose changes on live products wait for approval. */
const moderated: readonly string[] = ['product', 'full_description']

/** Compares a flat item (contract 4.4) with its product. Fields that the item doesn't have stay as they are. */
export function compareFlat(item: Item, product: Product): Comparison {
  const variant = flatVariant(product)
  if (!variant) return { changes: [], faults: [variantFault(product)] }
  const stored: Record<string, string> = flatValues(product, variant)
  // The product was found by its code.
  const sent = flatFields.filter((field) => field !== 'code' && !isLeftOut(item[field]))
  const changes = sent
    .filter((field) => !isSameValue(kinds[field] ?? 'line', item[field], stored[field]))
    .map((field): FieldChange => {
      const needsApproval = isLive(product) && moderated.includes(field)
      const old = field === 'unspsc' ? oldCode(item, { product, variant }) : (stored[field] ?? null)
      return { field, old, new: item[field], needsApproval }
    })
  return { changes, faults: [] }
}

/** Returns the code that `unspsc` would change: that of the variant, or else that of the product. */
function oldCode({ unspsc }: Item, { product, variant }: { product: Product; variant: Variant }): unknown {
  const code = variant.attributes.unspc ?? null
  return isSameValue('line', unspsc, code) ? product.unspc : code
}

/** The service treats null and empty text in a flat item as left out. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function variantFault({ variants }: Product): ItemFault {
  if (variants.length === 0) {
    const message = 'is the SKU of a product that has no variant to update'
    return { field: 'code', code: 'NO_VARIANT', message }
  }
  const message =
    `is the SKU of a product with ${variants.length} variants, none of which has this SKU; ` +
    'use `purveyor pull --format ndjson` to see them'
  return { field: 'code', code: 'VARIANT_REQUIRED', message }
}
