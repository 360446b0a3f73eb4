import type { Load } from './load.ts'

/**
 * Decides how much background work may do now, so that interactive requests come first. While none are under way,
 * background work is not limited. The busier they are, the smaller its pieces and the longer the rests after each, down
 * to a minimum: work that waits always progresses. Under load all work of one pace takes turns, one piece at a time.
 */
export type BackgroundPace = {
  /**
   * Runs one piece of work when it is its turn. Pieces must not contain each other. `minShare` is the least part of the
   * time that work of this kind may take: more than usual for work that has to end in time.
   */
  run<T>(work: () => Promise<T>, minShare?: number): Promise<T>
  /** Returns how many items one piece may hold now, at most `max`. */
  items(max: number): number
}

/** Where the time comes from; tests bring their own. `after` returns what cancels it. */
export type Clock = { now(): number; after(ms: number, wake: () => void): () => void }

/** Requests under way, on average, that count as none. */
const quietBelow = 0.5
/** With so many requests under way background work gets half of one processor's time. */
const halfAt = 6
const defaultMinShare = 0.05
/** However long a piece took. */
const maxRestMs = 500
/** A piece that takes longer (it may wait for a lock) does not hold up the others any more. */
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
  let restUntil = 0
  let isTimed = false

  function isFree(): boolean {
    return shareAt(load.average()) === 1 || (running === 0 && clock.now() >= restUntil)
  }

  function admit(): void {
    while (waiting.length > 0 && isFree()) {
      running++
      waiting.shift()?.()
    }
    if (waiting.length === 0 || running > 0 || isTimed) return
    isTimed = true
    clock.after(Math.max(1, restUntil - clock.now()), () => {
      isTimed = false
      admit()
    })
  }

  return {
    async run(work, minShare = defaultMinShare) {
      await load.look?.()
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
        const restMs = Math.min(
          maxRestMs,
          (clock.now() - begun) * (1 / Math.max(minShare, shareAt(load.average())) - 1)
        )
        restUntil = Math.max(restUntil, clock.now() + restMs)
        cancel()
        end()
      }
    },
    items: (max) => Math.max(1, Math.floor(max * shareAt(load.average()) ** 2))
  }
}

/** The part of the time in which background work may run. */
function shareAt(load: number): number {
  if (load < quietBelow) return 1
  return Math.max(defaultMinShare, halfAt / (halfAt + load))
}
