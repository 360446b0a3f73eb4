import { formatCount, formatSignedAmount } from '../../../../pdf/formatting.ts'

/** Returns `1 order`, `2 orders`: the count by the rules of English, with the number formatted. */
export function counted(count: number, one: string, other: string): string {
  return `${formatCount(count)} ${count === 1 ? one : other}`
}

/** Returns `A, B and C`. */
export function listed(values: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(values)
}

/** Formats an amount of a currency, such as `1,234.50 USD`. */
export function money(decimal: string, currency: string): string {
  return `${formatSignedAmount(decimal)} ${currency}`
}

/** Formats a recent timestamp by the clocks of a time zone, such as `Fri 27 Nov, 14:05`. */
export function dateTime(timestamp: string, timeZone: string): string {
  const date = formatIn(timestamp, timeZone, { weekday: 'short', day: 'numeric', month: 'short' })
  return `${date.replace(',', '')}, ${formatIn(timestamp, timeZone, { hour: '2-digit', minute: '2-digit' })}`
}

/** Formats the day of a timestamp by the clocks of a time zone, such as `27 Nov 2026`. */
export function day(timestamp: string, timeZone: string): string {
  return formatIn(timestamp, timeZone, { day: 'numeric', month: 'short', year: 'numeric' })
}

function formatIn(timestamp: string, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(new Date(timestamp))
}
