import type { Fault } from '../../../errors.ts'
import { recordOf } from '../../../lib/shape.ts'

/**
 * The attributes of an item of a bulk upload, and its categories. A flat item (contract 4.4) has one map for the product and
 * its only variant.
 */
export type ItemAttributes = { categoryIds: readonly string[] } & (
  | { flat: Record<string, unknown> }
  | { attributes: unknown; variants: { attributes?: unknown }[] }
)

/** The faults of an item, with pointers into it. `productCodes`: the keys of a flat map that belong to the product. */
export type CheckedAttributes = { faults: Extract<Fault, { pointer: string }>[]; productCodes: string[] }

/** Divides the map of a flat item into the attributes of the product and those of its variant. */
export function splitFlat(
  flat: Record<string, unknown>,
  productCodes: readonly string[]
): { product: Record<string, unknown>; variant: Record<string, unknown> } {
  const isOfProduct = ([key]: [string, unknown]) => productCodes.includes(key)
  const entries = Object.entries(recordOf(flat))
  return {
    product: Object.fromEntries(entries.filter(isOfProduct)),
    variant: Object.fromEntries(entries.filter((entry) => !isOfProduct(entry)))
  }
}
