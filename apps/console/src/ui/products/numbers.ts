import { type NumberSigns, ownSigns, withLatinDigits } from '../decimal.ts'

/** Returns a decimal as it is typed in the locale: `12.50` or `12,50`. */
export function typedNumber(decimal: string, { decimal: sign } = ownSigns): string {
  return decimal.replace('.', sign)
}

/**
 * Reads a number that was typed or copied from a spreadsheet, such as `$1,234.50`, and returns it as the API writes it.
 * Text that is no number is returned as it is.
 */
export function plainNumber(typed: string, signs = ownSigns): string {
  const text = withLatinDigits(typed)
    .replaceAll(/[\s\u00a0\u202f'’]|\p{Sc}/gu, '')
    .replaceAll('−', '-')
  const found = [...new Set(text.match(/[.,]/g) ?? [])]
  if (found.length === 0) return text
  const decimal =
    found.length === 2
      ? text[Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))]
      : only(found, text, signs)
  const group = decimal === ',' ? '.' : ','
  return decimal === undefined
    ? text.replaceAll(/[.,]/g, '')
    : text.replaceAll(group, '').replace(decimal, '.')
}

/** Returns the sign if it separates decimals; undefined if it separates groups of three digits. */
function only([sign]: string[], text: string, { decimal }: NumberSigns): string | undefined {
  const isGrouped = /^-?\d{1,3}([.,]\d{3})+$/.test(text)
  const isRepeated = text.split(/[.,]/).length > 2
  return isGrouped && (sign !== decimal || isRepeated) ? undefined : sign
}

const money = { whole: 10, fraction: 4 }
const maxInteger = 2_147_483_647

/** The reasons why a number is refused. They are keys of the texts. */
export type NumberFault = 'required' | 'noNumber' | 'negative' | 'tooLarge' | 'tooManyDecimals' | 'noInteger'

type Checked = { value: string; fault?: undefined } | { value?: undefined; fault: NumberFault }

/** Checks a cost that was typed, by the rules of the API. Returns it with at least two decimals. */
export function checkPrice(typed: string, signs = ownSigns): Checked {
  const text = plainNumber(typed, signs)
  const fault = commonFault(text)
  if (fault) return { fault }
  const [whole = '', fraction = ''] = text.replace(/^0+(?=\d)/, '').split('.')
  const digits = fraction.replace(/0+$/, '')
  if (whole.length > money.whole) return { fault: 'tooLarge' }
  if (digits.length > money.fraction) return { fault: 'tooManyDecimals' }
  return { value: `${whole}.${digits.padEnd(2, '0')}` }
}

/** Checks a list price that was typed, by the rules of the API. Returns an empty text if there is none. */
export function checkOptionalPrice(typed: string, signs = ownSigns): Checked {
  return typed.trim() === '' ? { value: '' } : checkPrice(typed, signs)
}

/** Checks a stock that was typed, by the rules of the API. */
export function checkStock(typed: string, signs = ownSigns): Checked {
  const text = plainNumber(typed, signs)
  const fault = commonFault(text)
  if (fault) return { fault }
  if (/\.\d*[1-9]/.test(text)) return { fault: 'noInteger' }
  const digits = text.replace(/\..*$/, '').replace(/^0+(?=\d)/, '')
  if (digits.length > 10 || Number(digits) > maxInteger) return { fault: 'tooLarge' }
  return { value: digits }
}

function commonFault(text: string): NumberFault | undefined {
  if (text === '') return 'required'
  if (/^-\d+(\.\d*)?$/.test(text) && /[1-9]/.test(text)) return 'negative'
  return /^\d+(\.\d*)?$/.test(text) ? undefined : 'noNumber'
}

/**
 * Returns a price changed by a share in percent, rounded half up to two decimals. The arithmetic is exact. Undefined if
 * the percentage is no number, or if the price would be negative.
 */
export function changedByPercent(price: string, percent: string): string | undefined {
  if (!/^[+-]?\d+(\.\d{1,4})?$/.test(percent)) return undefined
  const factor = 1_000_000n + scaled(percent.replace('+', ''), 4)
  if (factor < 0n) return undefined
  const cents = (scaled(price, 4) * factor * 2n + 100_000_000n) / 200_000_000n
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

function scaled(decimal: string, digits: number): bigint {
  const isNegative = decimal.startsWith('-')
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(digits, '0'))
  return isNegative ? -value : value
}
