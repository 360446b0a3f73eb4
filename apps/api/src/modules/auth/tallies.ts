type Tally = { failures: number[]; pending: number }

/**
 * Creates a counter. For each key, it counts the pending attempts, and the failures in a sliding window. The
 * counter keeps in memory at most `size` keys and at most `max` failures per key. If a new key would exceed
 * `size`, the key that hasn't changed for the longest time is removed. `now` returns milliseconds and must be
 * monotonic.
 */
export function createTallies({
  windowMs,
  max,
  size,
  now
}: {
  windowMs: number
  max: number
  size: number
  now: () => number
}) {
  const tallies = new Map<string, Tally>()

  function current(key: string): Tally {
    const tally = tallies.get(key)
    if (!tally) return { failures: [], pending: 0 }
    const oldest = now() - windowMs
    tally.failures = tally.failures.filter((time) => time > oldest)
    return tally
  }

  function store(key: string, tally: Tally): void {
    tallies.delete(key)
    if (tally.failures.length === 0 && tally.pending === 0) return
    tallies.set(key, tally)
    dropExpired()
  }

  /**
   * Deletes expired keys. If there are still more than `size` keys, also deletes those that haven't changed
   * for the longest time. The map is ordered by the time of the last change, so all keys to delete are at the
   * front.
   */
  function dropExpired(): void {
    const oldest = now() - windowMs
    for (const [key, { failures, pending }] of tallies) {
      const isExpired = pending === 0 && (failures.at(-1) ?? 0) <= oldest
      if (!isExpired && tallies.size <= size) return
      tallies.delete(key)
    }
  }

  return {
    /** The number of failures in the window. */
    failures: (key: string): number => current(key).failures.length,
    /** The milliseconds until the window contains fewer than `max` failures. 0 if it already does. */
    blockedFor(key: string): number {
      const { failures } = current(key)
      const first = failures[failures.length - max]
      return first === undefined ? 0 : first + windowMs - now()
    },
    /** True if the failures in the window and the pending attempts together number at least `max`. */
    isFull(key: string): boolean {
      const { failures, pending } = current(key)
      return failures.length + pending >= max
    },
    start(key: string): void {
      const tally = current(key)
      store(key, { ...tally, pending: tally.pending + 1 })
    },
    /** Ends a pending attempt. If it failed, counts a failure at the current time. */
    end(key: string, failed: boolean): void {
      const { failures, pending } = current(key)
      store(key, {
        failures: failed ? [...failures, now()].slice(-max) : failures,
        pending: Math.max(0, pending - 1)
      })
    },
    /** Clears the failures of a key; its pending attempts stay. */
    clearFailures(key: string): void {
      store(key, { ...current(key), failures: [] })
    }
  }
}
