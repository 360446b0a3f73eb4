/**
 * Remembers at most `size` values for a short time; the oldest go first, and those that are over whenever one is set.
 * Times are milliseconds of any clock.
 */
export function createRecent<T>(size: number) {
  const entries = new Map<string, { value: T; since: number; until: number }>()

  function dropOld(time: number): void {
    for (const [key, { until }] of entries) {
      if (until > time && entries.size < size) return
      entries.delete(key)
    }
  }

  return {
    /** The value, if it was set at `time` or before and is not over at `time`. */
    get(key: string, time: number): T | undefined {
      const entry = entries.get(key)
      // A clock that was set back must not make a value last longer.
      return entry && entry.since <= time && time < entry.until ? entry.value : undefined
    },
    set(key: string, value: T, { since, until }: { since: number; until: number }): void {
      // Taken out first, so that the map stays in the order in which its entries grow old.
      entries.delete(key)
      dropOld(since)
      entries.set(key, { value, since, until })
    },
    forget(isOver: (value: T) => boolean): void {
      for (const [key, { value }] of entries) if (isOver(value)) entries.delete(key)
    }
  }
}
