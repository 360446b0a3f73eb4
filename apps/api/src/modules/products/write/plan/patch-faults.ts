import { type Fault, invalid, Problem } from '../../../../errors.ts'
import { fault } from '../../../../http/faults.ts'
import { maxVariants, type VariantPatch } from '../../product-patch.ts'
import type { VariantSku } from '../variant-queries.ts'
import type { PatchEdit } from './patch-edits.ts'
import type { EditFault, PlannedEdit } from './plan-queries.ts'

/** A 409 for an entry. `current` is the stored value that the entry conflicts with. */
type Conflict = Fault & { code: 'STOCK_CONFLICT' | 'INSUFFICIENT_STOCK' | 'STOCK_OUTDATED' }

/** The faults of an update, and those that are conflicts with the stored stock. */
export type PatchFaults = { faults: Fault[]; conflicts: Conflict[] }

/** The fields of an edit's stock, which its faults name, with the fields of `variantStock`. */
export const stockNames = { stockChange: 'change', stockExpected: 'expected', stockAsOf: 'asOf' }

/**
 * Throws a 400 with the faults, or else a 409 with the conflicts. Its code is that of the first conflict.
 * Does nothing if both lists are empty.
 */
export function refuse({ faults, conflicts }: PatchFaults): void {
  if (faults.length > 0) throw invalid(faults)
  const [first] = conflicts
  if (first) throw new Problem(first.code, { faults: conflicts, faultCount: conflicts.length })
}

/**
 * Returns the faults of the planned edits of a body: unknown ids of variants, what the stored stock doesn't allow, and
 * changes of the initial inventory.
 */
export function editFaults(
  edits: PatchEdit[],
  planned: PlannedEdit[],
  variants: VariantPatch[]
): PatchFaults {
  const entries = edits.map((edit, n) => ({ ...edit, faults: planned[n]?.faults ?? [], planned: planned[n] }))
  const byIndex = (list: 'variantIndex' | 'stockIndex') =>
    entries
      .flatMap((entry) => (entry[list] === undefined ? [] : [{ ...entry, index: entry[list] }]))
      .sort((one, other) => one.index - other.index)
  const [ofVariants, ofStock] = [byIndex('variantIndex'), byIndex('stockIndex')]
  const isUnknown = ({ faults }: { faults: EditFault[] }) =>
    faults.some(({ code }) => code === 'UNKNOWN_VARIANT')
  const stockFaults = ofStock
    .filter((entry) => !isUnknown(entry))
    .flatMap(({ index, faults }) =>
      faults.map(({ field, code, message, current }): Fault => {
        return {
          ...fault(`/variantStock/${index}/${field}`, code, message),
          ...(current !== undefined && { current })
        }
      })
    )
  return {
    faults: [
      ...ofVariants.filter(isUnknown).map(({ index }) => unknownVariant(`/variants/${index}/id`)),
      ...ofStock.filter(isUnknown).map(({ index }) => unknownVariant(`/variantStock/${index}/variantId`)),
      ...stockFaults.filter(({ code }) => code === 'TOO_LARGE'),
      ...ofVariants.flatMap(({ index, planned }) => inventoryFaults(index, variants[index], planned))
    ],
    conflicts: stockFaults.filter((one) => one.code !== 'TOO_LARGE') as Conflict[]
  }
}

function unknownVariant(pointer: string): Fault {
  return fault(pointer, 'UNKNOWN_VARIANT', 'must be the id of a variant of this product')
}

function inventoryFaults(
  index: number,
  entry: VariantPatch | undefined,
  planned: PlannedEdit | undefined
): Fault[] {
  const stored = planned?.initialInventory ?? null
  if (stored === null || entry?.initialInventory === undefined) return []
  if ((entry.initialInventory ?? 0) === stored) return []
  const message = `can't be changed from ${stored}; use variantStock to set the stock`
  return [fault(`/variants/${index}/initialInventory`, 'INITIAL_INVENTORY_SET', message)]
}

/**
 * True if the entries add variants or send SKUs. In this case `skuFaults` needs all variants of the product.
 */
export function touchesSkus(variants: VariantPatch[]): boolean {
  return variants.some(({ id, sku }) => !id || sku !== undefined)
}

/**
 * Returns a fault if the product would have too many variants, and a fault for each sent SKU that a stored
 * variant already has, unless the body sends a SKU for that variant too. A SKU that is repeated within the
 * body has already been reported by the validation of the body. `stored` are all variants of the product.
 */
export function skuFaults(variants: VariantPatch[], stored: VariantSku[]): Fault[] {
  const created = variants.filter(({ id }) => !id).length
  const count = stored.length + created
  const message = `would exceed the limit of ${maxVariants} variants per product: there would be ${count}`
  const tooMany = created > 0 && count > maxVariants ? [fault('/variants', 'TOO_MANY', message)] : []
  const renamed = new Set(
    variants.flatMap(({ id, sku }) => (id && sku !== undefined ? [id.toLowerCase()] : []))
  )
  const unchanged = new Map(stored.filter(({ id }) => !renamed.has(id)).map(({ id, sku }) => [sku, id]))
  const taken = variants.flatMap(({ sku }, index) => {
    const variantId = sku === undefined ? undefined : unchanged.get(sku)
    if (variantId === undefined) return []
    const message = `is already the SKU of the variant ${variantId} of this product`
    return [{ ...fault(`/variants/${index}/sku`, 'VARIANT_SKU_TAKEN', message), variantId }]
  })
  return [...tooMany, ...taken]
}
