import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { maxVariants, type VariantPatch, type VariantStock } from '../product-patch.ts'
import { compareStock, type StockFaults } from './compare-stock.ts'
import type { ChangedVariant, StoredVariant, VariantFields, VariantSku } from './variant-queries.ts'
import type { VariantChanges } from './write-changes.ts'

type Input = {
  /** `variants` and `variantStock` of the request's body. */
  variants: VariantPatch[]
  variantStock: VariantStock[]
  /** The stored variants that the entries refer to by id. */
  referenced: StoredVariant[]
  /** All variants of the product. Can be empty if `touchesSkus` is false. */
  all: VariantSku[]
}

/**
 * True if the entries add variants or send SKUs. In this case `changeVariants` needs all variants of the
 * product.
 */
export function touchesSkus(variants: VariantPatch[]): boolean {
  return variants.some(({ id, sku }) => !id || sku !== undefined)
}

/**
 * Compares the entries with the stored variants. Returns only values that differ, all faults of the entries,
 * and the entries of `variantStock` that conflict with the stored stock.
 */
export function changeVariants(input: Input): StockFaults & { changes: VariantChanges } {
  const stored = new Map(input.referenced.map((variant) => [variant.id, variant]))
  const existing = input.variants.flatMap((entry) => {
    const variant = entry.id && stored.get(entry.id.toLowerCase())
    return variant ? [{ variant, given: givenFieldsOf(entry) }] : []
  })
  const stock = input.variantStock.flatMap((entry, index) => {
    const variant = stored.get(entry.variantId.toLowerCase())
    return variant ? [{ variant, ...compareStock(entry, { index, stored: variant }) }] : []
  })
  const fromVariants = existing.flatMap(differences)
  const created = input.variants.filter(({ id }) => !id).map(newVariant)
  return {
    changes: {
      updated: merged([...fromVariants, ...stock.flatMap(differences)]),
      created,
      firstPosition: 1 + Math.max(-1, ...input.all.map(({ position }) => position)),
      removed: []
    },
    faults: [
      ...unknownFaults(input, stored),
      ...stock.flatMap(({ faults }) => faults),
      ...inventoryFaults(input, stored),
      ...countAndSkuFaults(input)
    ],
    conflicts: stock.flatMap(({ conflicts }) => conflicts)
  }
}

type Given = Omit<ChangedVariant, 'id'>

/**
 * Returns the fields of an entry without the id, `price` and `initialInventory`, which an update can't
 * change. If `isActive` or `attributes` is null, it is replaced by the default value of a new variant. The
 * UNSPSC code changes only if the attributes contain it.
 */
function givenFieldsOf({ id: _, price: __, initialInventory: ___, ...entry }: VariantPatch): Given {
  const { attributes, ...fields } = entry
  const { unspc, ...others } = attributes ?? {}
  return {
    ...fields,
    ...(fields.isActive === null && { isActive: true }),
    ...(attributes !== undefined && { attributes: others }),
    ...(unspc !== undefined && { unspc })
  } as Given
}

function newVariant({ id: _, price: __, ...fields }: VariantPatch): VariantFields {
  return fields as VariantFields
}

/**
 * Returns the change of a variant to the given values, with only the values that differ from the stored ones.
 * Returns an empty array if none differs. Values that are undefined are ignored.
 */
export function differences({
  variant,
  given
}: {
  variant: Pick<StoredVariant, 'id'> & Partial<StoredVariant>
  given: Given
}): ChangedVariant[] {
  const changed = Object.entries(given).filter(
    ([field, value]) =>
      value !== undefined && !isDeepStrictEqual(value, variant[field as keyof StoredVariant])
  )
  return changed.length > 0 ? [{ id: variant.id, ...Object.fromEntries(changed) }] : []
}

/**
 * Merges changes of the same variant into one. A body can change a variant in both `variants` and
 * `variantStock`.
 */
function merged(changes: ChangedVariant[]): ChangedVariant[] {
  const byId = new Map<string, ChangedVariant>()
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), ...change })
  return [...byId.values()]
}

/** Returns the fault for an id that doesn't belong to a variant of the product. */
export function unknownVariant(pointer: string): Fault {
  return fault(pointer, 'UNKNOWN_VARIANT', 'must be the id of a variant of this product')
}

function unknownFaults({ variants, variantStock }: Input, stored: Map<string, StoredVariant>): Fault[] {
  const unknown = (id: string | null | undefined, pointer: string) =>
    id && !stored.has(id.toLowerCase()) ? [unknownVariant(pointer)] : []
  return [
    ...variants.flatMap(({ id }, index) => unknown(id, `/variants/${index}/id`)),
    ...variantStock.flatMap(({ variantId }, index) => unknown(variantId, `/variantStock/${index}/variantId`))
  ]
}

function inventoryFaults({ variants }: Input, stored: Map<string, StoredVariant>): Fault[] {
  return variants.flatMap(({ id, initialInventory }, index) => {
    const variant = id && stored.get(id.toLowerCase())
    if (!variant || initialInventory === undefined || (initialInventory ?? 0) === variant.initialInventory)
      return []
    const message = `can't be changed from ${variant.initialInventory}; use variantStock to set the stock`
    return [fault(`/variants/${index}/initialInventory`, 'INITIAL_INVENTORY_SET', message)]
  })
}

/**
 * Returns a fault if the product would have too many variants, and a fault for each sent SKU that a stored
 * variant already has, unless the body sends a SKU for that variant too. A SKU that is repeated within the
 * body has already been reported by the validation of the body.
 */
function countAndSkuFaults({ variants, all }: Input): Fault[] {
  const created = variants.filter(({ id }) => !id).length
  const count = all.length + created
  const tooMany =
    created > 0 && count > maxVariants
      ? [
          fault(
            '/variants',
            'TOO_MANY',
            `would exceed the limit of ${maxVariants} variants per product: there would be ${count}`
          )
        ]
      : []
  const renamed = new Set(
    variants.flatMap(({ id, sku }) => (id && sku !== undefined ? [id.toLowerCase()] : []))
  )
  const unchanged = new Map(all.filter(({ id }) => !renamed.has(id)).map(({ id, sku }) => [sku, id]))
  const taken = variants.flatMap(({ sku }, index) => {
    const variantId = sku === undefined ? undefined : unchanged.get(sku)
    if (variantId === undefined) return []
    const message = `is already the SKU of the variant ${variantId} of this product`
    return [{ ...fault(`/variants/${index}/sku`, 'VARIANT_SKU_TAKEN', message), variantId }]
  })
  return [...tooMany, ...taken]
}
