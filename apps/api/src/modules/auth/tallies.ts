/** Failures in a sliding window, and attempts whose end is not known yet, each by a key. */
export type Tallies = {
  /** How many failures the window holds. */
  failures(key: string): number
  /** Milliseconds until the window holds fewer failures than allowed: 0 when it does already. */
  blockedFor(key: string): number
  /** Whether the failures would reach the bound if all those under way failed. */
  isFull(key: string): boolean
  start(key: string): void
  /** Ends an attempt that was started; a failure counts from now. */
  end(key: string, failed: boolean): void
  forgive(key: string): void
}

type Tally = { failures: number[]; pending: number }

/**
 * Tallies in memory: at most `size` keys, of which those that failed longest ago go first, and no more failures a
 * key than `most`. Times are milliseconds of `now`, which must never go back.
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
}): Tallies {
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
    failures: (key) => current(key).failures.length,
    blockedFor(key) {
      const { failures } = current(key)
      const first = failures[failures.length - most]
      return first === undefined ? 0 : first + windowMs - now()
    },
    isFull(key) {
      const { failures, pending } = current(key)
      return failures.length + pending >= most
    },
    start(key) {
      const tally = current(key)
      keep(key, { ...tally, pending: tally.pending + 1 })
    },
    end(key, failed) {
      const { failures, pending } = current(key)
      keep(key, {
        failures: failed ? [...failures, now()].slice(-most) : failures,
        pending: Math.max(0, pending - 1)
      })
    },
    forgive(key) {
      keep(key, { ...current(key), failures: [] })
    }
  }
}
