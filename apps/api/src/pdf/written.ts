import { formatMoney } from '../lib/decimal.ts'

/** The address object of contract 2.7, as far as it is printed. */
type PrintedAddress = Record<
  'name' | 'company' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode' | 'country' | 'phone',
  string | null
>

/** An amount of 0 or more as people read it: `1,234.50`, with more decimals where it has them. */
export function writtenAmount(decimal: string): string {
  const [whole = '', fraction = ''] = formatMoney(decimal).split('.')
  return `${writtenCount(whole)}.${fraction}`
}

/** A whole number of 0 or more with its thousands apart: `12,000`. */
export function writtenCount(count: string | number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** A timestamp to the minute: `2026-03-01 09:30 UTC`. */
export function writtenMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** The lines of an address that are set, each once. */
export function writtenAddress(address: PrintedAddress): string[] {
  const { name, company, addressLine1, addressLine2, city, state, zipCode, country, phone } = address
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [company, name, addressLine1, addressLine2, place, country, phone]
  return [...new Set(lines.flatMap((line) => (line ? [line] : [])))]
}

/** Letter where that is what printers hold (Unicode's CLDR, `paperSize`), else A4. Country codes; null is unknown. */
export function paperOf(...countries: (string | null)[]): 'A4' | 'LETTER' {
  const known = countries
    .find((country) => country !== null)
    ?.slice(0, 2)
    .toUpperCase()
  return known && letterCountries.has(known) ? 'LETTER' : 'A4'
}

const letterCountries = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))
