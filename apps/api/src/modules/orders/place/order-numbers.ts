/** Formats a value of the sequence `order_numbers` as an order number: `1000-0180`. */
export function orderNumber(sequenceValue: string): string {
  return grouped(withCheckDigit(sequenceValue))
}

/** Formats a value of the sequence `po_numbers` as a purchase order number: `PO-2000-0188`. */
export function poNumber(sequenceValue: string): string {
  return `PO-${grouped(withCheckDigit(sequenceValue))}`
}

/**
 * Appends a check digit by the Luhn algorithm. The check digit reveals every single wrong digit, and every
 * swap of two adjacent digits except 09 and 90.
 */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Inserts hyphens between groups of four digits, counted from the right. */
function grouped(digits: string): string {
  return digits.replace(/(?<=\d)(?=(?:\d{4})+$)/g, '-')
}
