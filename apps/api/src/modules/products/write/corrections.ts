import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { variantHistory } from '../fields/history.ts'
import type { FieldChange } from './plan/field-changes.ts'

/** A correction as it is stored (contract 2.1). Its values have the form of the history. */
export type StoredCorrection = {
  field: string
  /** The variant to which the field belongs, or null if it belongs to the product. */
  variantId: string | null
  vendorValue: JsonValue
  correctedValue: JsonValue
  correctedAt: string
  correctedBy: { type: Origin['actor']['type']; id: string | null; name: string }
}

/**
 * Returns the corrections of a product after further ones. If a value is corrected again, the vendor's value stays that
 * before the first correction. A value that is the vendor's again is no longer corrected.
 */
export function withCorrections(
  stored: StoredCorrection[],
  changes: FieldChange[],
  { actor, at }: Pick<Origin, 'actor'> & { at: string }
): StoredCorrection[] {
  const corrections = new Map(stored.map((one) => [keyOf(one), one]))
  const correctedBy = { type: actor.type, id: actor.id, name: actor.name }
  for (const { field, variantId, old, new: correctedValue } of changes) {
    const key = keyOf({ field, variantId })
    const earlier = corrections.get(key)
    const isOfThisValue = isDeepStrictEqual(earlier?.correctedValue, old)
    const vendorValue = earlier && isOfThisValue ? earlier.vendorValue : old
    if (isDeepStrictEqual(vendorValue, correctedValue)) corrections.delete(key)
    else {
      const values = { vendorValue, correctedValue, correctedAt: at, correctedBy }
      corrections.set(key, { field, variantId, ...values })
    }
  }
  return [...corrections.values()]
}

function keyOf({ field, variantId }: Pick<StoredCorrection, 'field' | 'variantId'>): string {
  return `${variantId ?? ''} ${field}`
}

/** True if the variant of the correction `c` still has the corrected value. */
const isOnVariant = `exists (
  select from variants v where v.id = (c.correction ->> 'variantId')::uuid
    and nullif(${variantHistory.values('v')} -> (c.correction ->> 'field'), 'null')
      is not distinct from nullif(c.correction -> 'correctedValue', 'null'))`

/** True if an update `f` (see `updateProducts`) doesn't change the value of the product that the correction `c` is about. */
const isOnProduct = `case when is_live(p.status)
    then not c.correction ->> 'field' = any(coalesce(f.unstages, '{}'))
      and (f.stages -> (c.correction ->> 'field') is null
        or f.stages -> (c.correction ->> 'field') = c.correction -> 'correctedValue')
    else not g.given ? (c.correction ->> 'field') end`

/**
 * SQL for the corrections of the row `p` of `products` that are left after the vendor has changed the product: those whose
 * values still are the corrected ones. Variants must be written before.
 */
export const remainingCorrections = `(
  select jsonb_agg(c.correction order by c.n)
  from jsonb_array_elements(p.corrections) with ordinality as c (correction, n)
  where case when c.correction ->> 'variantId' is null then ${isOnProduct}
    else is_live(p.status) or f."variantFields" is null or ${isOnVariant} end)`
