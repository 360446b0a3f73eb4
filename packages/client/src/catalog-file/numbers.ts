import { convertWeight, type Market, meansCurrency, splitCurrency, splitWeight } from './market.ts'

/** A number that was read from a cell, as canonical text, or the reason why it can't be read. */
export type ReadNumber =
  | { ok: true; text: string }
  | { ok: false; message: string; code?: 'WRONG_CURRENCY' | 'UNKNOWN_UNIT' }

/** How the numbers of a file are written. */
export type NumberReading = {
  /** True if the file probably has decimal commas. */
  decimalComma?: boolean
  /** What the marketplace expects. Without it, any currency is accepted, and no unit of weights. */
  market?: Market | undefined
  /** The currency or the unit of weights that the name of the column has. */
  columnUnit?: string | undefined
}

const SPACES = /[\s\u00A0\u202F\u2009]/gu
/** A number that a spreadsheet shows in scientific notation: `1.23E+12`. */
const SCIENTIFIC = /^[-+]?\d(?:[.,]\d+)?E[-+]\d{1,3}$/i

/** True if a spreadsheet has replaced the digits of a number by scientific notation. */
export function isScientific(text: string): boolean {
  return SCIENTIFIC.test(text)
}

/**
 * Reads a price: digits with a decimal point or comma, thousands separators and a currency, such as `$1,234.50` or
 * `1.234,50 €`. Doesn't guess: `1,234` could be 1234 or 1.234, so it is refused. So is `1.234` if the file probably has
 * decimal commas, and a price in another currency than that of the marketplace.
 */
export function readPrice(cell: string, reading: NumberReading = {}): ReadNumber {
  const { amount, marks } = splitCurrency(cell)
  const { decimalComma, columnUnit } = reading
  const found = marks.length > 0 || columnUnit === undefined ? marks : [columnUnit]
  const other = otherCurrency(found, reading.market)
  if (other !== undefined) return other
  if (decimalComma && /^[1-9]\d{0,2}\.\d{3}$/.test(amount)) return ambiguous(amount, '.')
  const isDollar = marks.some((mark) => mark.includes('$') || mark.toUpperCase() === 'USD')
  return readDecimal(amount, { isDollar, example: '12.50' })
}

function otherCurrency(marks: string[], market: Market | undefined): ReadNumber | undefined {
  const other = market && marks.find((mark) => !meansCurrency(mark, market.currency))
  if (other === undefined) return undefined
  const message = `is in another currency (${other}) than the prices of the marketplace, which are in ${market?.currency}; convert it`
  return { ok: false, code: 'WRONG_CURRENCY', message }
}

/**
 * Reads a weight, such as `2.5`, `0,35 kg` or `12 oz`, and converts it to the unit of the marketplace. A number without a
 * unit is in the unit that the name of the column has, or else in that of the marketplace.
 */
export function readWeight(cell: string, { market, columnUnit }: NumberReading = {}): ReadNumber {
  const { amount, unit = columnUnit } = splitWeight(cell)
  const read = readDecimal(amount, { example: market ? `2.5 or 2.5 ${market.weightUnit}` : '2.5' })
  if (!read.ok || unit === undefined) return read
  if (market) return { ok: true, text: convertWeight(read.text, unit, market.weightUnit) }
  return { ok: false, code: 'UNKNOWN_UNIT', message: 'must be a number without a unit' }
}

/** Reads a decimal of 0 or more, such as a weight. */
export function readDecimal(
  cell: string,
  { isDollar = false, example = '2.5' }: { isDollar?: boolean; example?: string } = {}
): ReadNumber {
  const text = cell.trim()
  if (isScientific(text)) return { ok: false, message: ruined }
  if (/^(?:-\s*[\d.,]+|\(\s*[\d.,]+\s*\))$/.test(text)) return { ok: false, message: 'must be 0 or more' }
  const digits = text.replace(/(?<=\d)[\s\u00A0\u202F\u2009'’](?=\d{3}(?!\d))/gu, '').replace(SPACES, ' ')
  if (/^(?:\d+\.?\d*|\.\d+)$/.test(digits)) return decimal(digits)
  if (/^\d{1,3}(?:,\d{3})+\.\d*$/.test(digits)) return decimal(digits.replaceAll(',', ''))
  if (/^\d{1,3}(?:\.\d{3})+,\d*$/.test(digits)) return decimal(digits.replaceAll('.', '').replace(',', '.'))
  if (/^\d{1,3}(?:,\d{3}){2,}$/.test(digits)) return decimal(digits.replaceAll(',', ''))
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return decimal(digits.replaceAll('.', ''))
  if (/^[1-9]\d{0,2},\d{3}$/.test(digits)) {
    if (isDollar) return decimal(digits.replace(',', ''))
    return ambiguous(digits, ',')
  }
  if (/^\d+,\d+$/.test(digits)) return decimal(digits.replace(',', '.'))
  return { ok: false, message: `must be a number such as ${example}` }
}

/** Reads a whole number of 0 or more, such as `12`, `12.0` or `1,200`. */
export function readWhole(cell: string): ReadNumber {
  const text = cell.trim()
  if (isScientific(text)) return { ok: false, message: ruined }
  if (/^-\s*\d[\d.,]*$/.test(text)) return { ok: false, message: 'must be 0 or more' }
  if (/^[1-9]\d{0,2}\.000$/.test(text)) {
    const digits = text.replace('.', '')
    return { ok: false, message: `could mean ${digits} or ${text.slice(0, -4)}; write it without a point` }
  }
  const whole = text.replace(/[.]0*$/, '')
  if (/^\d+$/.test(whole)) return { ok: true, text: withoutZeros(whole) }
  if (/^\d{1,3}(?:[,\s\u00A0\u202F'’]\d{3})+$/u.test(whole)) {
    return { ok: true, text: withoutZeros(whole.replace(/\D/g, '')) }
  }
  return { ok: false, message: 'must be a whole number such as 12' }
}

/** A separator before three digits separates thousands in some countries, and decimals in others. */
function ambiguous(digits: string, separator: ',' | '.'): ReadNumber {
  const [whole, rest] = digits.split(separator)
  const advice = separator === ',' ? 'without a comma' : `as ${whole}${rest} or ${whole}.${rest}0`
  return { ok: false, message: `could mean ${whole}${rest} or ${whole}.${rest}; write it ${advice}` }
}

/** What to do about a number that a spreadsheet has ruined. */
export const ruined = 'was shortened by a spreadsheet; enter all digits, as text'

function decimal(digits: string): ReadNumber {
  const [whole = '', fraction = ''] = digits.split('.')
  return { ok: true, text: `${withoutZeros(whole)}${fraction === '' ? '' : `.${fraction}`}` }
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '') || '0'
}
