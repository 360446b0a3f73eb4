import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { isCountryCode } from '../../../lib/countries.ts'

/** Where an order goes, as the rates of shipping methods name it. */
export type Destination = { country: string; subdivision: string | null }

/** A vendor's shipping method in the light of one order; the charge is decimal text, null where it has none. */
export type OfferedMethod = {
  methodName: string
  methodIsVendors: boolean
  methodIsActive: boolean
  /** Whether its rates are in the marketplace's currency. */
  methodHasCurrency: boolean
  methodHasRates: boolean
  hasRate: boolean
  /** The total weight of the lines, null when one is unknown, and how it stands to the limits, which are allowed themselves. */
  weight: string | null
  isTooLight: boolean
  isTooHeavy: boolean
  shipping: string | null
}

/** The subdivision is that of the state's code, alone (`CA`) or with the country's (`US-CA`), in either case. */
export function destinationOf({ country, state }: { country: string; state?: string | null }): Destination {
  const code = state?.toUpperCase() ?? ''
  const candidates = [`${country}-${code}`, code].filter((one) => one.startsWith(`${country}-`))
  return { country, subdivision: candidates.find(isCountryCode) ?? null }
}

/** Why a vendor's method cannot carry its part of an order, at that part's `shippingMethodId`; the first reason there is. */
export function shippingFaults(place: string, method: OfferedMethod | undefined): Fault[] {
  const refused = (code: string, message: string) => [fault(`${place}/shippingMethodId`, code, message)]
  if (!method) return refused('UNKNOWN_ID', 'is no known shipping method')
  if (!method.methodIsVendors) return refused('OTHER_VENDOR', 'is a shipping method of another vendor')
  if (!method.methodIsActive) return refused('INACTIVE', 'is not active')
  if (!method.methodHasCurrency)
    return refused('OTHER_CURRENCY', 'has rates in another currency than the marketplace')
  if (!method.methodHasRates) return refused('NO_RATE', 'has no rates')
  if (!method.hasRate) return refused('NO_RATE', 'has no rate for the destination')
  if (method.weight === null) return []
  const weight = `the total weight of ${method.weight}`
  if (method.isTooLight)
    return refused('WEIGHT_NOT_SERVED', `does not carry ${weight}: it is below the limit`)
  if (method.isTooHeavy)
    return refused('WEIGHT_NOT_SERVED', `does not carry ${weight}: it is above the limit`)
  if (method.shipping === null) return refused('WEIGHT_NOT_SERVED', `has no tier for ${weight}`)
  return []
}
