/**
 * Creates a cache of at most `size` values, each with its own expiry. When a value is set, expired values are
 * removed and, if the cache is full, the oldest value. Times are in milliseconds, and all calls must use
 * times of the same clock.
 */
export function createExpiringCache<T>(size: number) {
  const entries = new Map<string, { value: T; since: number; until: number }>()

  function dropExpired(time: number): void {
    for (const [key, { until }] of entries) {
      if (until > time && entries.size < size) return
      entries.delete(key)
    }
  }

  return {
    /** Returns the value if it is valid at `time`: neither set later nor already expired. */
    get(key: string, time: number): T | undefined {
      const entry = entries.get(key)
      // A clock that is set back must not extend the life of a value.
      return entry && entry.since <= time && time < entry.until ? entry.value : undefined
    },
    set(key: string, value: T, { since, until }: { since: number; until: number }): void {
      // Delete the entry first, so that the map remains in the order of insertion.
      entries.delete(key)
      dropExpired(since)
      entries.set(key, { value, since, until })
    },
    remove(matches: (value: T) => boolean): void {
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key)
    }
  }
}
