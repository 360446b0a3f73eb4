import { significand } from '@purveyor/json-stream'

/** The maximum number of digits before and after the decimal point. Negative numbers are refused unless `isSigned`. */
export type DecimalBounds = { integerDigits: number; fractionDigits: number; isSigned?: true }

/**
 * The reason why a value isn't a decimal within the bounds. If several reasons apply, the first in this list
 * is given.
 */
export type DecimalReason = 'type' | 'form' | 'negative' | 'integer-digits' | 'fraction-digits'

type ParsedDecimal = { ok: true; value: string } | { ok: false; reason: DecimalReason }

/** The bounds of prices, costs and rates, in the marketplace's currency. */
export const MONEY: DecimalBounds = { integerDigits: 10, fractionDigits: 4 }

/** The bounds of amounts that can be negative, in the marketplace's currency. */
export const SIGNED_MONEY: DecimalBounds = { ...MONEY, isSigned: true }

/** The bounds of weights, in the marketplace's weight unit. */
export const WEIGHT: DecimalBounds = { integerDigits: 10, fractionDigits: 3 }

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * Parses a decimal without rounding. The input is either a string or a JSON number. A string consists of digits with an
 * optional decimal point (no exponent, space or leading zero, and a minus sign only if the bounds are signed). A number is
 * first converted to its shortest decimal text. The resulting text has no redundant zeros. Trailing zeros of
 * the fraction don't count towards `fractionDigits`.
 */
export function parseDecimal(input: unknown, bounds: DecimalBounds): ParsedDecimal {
  if (bounds.isSigned && isNegative(input)) {
    const { isSigned: _, ...unsigned } = bounds
    const parsed = parseDecimal(typeof input === 'number' ? -input : String(input).slice(1), unsigned)
    return parsed.ok && parsed.value !== '0' ? { ok: true, value: `-${parsed.value}` } : parsed
  }
  if (typeof input === 'number') return parseNumber(input, bounds)
  if (typeof input !== 'string') return refuse('type')
  if (DECIMAL.test(input)) return bounded(input, bounds)
  const negative = input.startsWith('-') && DECIMAL.test(input.slice(1)) && /[1-9]/.test(input)
  return refuse(negative ? 'negative' : 'form')
}

/**
 * Formats an amount with at least 2 decimal places and without trailing zeros after the second place, such as
 * `12.50` for `12.5000`.
 */
export function formatMoney(decimal: string): string {
  const { digits, exponent } = significand(decimal)
  const [whole, fraction = ''] = plain(digits, exponent).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/**
 * Returns the customer's price (contract 1.3): `vendorPrice × (1 + commissionPercent / 100)`, rounded half up
 * to 2 decimals. Both arguments are decimals of 0 or more. Used only to verify the prices that the database
 * computes.
 */
export function retailPrice(vendorPrice: string, commissionPercent: string): string {
  const price = scaled(vendorPrice)
  const commission = scaled(commissionPercent)
  const numerator = price.digits * (100n * 10n ** BigInt(commission.scale) + commission.digits)
  const denominator = 10n ** BigInt(price.scale + commission.scale)
  // The division by 100 for percent and the multiplication by 100 for cents cancel out.
  const cents = (2n * numerator + denominator) / (2n * denominator)
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

/** Compares two decimals of 0 or more. Returns -1, 0 or 1 if the first is less, equal or greater. */
export function compareDecimal(first: string, second: string): -1 | 0 | 1 {
  const a = scaled(first)
  const b = scaled(second)
  const left = a.digits * 10n ** BigInt(b.scale)
  const right = b.digits * 10n ** BigInt(a.scale)
  if (left === right) return 0
  return left < right ? -1 : 1
}

function isNegative(input: unknown): boolean {
  return typeof input === 'number' ? input < 0 : typeof input === 'string' && /^-\d/.test(input)
}

function parseNumber(input: number, bounds: DecimalBounds): ParsedDecimal {
  if (!Number.isFinite(input)) return refuse('type')
  if (input < 0) return refuse('negative')
  return bounded(String(input), bounds)
}

function bounded(text: string, bounds: DecimalBounds): ParsedDecimal {
  const { digits, exponent } = significand(text)
  if (digits.length + exponent > bounds.integerDigits) return refuse('integer-digits')
  if (-exponent > bounds.fractionDigits) return refuse('fraction-digits')
  return { ok: true, value: plain(digits, exponent) }
}

function refuse(reason: DecimalReason): ParsedDecimal {
  return { ok: false, reason }
}

/** Writes `digits` × 10^`exponent` without an exponent and without redundant zeros. */
function plain(digits: string, exponent: number): string {
  if (exponent >= 0) return digits === '' ? '0' : digits + '0'.repeat(exponent)
  const padded = digits.padStart(1 - exponent, '0')
  const point = padded.length + exponent
  return `${padded.slice(0, point)}.${padded.slice(point)}`
}

function scaled(decimal: string): { digits: bigint; scale: number } {
  const [whole = '', fraction = ''] = decimal.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}
