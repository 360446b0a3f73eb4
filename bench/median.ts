/** Returns the median, or NaN if there are no values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
