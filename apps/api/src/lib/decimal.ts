import { significand } from '@purveyor/json-stream'

/** How many digits a decimal may have before and after its point. */
export type DecimalBounds = { integerDigits: number; fractionDigits: number }

/** Why a value is no decimal of the wanted size: the first of these that holds. */
export type DecimalReason = 'type' | 'form' | 'negative' | 'integer-digits' | 'fraction-digits'

type ParsedDecimal = { ok: true; value: string } | { ok: false; reason: DecimalReason }

/** Prices, costs and rates, in the marketplace's currency. */
export const MONEY: DecimalBounds = { integerDigits: 10, fractionDigits: 4 }

/** Weights, in the marketplace's weight unit. */
export const WEIGHT: DecimalBounds = { integerDigits: 10, fractionDigits: 3 }

const PERSON_WRITTEN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * Reads a decimal of 0 or more, never rounding: a JSON number as its shortest text, or a string of digits with an
 * optional point, as a person writes it (no sign, exponent, blank or leading zero). The value is canonical: no
 * zero that could be left out. Zeros past the point do not count against `fractionDigits`.
 */
export function parseDecimal(input: unknown, bounds: DecimalBounds): ParsedDecimal {
  if (typeof input === 'number') return parseNumber(input, bounds)
  if (typeof input !== 'string') return refuse('type')
  if (PERSON_WRITTEN.test(input)) return bounded(input, bounds)
  const negative = input.startsWith('-') && PERSON_WRITTEN.test(input.slice(1)) && /[1-9]/.test(input)
  return refuse(negative ? 'negative' : 'form')
}

/** An amount as answers show it: at least 2 decimals, zeros past the second trimmed (`12.5000` → `12.50`). */
export function formatMoney(decimal: string): string {
  const { digits, exponent } = significand(decimal)
  const [whole, fraction = ''] = plain(digits, exponent).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/**
 * The customer's price (contract 1): `vendorPrice × (1 + commissionPercent / 100)`, half up to 2 decimals.
 * The database computes it for answers; this is for whoever has no database at hand. Both are decimals of 0 or more.
 */
export function retailPrice(vendorPrice: string, commissionPercent: string): string {
  const price = scaled(vendorPrice)
  const commission = scaled(commissionPercent)
  const numerator = price.digits * (100n * 10n ** BigInt(commission.scale) + commission.digits)
  const denominator = 10n ** BigInt(price.scale + commission.scale)
  // Both sides hold a factor of 100: percent below, the cents wanted above; they cancel out.
  const cents = (2n * numerator + denominator) / (2n * denominator)
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

/** -1, 0 or 1 as the first decimal is smaller than, equal to or larger than the second. Both are 0 or more. */
export function compareDecimal(first: string, second: string): -1 | 0 | 1 {
  const one = scaled(first)
  const other = scaled(second)
  const left = one.digits * 10n ** BigInt(other.scale)
  const right = other.digits * 10n ** BigInt(one.scale)
  if (left === right) return 0
  return left < right ? -1 : 1
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

/** `digits` × 10^`exponent` without an exponent and without zeros that could be left out. */
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
