import type { JsonValue } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { variantHistory } from '../fields/history.ts'

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
