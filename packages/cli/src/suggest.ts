/** Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/**
 * Returns the candidate that is most similar to the text, or undefined if none is similar enough to be a
 * likely typing error.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(text.length / 3)) + 1
  for (const candidate of candidates) {
    const isBeginning = text.length >= 3 && candidate.startsWith(text)
    const found = isBeginning ? 1 : distance(text.toLowerCase(), candidate.toLowerCase())
    if (found >= bestDistance) continue
    best = candidate
    bestDistance = found
  }
  return best
}
