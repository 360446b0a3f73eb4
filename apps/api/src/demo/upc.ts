/** The UPC-A of a maker's item: six digits of the maker, five of the item, and the check digit. */
export function upcOf(maker: string, item: number): string {
  const digits = maker + String(item).padStart(5, '0')
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
