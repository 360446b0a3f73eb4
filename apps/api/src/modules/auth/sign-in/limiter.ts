import { unavailable } from '../../../errors.ts'

/** Runs work when a slot is free, so that only a limited number of calls run concurrently. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a limiter that runs at most `running` pieces of work concurrently and queues at most `waiting`
 * more, in order of arrival. A call that finds the queue full throws a 503.
 */
export function createLimiter({
  running: maxRunning,
  waiting: maxWaiting
}: {
  running: number
  waiting: number
}): Limiter {
  let running = 0
  const queue: (() => void)[] = []

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running++
      return
    }
    if (queue.length >= maxWaiting)
      throw unavailable('Too many clients are signing in at the same time. Try again in a few seconds.')
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /**
   * Gives the free slot directly to the first call in the queue, so that no call that arrives now can take
   * the slot first.
   */
  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
