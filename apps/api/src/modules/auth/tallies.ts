type Tally = { failures: number[]; pending: number }

/**
 * Counts failures in a sliding window, and attempts whose end is not known yet, each by a key. In memory: at most
 * `size` keys, of which those that failed longest ago go first, and no more failures a key than `most`. Times are
 * milliseconds of `now`, which must never go back.
 */
export function createTallies({
  windowMs,
  most,
  size,
  now
}: {
  windowMs: number
  most: number
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

  function keep(key: string, tally: Tally): void {
    tallies.delete(key)
    if (tally.failures.length === 0 && tally.pending === 0) return
    tallies.set(key, tally)
    dropOld()
  }

  /** The map is in the order of the last changes, so what is over stands in front. */
  function dropOld(): void {
    const oldest = now() - windowMs
    for (const [key, { failures, pending }] of tallies) {
      const isOver = pending === 0 && (failures.at(-1) ?? 0) <= oldest
      if (!isOver && tallies.size <= size) return
      tallies.delete(key)
    }
  }

  return {
    /** How many failures the window holds. */
    failures: (key: string): number => current(key).failures.length,
    /** Milliseconds until the window holds fewer failures than allowed: 0 if it does already. */
    blockedFor(key: string): number {
      const { failures } = current(key)
      const first = failures[failures.length - most]
      return first === undefined ? 0 : first + windowMs - now()
    },
    /** True if the failures would reach the bound if all those under way failed. */
    isFull(key: string): boolean {
      const { failures, pending } = current(key)
      return failures.length + pending >= most
    },
    start(key: string): void {
      const tally = current(key)
      keep(key, { ...tally, pending: tally.pending + 1 })
    },
    /** Ends an attempt that was started; a failure counts from now. */
    end(key: string, failed: boolean): void {
      const { failures, pending } = current(key)
      keep(key, {
        failures: failed ? [...failures, now()].slice(-most) : failures,
        pending: Math.max(0, pending - 1)
      })
    },
    forgive(key: string): void {
      keep(key, { ...current(key), failures: [] })
    }
  }
}
