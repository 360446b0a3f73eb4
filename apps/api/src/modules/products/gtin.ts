/** The numbers of digits of GTINs: EAN-8, UPC-A, EAN-13 and GTIN-14. */
const lengths = [8, 12, 13, 14]
/** More zeros than this are hardly lost. */
const maxLost = 3
const SEPARATORS = /[\s-]/g

/**
 * Returns why a text is no GTIN (UPC, EAN), as the end of a sentence that begins with the name of the field. Undefined if it
 * is one: 8, 12, 13 or 14 digits, of which the last one is the check digit. Spaces and hyphens between digits are ignored.
 */
export function gtinProblem(text: string): string | undefined {
  const digits = /^\d+$/.test(text) ? text : text.replace(SEPARATORS, '')
  const { length } = digits
  if (!/^\d+$/.test(digits)) return 'is not a UPC, EAN or GTIN, which has only digits'
  const isRight = hasCheckDigit(digits)
  if (lengths.includes(length)) return isRight ? undefined : 'has a wrong check digit; compare all digits'
  const expected = 'a UPC, EAN or GTIN has 8, 12, 13 or 14'
  const missing = (lengths.find((one) => one > length) ?? length) - length
  // A zero at the start doesn't change the check digit.
  if (missing === 1) return `has ${length} digits: a zero may have been lost at the start; ${expected}`
  if (missing > 1 && missing <= maxLost && isRight)
    return `has ${length} digits: zeros may have been lost at the start; ${expected}`
  return `has ${length} ${length === 1 ? 'digit' : 'digits'}; ${expected}`
}

/** The digits have the weights 1 and 3 in turns, from the right. Their sum is divisible by 10. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 1, weight = 1; index >= 0; index--, weight = 4 - weight)
    sum += weight * (digits.charCodeAt(index) - 48)
  return sum % 10 === 0
}
