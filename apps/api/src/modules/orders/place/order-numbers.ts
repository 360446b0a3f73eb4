/** The number of an order from its place in the sequence: `1000-0180`. */
export function orderNumber(place: string): string {
  return grouped(withCheckDigit(place))
}

/** The number of a purchase order from its place in a sequence of its own: `PO-2000-0188`. */
export function poNumber(place: string): string {
  return `PO-${grouped(withCheckDigit(place))}`
}

/**
 * The digits with one more behind them, by Luhn's rule: a number that was heard or typed wrongly in one digit, or with
 * two neighbours the wrong way round, is none of ours (but for 09 and 90).
 */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** In groups of four from the right, as they are read aloud. */
function grouped(digits: string): string {
  return digits.replace(/(?<=\d)(?=(?:\d{4})+$)/g, '-')
}
