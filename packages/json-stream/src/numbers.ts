const WRITTEN_ZERO = /^-?[0.]+(?:e|$)/i

/** True if converting the JSON number to a double and back to text gives the same value. */
export function isExactNumber(written: string): boolean {
  const number = Number(written)
  if (number === 0) return WRITTEN_ZERO.test(written)
  if (!Number.isFinite(number)) return false
  const printed = String(number)
  if (printed === written) return true
  const stored = significand(printed)
  const expected = significand(written)
  return stored.digits === expected.digits && stored.exponent === expected.exponent
}

/**
 * A number's absolute value: its digits without leading and trailing zeros, and the power of ten of the last
 * digit.
 */
export type Significand = { digits: string; exponent: number }

/**
 * Returns the absolute value of a JSON number as digits and exponent. Two texts have the same digits and
 * exponent if and only if their absolute values are equal. Zero has no digits and exponent 0.
 */
export function significand(text: string): Significand {
  const unsigned = text.startsWith('-') ? text.slice(1) : text
  const [mantissa = '', power = '0'] = unsigned.split(/e/i)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  const start = countZeros(all)
  if (start === all.length) return { digits: '', exponent: 0 }
  const end = endWithoutZeros(all, start)
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + all.length - end }
}

function countZeros(text: string): number {
  let index = 0
  while (text[index] === '0') index++
  return index
}

// A loop instead of /0+$/, which takes quadratic time for a long run of zeros before another digit.
function endWithoutZeros(text: string, start: number): number {
  let end = text.length
  while (end > start && text[end - 1] === '0') end--
  return end
}
