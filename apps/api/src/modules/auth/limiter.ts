import { unavailable } from '../../http/problem.ts'

/** Runs work of which only so much may go on at once. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** At most `running` at once, `waiting` more in line, in order; whoever comes past that is answered 503. */
export function createLimiter({ running: most, waiting }: { running: number; waiting: number }): Limiter {
  let running = 0
  const line: (() => void)[] = []

  async function enter(): Promise<void> {
    if (running < most) {
      running++
      return
    }
    if (line.length >= waiting) throw unavailable('Too many sign-ins at once.')
    await new Promise<void>((resolve) => line.push(resolve))
  }

  /** The place goes straight to the next in line, so that nobody can slip in between. */
  function leave(): void {
    const next = line.shift()
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
