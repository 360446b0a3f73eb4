import type { Load } from './load.ts'

/**
 * Slows background work down so that interactive requests come first. While no request is running, background
 * work isn't limited. Under load, pieces of background work run one at a time. With a higher load the pieces
 * become smaller and the pauses between them longer, but background work always gets a minimum share of the
 * time.
 */
export type BackgroundPace = {
  /**
   * Runs one piece of work when its turn comes. The piece must not call `run` itself. `minShare` is the
   * smallest share of the time, from 0 to 1, that this kind of work gets. Raise it for work with a deadline.
   */
  run<T>(work: () => Promise<T>, minShare?: number): Promise<T>
  /** Returns the number of items, from 1 to `max`, that the next piece of background work may contain. */
  items(max: number): number
}

/**
 * A clock that tests can replace. `after` calls `wake` after `ms`, and returns a function that cancels this
 * call.
 */
export type Clock = { now(): number; after(ms: number, wake: () => void): () => void }

/** Below this average number of running requests, background work isn't limited. */
const quietBelow = 0.5
/** At this average number of running requests, background work gets half of one processor's time. */
const halfAt = 6
const defaultMinShare = 0.05
/** The longest pause after a piece, however long the piece took. */
const maxPauseMs = 500
/**
 * After this time the next piece may start although the current piece is still running, for example because
 * the current piece waits for a lock.
 */
const maxTurnMs = 1_000

const realClock: Clock = {
  now: () => performance.now(),
  after(ms, wake) {
    const timer = setTimeout(wake, ms)
    return () => clearTimeout(timer)
  }
}

export function createBackgroundPace(load: Load, clock: Clock = realClock): BackgroundPace {
  const waiting: (() => void)[] = []
  let running = 0
  let pausedUntil = 0
  let isTimed = false

  function isFree(): boolean {
    return shareAt(load.average()) === 1 || (running === 0 && clock.now() >= pausedUntil)
  }

  function admit(): void {
    while (waiting.length > 0 && isFree()) {
      running++
      waiting.shift()?.()
    }
    if (waiting.length === 0 || running > 0 || isTimed) return
    isTimed = true
    clock.after(Math.max(1, pausedUntil - clock.now()), () => {
      isTimed = false
      admit()
    })
  }

  return {
    async run(work, minShare = defaultMinShare) {
      await load.refresh?.()
      await new Promise<void>((begin) => {
        waiting.push(begin)
        admit()
      })
      const begun = clock.now()
      let isCounted = true
      const end = () => {
        if (isCounted) running--
        isCounted = false
        admit()
      }
      const cancel = clock.after(maxTurnMs, end)
      try {
        return await work()
      } finally {
        const pauseMs = Math.min(
          maxPauseMs,
          (clock.now() - begun) * (1 / Math.max(minShare, shareAt(load.average())) - 1)
        )
        pausedUntil = Math.max(pausedUntil, clock.now() + pauseMs)
        cancel()
        end()
      }
    },
    items: (max) => Math.max(1, Math.floor(max * shareAt(load.average()) ** 2))
  }
}

/** Returns the share of the time, from 0 to 1, in which background work may run. */
function shareAt(load: number): number {
  if (load < quietBelow) return 1
  return Math.max(defaultMinShare, halfAt / (halfAt + load))
}
