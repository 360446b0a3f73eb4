import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { isCountryCode } from '../../lib/countries.ts'
import { compareDecimal } from '../../lib/decimal.ts'
import { isDecimalText, listOf, recordOf } from '../../lib/shape.ts'
import { currencyFaults } from '../settings/rules.ts'

/** Methods of a vendor: they are read as one list. */
export const maxMethods = 50

/** Weight tiers of all countries of a method. Checking and storing more would take too long. */
const maxTiers = 5_000

/** Finds what a body says wrongly by itself: unknown codes, a country twice, tiers that overlap (contract 4.6). */
export function bodyFaults(body: unknown): Fault[] {
  const rates = listOf(recordOf(body).countryRates).map(recordOf)
  const codes = rates.map(({ countryCode }) => countryCode)
  const repeated = { field: 'countryCode', code: 'REPEATED_COUNTRY' }
  const faults: Fault[] = [...repeatedFaults('/countryRates', codes, repeated), ...currencyFaults(body)]
  const tierCount = rates.reduce((sum, { weightTiers }) => sum + listOf(weightTiers).length, 0)
  if (tierCount > maxTiers) {
    return [
      ...faults,
      fault('/countryRates', 'TOO_MANY', `must have at most ${maxTiers} weight tiers in all`)
    ]
  }
  for (const [index, { countryCode, weightTiers }] of rates.entries()) {
    const pointer = `/countryRates/${index}`
    if (typeof countryCode === 'string' && !isCountryCode(countryCode)) {
      faults.push(fault(`${pointer}/countryCode`, 'INVALID_COUNTRY', 'must be an ISO 3166 code, upper case'))
    }
    faults.push(...tierFaults(`${pointer}/weightTiers`, listOf(weightTiers)))
  }
  return faults
}

function tierFaults(pointer: string, weightTiers: unknown[]): Fault[] {
  const faults: Fault[] = []
  const tiers = weightTiers.flatMap((tier, index) => {
    const { minWeight: min, maxWeight: max } = recordOf(tier)
    return isDecimalText(min) && isDecimalText(max) ? [{ index, min, max }] : []
  })
  for (const { index, min, max } of tiers) {
    if (compareDecimal(min, max) >= 0) {
      faults.push(fault(`${pointer}/${index}/maxWeight`, 'EMPTY_RANGE', 'must be more than minWeight'))
    }
  }
  const sorted = tiers.toSorted((a, b) => compareDecimal(a.min, b.min))
  for (const [position, tier] of sorted.entries()) {
    const before = sorted[position - 1]
    if (before && compareDecimal(tier.min, before.max) < 0) {
      faults.push(fault(`${pointer}/${tier.index}`, 'OVERLAPPING_TIERS', `overlaps entry ${before.index}`))
    }
  }
  return faults
}

/** Finds what does not agree between the fields of a whole method: of a new one, or of the merged result of an update. */
export function methodFaults(method: unknown): Fault[] {
  const { pricingType, weightLimitMin, weightLimitMax, countryRates } = recordOf(method)
  const faults: Fault[] = []
  if (
    isDecimalText(weightLimitMin) &&
    isDecimalText(weightLimitMax) &&
    compareDecimal(weightLimitMin, weightLimitMax) >= 0
  ) {
    faults.push(fault('/weightLimitMax', 'EMPTY_RANGE', 'must be more than weightLimitMin'))
  }
  for (const [index, rate] of listOf(countryRates).entries()) {
    const { flatRate, baseRate, weightTiers } = recordOf(rate)
    const pointer = `/countryRates/${index}`
    const tiers = listOf(weightTiers).length
    if (pricingType === 'WEIGHT_BASED') {
      if (tiers === 0 && (baseRate === undefined || baseRate === null)) {
        faults.push(fault(`${pointer}/baseRate`, 'REQUIRED', 'or a weight tier is required for WEIGHT_BASED'))
      }
    } else {
      if (flatRate === undefined || flatRate === null) {
        faults.push(fault(`${pointer}/flatRate`, 'REQUIRED', 'is required for FLAT_RATE'))
      }
      if (tiers > 0) faults.push(fault(`${pointer}/weightTiers`, 'NOT_ALLOWED', 'is for WEIGHT_BASED only'))
    }
  }
  return faults
}
