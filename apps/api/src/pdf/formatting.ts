import { formatMoney } from '../lib/decimal.ts'

/** The printed fields of an address (contract 2.7). */
type PrintedAddress = Record<
  'name' | 'company' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode' | 'country' | 'phone',
  string | null
>

/** Formats an amount that isn't negative, with thousands separators and at least two decimals: `1,234.50`. */
export function formatAmount(decimal: string): string {
  const [whole = '', fraction = ''] = formatMoney(decimal).split('.')
  return `${formatCount(whole)}.${fraction}`
}

/** Formats a whole number that isn't negative, with thousands separators: `12,000`. */
export function formatCount(count: string | number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * Formats an amount that already has the decimals of its currency, with thousands separators and, if it is negative, a
 * minus sign: `−1,234.50`.
 */
export function formatSignedAmount(decimal: string): string {
  const [whole = '', fraction] = decimal.replace('-', '').split('.')
  const amount = fraction === undefined ? formatCount(whole) : `${formatCount(whole)}.${fraction}`
  return decimal.startsWith('-') ? `−${amount}` : amount
}

/** Formats a timestamp to the minute: `2026-03-01 09:30 UTC`. */
export function formatTimestamp(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/**
 * Returns the printed lines of an address, without empty lines and without lines that repeat an earlier line.
 */
export function formatAddress(address: PrintedAddress): string[] {
  const { name, company, addressLine1, addressLine2, city, state, zipCode, country, phone } = address
  const cityLine = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [company, name, addressLine1, addressLine2, cityLine, country, phone]
  return [...new Set(lines.flatMap((line) => (line ? [line] : [])))]
}

/**
 * Returns the usual paper size (CLDR's `paperSize`) of a country. The country is the first of the country
 * codes that isn't null.
 */
export function paperSizeFor(...countries: (string | null)[]): 'A4' | 'LETTER' {
  const country = countries
    .find((country) => country !== null)
    ?.slice(0, 2)
    .toUpperCase()
  return country && letterCountries.has(country) ? 'LETTER' : 'A4'
}

const letterCountries = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))
