/**
 * An entry of two lists. `before` and `after` are its values, and `from` and `to` its indexes; those of the list that
 * doesn't contain the entry are missing.
 */
export type ListRow<T> =
  | { kind: 'added'; after: T; to: number }
  | { kind: 'removed'; before: T; from: number }
  /** `isMoved` if its order among the entries that both lists contain has changed. */
  | { kind: 'both'; before: T; after: T; from: number; to: number; isMoved: boolean }

/**
 * Compares two lists whose entries are identified by keys. The rows are in the order of the new list. Removed entries
 * are where they were. As few entries as possible count as moved.
 */
export function compareLists<T>(before: T[], after: T[], keyOf: (entry: T) => string): ListRow<T>[] {
  const oldKeys = uniqueKeys(before.map(keyOf))
  const newKeys = uniqueKeys(after.map(keyOf))
  const oldIndexes = new Map(oldKeys.map((key, index) => [key, index]))
  const newIndexes = new Set(newKeys)
  const common = newKeys.flatMap((key) => oldIndexes.get(key) ?? [])
  const inOrder = new Set(longestIncreasing(common))
  const rows: ListRow<T>[] = []
  const addRemoved = (start: number) => {
    for (let from = start; from < before.length && !inOrder.has(from); from++) {
      const [key, value] = [oldKeys[from], before[from]]
      if (key !== undefined && value !== undefined && !newIndexes.has(key)) {
        rows.push({ kind: 'removed', before: value, from })
      }
    }
  }
  addRemoved(0)
  for (const [to, value] of after.entries()) {
    const from = oldIndexes.get(newKeys[to] ?? '')
    if (from === undefined) {
      rows.push({ kind: 'added', after: value, to })
      continue
    }
    const isMoved = !inOrder.has(from)
    rows.push({ kind: 'both', before: before[from] ?? value, after: value, from, to, isMoved })
    if (!isMoved) addRemoved(from + 1)
  }
  return rows
}

/** Returns keys that are different also if entries are repeated. */
function uniqueKeys(keys: string[]): string[] {
  const counts = new Map<string, number>()
  return keys.map((key) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${count} ${key}`
  })
}

/** Returns a longest increasing subsequence of different numbers. */
function longestIncreasing(numbers: number[]): number[] {
  // `ends[n]` is the index of the smallest number with which a subsequence of n + 1 numbers ends.
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, number] of numbers.entries()) {
    let length = ends.length
    while (length > 0 && (numbers[ends[length - 1] ?? 0] ?? 0) > number) length--
    previous.push(length > 0 ? ends[length - 1] : undefined)
    ends[length] = index
  }
  const found: number[] = []
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) found.push(numbers[index] ?? 0)
  return found.reverse()
}

/** A row of two lists of texts. `changed` is a text that was replaced by a similar one. */
export type TextRow =
  | ListRow<string>
  | { kind: 'changed'; before: string; after: string; from: number; to: number }

/**
 * Compares two lists of texts. A removed text and an added one with common words are one change, if both are between
 * the same two texts that were not moved.
 */
export function compareTextLists(before: string[], after: string[]): TextRow[] {
  const rows: TextRow[] = []
  for (const row of compareLists(before, after, (text) => text)) {
    const start = 1 + rows.findLastIndex((earlier) => earlier.kind === 'both' && !earlier.isMoved)
    const index = rows.findIndex(
      (earlier, at) =>
        at >= start &&
        row.kind === 'added' &&
        earlier.kind === 'removed' &&
        areSimilar(earlier.before, row.after)
    )
    const removed = rows[index]
    if (row.kind === 'added' && removed?.kind === 'removed') {
      rows.splice(index, 1)
      rows.push({ ...removed, ...row, kind: 'changed' })
    } else {
      rows.push(row)
    }
  }
  return rows
}

/** True if two texts have at least a third of their words in common, without regard to case. */
function areSimilar(one: string, other: string): boolean {
  const [words, others] = [one, other].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu)))
  if (!words?.size || !others?.size) return false
  return words.intersection(others).size * 3 >= Math.max(words.size, others.size)
}
