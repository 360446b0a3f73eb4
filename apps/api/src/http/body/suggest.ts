/** The names that a request can have, prepared for `nearestName`. */
export type KnownNames = {
  /** Each name, and its letters and digits in lower case. */
  names: readonly { name: string; letters: string }[]
  byLetters: ReadonlyMap<string, string>
}

/** Longer names get no suggestion, so that the time for one is limited. */
const maxLength = 40

/** Prepares names for `nearestName`. */
export function knownNames(list: readonly string[]): KnownNames {
  const names = list.map((name) => ({ name, letters: lettersOf(name) }))
  return { names, byLetters: new Map(names.map(({ name, letters }) => [letters, name])) }
}

/**
 * Returns the known name that an unknown name probably stands for: one that is written in another style, such as
 * `vendor_price` for `vendorPrice`, or one with a typing error. Returns undefined if none is similar enough. The
 * time doesn't depend on the length of the name.
 */
export function nearestName(unknown: string, { names, byLetters }: KnownNames): string | undefined {
  if (unknown.length > maxLength) return undefined
  const letters = lettersOf(unknown)
  const sameLetters = byLetters.get(letters)
  if (sameLetters !== undefined) return sameLetters
  let nearest: string | undefined
  let limit = maxTypos(letters)
  for (const candidate of names) {
    if (limit === 0) break
    if (!beginsAlike(letters, candidate.letters)) continue
    const typos = distance(letters, candidate.letters, limit)
    if (typos > limit) continue
    nearest = candidate.name
    limit = typos - 1
  }
  return nearest
}

/** True if the first letters are the same, apart from one typing error. Few names pass this fast check. */
function beginsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || a[0] === b[1] || a[1] === b[0]
}

/** Returns the name without anything but letters and digits, in lower case. */
export function lettersOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Returns how many typing errors a word of this length can have. A short word resembles too many others. */
export function maxTypos(word: string): number {
  if (word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, or
 * more than `limit` if there are more than `limit`. Takes time proportional to `limit` and the length of `a`.
 */
export function distance(a: string, b: string, limit: number): number {
  const over = limit + 1
  if (Math.abs(a.length - b.length) > limit) return over
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = new Array(b.length + 1).fill(over)
    if (i <= limit) row[0] = i
    let least = row[0] ?? over
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const replaced = (last[j - 1] ?? over) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(replaced, (last[j] ?? over) + 1, (row[j - 1] ?? over) + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) best = Math.min(best, (beforeLast[j - 2] ?? over) + 1)
      row[j] = best
      least = Math.min(least, best)
    }
    if (least > limit) return over
    beforeLast = last
    last = row
  }
  return last[b.length] ?? over
}
