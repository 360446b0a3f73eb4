import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { isCountryCode } from '../../lib/countries.ts'
import { compareDecimal } from '../../lib/decimal.ts'
import { isDecimalText, listOf, recordOf } from '../../lib/shape.ts'
import { currencyFaults } from '../settings/rules.ts'

/** The maximum number of shipping methods per vendor. The list of shipping methods isn't paged. */
export const maxMethods = 50

/** The maximum number of weight tiers per shipping method. More would take too long to check and store. */
const maxTiers = 5_000

/**
 * Returns the faults of a body that can be found without the stored shipping method: unknown codes, repeated
 * countries and overlapping weight tiers (contract 4.6).
 */
export function methodBodyFaults(body: unknown): Fault[] {
  const rates = listOf(recordOf(body).countryRates).map(recordOf)
  const codes = rates.map(({ countryCode }) => countryCode)
  const repeated = { field: 'countryCode', code: 'REPEATED_COUNTRY' }
  const faults: Fault[] = [...repeatedFaults('/countryRates', codes, repeated), ...currencyFaults(body)]
  const tierCount = rates.reduce((sum, { weightTiers }) => sum + listOf(weightTiers).length, 0)
  if (tierCount > maxTiers) {
    return [
      ...faults,
      fault('/countryRates', 'TOO_MANY', `must have at most ${maxTiers} weight tiers in total`)
    ]
  }
  for (const [index, { countryCode, weightTiers }] of rates.entries()) {
    const pointer = `/countryRates/${index}`
    if (typeof countryCode === 'string' && !isCountryCode(countryCode)) {
      const message = 'must be an ISO 3166 code in upper case, such as US or US-CA'
      faults.push(fault(`${pointer}/countryCode`, 'INVALID_COUNTRY', message))
    }
    faults.push(...tierFaults(`${pointer}/weightTiers`, listOf(weightTiers)))
  }
  return faults
}

/** Returns a fault for each weight tier whose range is empty or overlaps another tier's range. */
function tierFaults(pointer: string, weightTiers: unknown[]): Fault[] {
  const faults: Fault[] = []
  const tiers = weightTiers.flatMap((tier, index) => {
    const { minWeight: min, maxWeight: max } = recordOf(tier)
    return isDecimalText(min) && isDecimalText(max) ? [{ index, min, max }] : []
  })
  for (const { index, min, max } of tiers) {
    if (compareDecimal(min, max) >= 0) {
      faults.push(fault(`${pointer}/${index}/maxWeight`, 'EMPTY_RANGE', 'must be greater than minWeight'))
    }
  }
  const sorted = tiers.toSorted((a, b) => compareDecimal(a.min, b.min))
  for (const [position, tier] of sorted.entries()) {
    const previous = sorted[position - 1]
    if (previous && compareDecimal(tier.min, previous.max) < 0) {
      const message = `must not overlap the weight tier at index ${previous.index}`
      faults.push(fault(`${pointer}/${tier.index}`, 'OVERLAPPING_TIERS', message))
    }
  }
  return faults
}

/**
 * Returns a fault for each field of a shipping method that doesn't agree with another field. `method` is the
 * body that creates the shipping method, or the stored shipping method merged with a patch.
 */
export function methodFaults(method: unknown): Fault[] {
  const { pricingType, weightLimitMin, weightLimitMax, countryRates } = recordOf(method)
  const faults: Fault[] = []
  if (
    isDecimalText(weightLimitMin) &&
    isDecimalText(weightLimitMax) &&
    compareDecimal(weightLimitMin, weightLimitMax) >= 0
  ) {
    faults.push(fault('/weightLimitMax', 'EMPTY_RANGE', 'must be greater than weightLimitMin'))
  }
  for (const [index, rate] of listOf(countryRates).entries()) {
    const { flatRate, baseRate, weightTiers } = recordOf(rate)
    const pointer = `/countryRates/${index}`
    const tiers = listOf(weightTiers).length
    if (pricingType === 'WEIGHT_BASED') {
      if (tiers === 0 && (baseRate === undefined || baseRate === null)) {
        const message = 'is required for WEIGHT_BASED pricing unless there are weight tiers'
        faults.push(fault(`${pointer}/baseRate`, 'REQUIRED', message))
      }
    } else {
      if (flatRate === undefined || flatRate === null) {
        faults.push(fault(`${pointer}/flatRate`, 'REQUIRED', 'is required for FLAT_RATE pricing'))
      }
      if (tiers > 0) {
        const message = 'is accepted only for WEIGHT_BASED pricing'
        faults.push(fault(`${pointer}/weightTiers`, 'NOT_ALLOWED', message))
      }
    }
  }
  return faults
}
