import { isDeepStrictEqual } from 'node:util'
import type { Origin } from '../../../events.ts'
import type { StoredCorrection } from '../../products/write/correction-queries.ts'
import type { FieldChange } from '../../products/write/plan/field-changes.ts'

/**
 * Returns the corrections of a product after further ones. If a value is corrected again, the vendor's value stays that
 * before the first correction. A value that is the vendor's again is no longer corrected.
 */
export function mergeCorrections(
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
