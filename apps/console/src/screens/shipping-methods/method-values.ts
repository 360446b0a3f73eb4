import type {
  CountryRate,
  NewCountryRate,
  NewShippingMethod,
  PricingType,
  ShippingMethod
} from '@purveyor/client'
import { pointDecimal } from '../../ui/decimal.ts'

/** What a person types for a range of weights. Numbers are text, as typed. */
export type TierValues = { key: string; minWeight: string; maxWeight: string; rate: string }

/** What a person types for a country. */
export type RateValues = {
  key: string
  countryCode: string
  flatRate: string
  baseRate: string
  tiers: TierValues[]
}

export type MethodValues = {
  name: string
  description: string
  isActive: boolean
  pricingType: PricingType
  weightLimitMin: string
  weightLimitMax: string
  rates: RateValues[]
}

export const emptyMethod: MethodValues = {
  name: '',
  description: '',
  isActive: true,
  pricingType: 'FLAT_RATE',
  weightLimitMin: '',
  weightLimitMax: '',
  rates: []
}

export const emptyRate = { countryCode: '', flatRate: '', baseRate: '', tiers: [] }
export const emptyTier = { minWeight: '', maxWeight: '', rate: '' }

/** Returns what the form shows for a shipping method. */
export function valuesOf(method: ShippingMethod): MethodValues {
  const { name, isActive, pricingType, weightLimitMin, weightLimitMax } = method
  return {
    name,
    description: method.description ?? '',
    isActive,
    pricingType,
    weightLimitMin: textOf(weightLimitMin),
    weightLimitMax: textOf(weightLimitMax),
    rates: method.countryRates.map((rate) => rateValues(rate, pricingType))
  }
}

function rateValues(
  { countryCode, flatRate, baseRate, weightTiers }: CountryRate,
  type: PricingType
): RateValues {
  return {
    // The ids of rates change whenever they are saved.
    key: countryCode,
    countryCode,
    flatRate: type === 'FLAT_RATE' ? flatRate : '',
    baseRate: baseRate ?? '',
    tiers: weightTiers.map(({ minWeight, maxWeight, rate }, index) => ({
      key: `${countryCode}-${index}`,
      minWeight: String(minWeight),
      maxWeight: String(maxWeight),
      rate: String(rate)
    }))
  }
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value)
}

/** Returns the body that saves the values. Only what belongs to the pricing type is sent. */
export function bodyOf(values: MethodValues): NewShippingMethod {
  return {
    name: values.name,
    description: values.description || null,
    isActive: values.isActive,
    pricingType: values.pricingType,
    weightLimitMin: decimalOf(values.weightLimitMin),
    weightLimitMax: decimalOf(values.weightLimitMax),
    countryRates: values.rates.map((rate) => rateOf(rate, values.pricingType))
  }
}

function rateOf({ countryCode, flatRate, baseRate, tiers }: RateValues, type: PricingType): NewCountryRate {
  const code = countryCode.trim()
  if (type === 'FLAT_RATE') return { countryCode: code, flatRate: decimalOf(flatRate) }
  const weightTiers = tiers.map(({ minWeight, maxWeight, rate }) => ({
    minWeight: decimalOf(minWeight) ?? '',
    maxWeight: decimalOf(maxWeight) ?? '',
    rate: decimalOf(rate) ?? ''
  }))
  return { countryCode: code, baseRate: decimalOf(baseRate), weightTiers }
}

/** Returns a number with a point as the decimal sign; null if nothing was typed. */
function decimalOf(text: string): string | null {
  return pointDecimal(text) || null
}

const rateField = /^\/countryRates\/\d+\/(countryCode|flatRate|baseRate|weightTiers(\/\d+(\/\w+)?)?)$/
const fields = new Set(['/name', '/description', '/weightLimitMin', '/weightLimitMax'])

/** True for the pointers of errors that the form shows at a field. */
export function isField(pointer: string): boolean {
  return fields.has(pointer) || rateField.test(pointer)
}

/** Returns the lowest charge, as text, of methods with a flat rate; undefined without countries. */
export function lowestRate({ pricingType, countryRates }: ShippingMethod): string | undefined {
  if (pricingType !== 'FLAT_RATE') return undefined
  return countryRates.map(({ flatRate }) => flatRate).sort((a, b) => Number(a) - Number(b))[0]
}
