const WRITTEN_ZERO = /^-?[0.]+(?:e|$)/i

/** Whether the double that a JSON number stands for has, printed back, the value that was written. */
export function isExactNumber(written: string): boolean {
  const number = Number(written)
  if (number === 0) return WRITTEN_ZERO.test(written)
  if (!Number.isFinite(number)) return false
  const printed = String(number)
  if (printed === written) return true
  const held = significand(printed)
  const wanted = significand(written)
  return held.digits === wanted.digits && held.exponent === wanted.exponent
}

/** A number's size as its digits, with no zero at either end, and the power of ten of the last one. */
export type Significand = { digits: string; exponent: number }

/**
 * The size of a number in JSON's notation, its sign left aside. Two numbers are of one size exactly when digits
 * and exponent are equal; zero has no digits and exponent 0.
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

// A loop and not /0+$/, which takes quadratic time on a long run of zeros that something follows.
function endWithoutZeros(text: string, start: number): number {
  let end = text.length
  while (end > start && text[end - 1] === '0') end--
  return end
}
