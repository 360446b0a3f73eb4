/** Returns the share by which a price rose, such as 0.25, or fell. Undefined if one is missing, or the old one is 0. */
export function priceChange(before: unknown, after: unknown): number | undefined {
  if (typeof before !== 'string' || typeof after !== 'string' || Number(before) === 0) return undefined
  return Number(after) / Number(before) - 1
}
