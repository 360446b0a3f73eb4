/** A number that was read from a cell, as canonical text, or the reason why it can't be read. */
export type ReadNumber = { ok: true; text: string } | { ok: false; message: string }

const SPACES = /[\s\u00A0\u202F\u2009]/gu
const CURRENCY =
  /^(?:US\$|[$€£¥]|(?:USD|EUR|GBP|CAD|AUD|CHF)\b)\s*|\s*(?:[$€£¥]|\b(?:USD|EUR|GBP|CAD|AUD|CHF))$/gu
/** A number that a spreadsheet shows in scientific notation: `1.23E+12`. */
const SCIENTIFIC = /^[-+]?\d(?:[.,]\d+)?E[-+]\d{1,3}$/i

/** True if a spreadsheet has replaced the digits of a number by scientific notation. */
export function isScientific(text: string): boolean {
  return SCIENTIFIC.test(text)
}

/**
 * Reads a price: digits with a decimal point or comma, thousands separators and a currency symbol, such as
 * `$1,234.50` or `1.234,50 €`. Doesn't guess: `1,234` could be 1234 or 1.234, so it is refused. So is
 * `1.234` if the file probably has decimal commas.
 */
export function readPrice(cell: string, decimalComma = false): ReadNumber {
  const text = cell.trim()
  const amount = text.replace(CURRENCY, '').trim()
  if (decimalComma && /^[1-9]\d{0,2}\.\d{3}$/.test(amount)) return ambiguous(amount, '.')
  return readDecimal(amount, { isDollar: text.includes('$') || /USD/.test(text), example: '12.50' })
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
