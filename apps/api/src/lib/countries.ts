import { iso31661, iso31662 } from 'iso-3166'

const CODES: ReadonlySet<string> = new Set([
  ...iso31661.map((country) => country.alpha2),
  ...iso31662.map((subdivision) => subdivision.code)
])

/**
 * True for an ISO 3166-1 alpha-2 code (`US`) or an ISO 3166-2 subdivision code (`US-CA`) in upper case
 * (contract 4.6). The contract's limit of 10 characters needs no check, because all codes are shorter.
 */
export function isCountryCode(text: string): boolean {
  return CODES.has(text)
}
