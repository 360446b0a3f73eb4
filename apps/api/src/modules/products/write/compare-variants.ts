import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { maxVariants, type VariantPatch, type VariantStock } from '../product-patch.ts'
import type { ChangedVariant, StoredVariant, VariantFields, VariantSku } from './variant-queries.ts'
import type { VariantChanges } from './write-changes.ts'

type Input = {
  /** Entries of the body. */
  variants: VariantPatch[]
  variantStock: VariantStock[]
  /** Of the product's variants those that the entries name. */
  named: StoredVariant[]
  /** Every variant of the product, where SKUs or the number of variants change. */
  all: VariantSku[]
}

/** True if the entries need to know the SKUs of all variants. */
export function touchesSkus(variants: VariantPatch[]): boolean {
  return variants.some(({ id, sku }) => !id || sku !== undefined)
}

/** Compares the entries with what is stored: every fault at its entry, and only what really changes. */
export function changeVariants(input: Input): { changes: VariantChanges; faults: Fault[] } {
  const stored = new Map(input.named.map((variant) => [variant.id, variant]))
  const existing = input.variants.flatMap((entry) => {
    const variant = entry.id && stored.get(entry.id.toLowerCase())
    return variant ? [{ variant, given: givenFieldsOf(entry) }] : []
  })
  const stock = input.variantStock.flatMap(({ variantId, quantity }) => {
    const variant = stored.get(variantId.toLowerCase())
    return variant ? [{ variant, given: { stockOnHand: quantity } }] : []
  })
  const described = existing.flatMap(differences)
  const created = input.variants.filter(({ id }) => !id).map(newVariant)
  return {
    changes: {
      updated: merged([...described, ...stock.flatMap(differences)]),
      created,
      firstPosition: 1 + Math.max(-1, ...input.all.map(({ position }) => position)),
      removed: []
    },
    faults: [...unknownFaults(input, stored), ...inventoryFaults(input, stored), ...skuFaults(input)]
  }
}

type Given = Omit<ChangedVariant, 'id'>

/** The fields of an entry that update a variant; null sets an optional one back to what a new variant has. */
function givenFieldsOf({ id: _, price: __, initialInventory: ___, ...fields }: VariantPatch): Given {
  return {
    ...fields,
    ...(fields.isActive === null && { isActive: true }),
    ...(fields.attributes === null && { attributes: {} })
  } as Given
}

function newVariant({ id: _, price: __, ...fields }: VariantPatch): VariantFields {
  return fields as VariantFields
}

function differences({ variant, given }: { variant: StoredVariant; given: Given }): ChangedVariant[] {
  const changed = Object.entries(given).filter(
    ([field, value]) =>
      value !== undefined && !isDeepStrictEqual(value, variant[field as keyof StoredVariant])
  )
  return changed.length > 0 ? [{ id: variant.id, ...Object.fromEntries(changed) }] : []
}

/** One entry a variant: it may stand in `variants` and in `variantStock`. */
function merged(changes: ChangedVariant[]): ChangedVariant[] {
  const byId = new Map<string, ChangedVariant>()
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), ...change })
  return [...byId.values()]
}

export function unknownVariant(pointer: string): Fault {
  return fault(pointer, 'UNKNOWN_VARIANT', 'is not the id of a variant of this product')
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
    const message = `was ${variant.initialInventory} and stays so: set the stock by variantStock`
    return [fault(`/variants/${index}/initialInventory`, 'INITIAL_INVENTORY_SET', message)]
  })
}

/** SKUs that two variants would have after the change; those of two entries are told without the database. */
function skuFaults({ variants, all }: Input): Fault[] {
  const created = variants.filter(({ id }) => !id).length
  const count = all.length + created
  const tooMany =
    created > 0 && count > maxVariants
      ? [fault('/variants', 'TOO_MANY', `would be ${count} of the product, which may have ${maxVariants}`)]
      : []
  const renamed = new Set(
    variants.flatMap(({ id, sku }) => (id && sku !== undefined ? [id.toLowerCase()] : []))
  )
  const keepers = new Map(all.filter(({ id }) => !renamed.has(id)).map(({ id, sku }) => [sku, id]))
  const taken = variants.flatMap(({ sku }, index) =>
    sku !== undefined && keepers.has(sku)
      ? [fault(`/variants/${index}/sku`, 'VARIANT_SKU_TAKEN', 'is the SKU of another variant of the product')]
      : []
  )
  return [...tooMany, ...taken]
}
