import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { isCountryCode } from '../../lib/countries.ts'
import { isCurrency } from '../../lib/currencies.ts'
import { compareDecimal } from '../../lib/decimal.ts'
import { isDecimalText, listOf, recordOf } from '../../lib/shape.ts'

/** Weight tiers of all countries of a method. Checking and storing more would take too long. */
export const maxTiers = 5_000

/** What a body says wrongly by itself: unknown codes, a country twice, tiers that overlap (specification 4.6). */
export function bodyFaults(body: unknown): Fault[] {
  const { currency, countryRates } = recordOf(body)
  const rates = listOf(countryRates).map(recordOf)
  const faults: Fault[] = repeatedFaults(
    '/countryRates',
    rates.map((rate) => rate.countryCode),
    {
      field: 'countryCode',
      code: 'REPEATED_COUNTRY'
    }
  )
  if (typeof currency === 'string' && !isCurrency(currency)) {
    faults.push(fault('/currency', 'INVALID_CURRENCY', 'must be an ISO 4217 code, upper case'))
  }
  const tierCount = rates.reduce((sum, { weightTiers }) => sum + listOf(weightTiers).length, 0)
  if (tierCount > maxTiers) {
    faults.push(fault('/countryRates', 'TOO_MANY', `must have at most ${maxTiers} weight tiers in all`))
    return faults
  }
  for (const [index, { countryCode, weightTiers }] of rates.entries()) {
    const place = `/countryRates/${index}`
    if (typeof countryCode === 'string' && !isCountryCode(countryCode)) {
      faults.push(fault(`${place}/countryCode`, 'INVALID_COUNTRY', 'must be an ISO 3166 code, upper case'))
    }
    for (const found of tierFaults(`${place}/weightTiers`, weightTiers)) faults.push(found)
  }
  return faults
}

function tierFaults(place: string, weightTiers: unknown): Fault[] {
  const faults: Fault[] = []
  const tiers = listOf(weightTiers)
    .map(
      (tier, index) =>
        ({ index, ...recordOf(tier) }) as { index: number; minWeight?: unknown; maxWeight?: unknown }
    )
    .flatMap(({ index, minWeight: min, maxWeight: max }) =>
      isDecimalText(min) && isDecimalText(max) ? [{ index, min, max }] : []
    )
  for (const { index, min, max } of tiers) {
    if (compareDecimal(min, max) >= 0) {
      faults.push(fault(`${place}/${index}/maxWeight`, 'EMPTY_RANGE', 'must be more than minWeight'))
    }
  }
  const sorted = tiers.toSorted((a, b) => compareDecimal(a.min, b.min))
  for (const [position, tier] of sorted.entries()) {
    const before = sorted[position - 1]
    if (before && compareDecimal(tier.min, before.max) < 0) {
      faults.push(fault(`${place}/${tier.index}`, 'OVERLAPPING_TIERS', `overlaps entry ${before.index}`))
    }
  }
  return faults
}

/** What must agree between the fields of a whole method: of a new one, or of the merged result of an update. */
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
    const place = `/countryRates/${index}`
    const tiers = listOf(weightTiers).length
    if (pricingType === 'WEIGHT_BASED') {
      if (tiers === 0 && (baseRate === undefined || baseRate === null)) {
        faults.push(fault(`${place}/baseRate`, 'REQUIRED', 'or a weight tier is required for WEIGHT_BASED'))
      }
    } else {
      if (flatRate === undefined || flatRate === null) {
        faults.push(fault(`${place}/flatRate`, 'REQUIRED', 'is required for FLAT_RATE'))
      }
      if (tiers > 0) faults.push(fault(`${place}/weightTiers`, 'NOT_ALLOWED', 'is for WEIGHT_BASED only'))
    }
  }
  return faults
}
