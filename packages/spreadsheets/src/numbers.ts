/** The significant digits that Excel shows and stores when a number is typed. */
const SHOWN_DIGITS = 15

/**
 * Returns the number in a file as a decimal number without an exponent, or undefined if the text isn't a number. A number of
 * at most 15 significant digits is returned with the digits in the file, such as "12.50". Excel stores others as it
 * calculated them, such as 0.30000000000000004, and shows 15 digits, so they are rounded to these: "0.3". Integers up to
 * 2^53 are not rounded, because they are exact, and may be identifiers.
 */
export function exactDecimal(source: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(source)
  if (!match) return undefined
  const [, sign = '', integer = '', fraction, exponent] = match
  if (integer === '' && !fraction) return undefined
  const isInteger = fraction === undefined && exponent === undefined
  const digits = (integer + (fraction ?? '')).replace(/^0+/, '')
  const isExact =
    digits.length <= SHOWN_DIGITS || (isInteger && Math.abs(Number(source)) <= Number.MAX_SAFE_INTEGER)
  if (isExact && exponent === undefined) return signed(sign, plain(integer, fraction ?? ''))
  const value = Number(source)
  if (!Number.isFinite(value)) return undefined
  return expanded(Math.abs(value).toPrecision(SHOWN_DIGITS), value < 0 ? '-' : '')
}

function plain(integer: string, fraction: string): string {
  const whole = integer.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function signed(sign: string, number: string): string {
  return sign === '-' && /[1-9]/.test(number) ? `-${number}` : number
}

/** Writes the result of `toPrecision` without an exponent and without trailing zeros. */
function expanded(number: string, sign: string): string {
  const [significand = '', exponent = '0'] = number.split('e')
  const [integer = '', fraction = ''] = significand.split('.')
  const digits = integer + fraction
  const point = integer.length + Number(exponent)
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const end = Math.max(point, 1)
  const rest = padded.slice(end).replace(/0+$/, '')
  return signed(sign, plain(padded.slice(0, end), rest))
}
