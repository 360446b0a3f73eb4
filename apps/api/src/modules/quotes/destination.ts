import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { isCountryCode } from '../../lib/countries.ts'
import { recordOf } from '../../lib/shape.ts'

/**
 * The destination of an order: the ISO 3166 codes of the country and, if known, of the subdivision. The rates
 * of shipping methods use the same codes.
 */
export type Destination = { country: string; subdivision: string | null }

/**
 * Returns the destination of an address. `state` can be a code such as `CA` or `US-CA`, in either case. With
 * any other `state`, the subdivision is null.
 */
export function destinationOf({ country, state }: { country: string; state?: string | null }): Destination {
  const code = state?.toUpperCase() ?? ''
  const candidates = [`${country}-${code}`, code].filter((candidate) => candidate.startsWith(`${country}-`))
  return { country, subdivision: candidates.find(isCountryCode) ?? null }
}

/** Returns a fault if the country of `shipTo` is text, but not the ISO 3166-1 code of a country. */
export function countryFaults(shipTo: unknown): Fault[] {
  const { country } = recordOf(shipTo)
  if (typeof country !== 'string' || (country.length === 2 && isCountryCode(country))) return []
  return [
    fault(
      '/shipTo/country',
      'INVALID_COUNTRY',
      'must be an ISO 3166-1 alpha-2 code in upper case, such as US'
    )
  ]
}
