/** Values remembered for a short time. Times are milliseconds of any clock. */
export type Recent<T> = {
  /** The value, where it was set at `time` or before and is not over at `time`. */
  get(key: string, time: number): T | undefined
  set(key: string, value: T, times: { since: number; until: number }): void
  forget(isOver: (value: T) => boolean): void
}

/** Remembers at most `size` values; the oldest go first, and those that are over whenever one is set. */
export function createRecent<T>(size: number): Recent<T> {
  const entries = new Map<string, { value: T; since: number; until: number }>()

  function dropOld(time: number): void {
    for (const [key, { until }] of entries) {
      if (until > time && entries.size < size) return
      entries.delete(key)
    }
  }

  return {
    get(key, time) {
      const entry = entries.get(key)
      // A clock that was set back must not make a value last longer.
      return entry && entry.since <= time && time < entry.until ? entry.value : undefined
    },
    set(key, value, { since, until }) {
      // Taken out first, so that the map stays in the order in which its entries grow old.
      entries.delete(key)
      dropOld(since)
      entries.set(key, { value, since, until })
    },
    forget(isOver) {
      for (const [key, { value }] of entries) if (isOver(value)) entries.delete(key)
    }
  }
}
