import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'

/** A repeated job. `stop` resolves when the current run has ended. */
export type Repeated = { stop(): Promise<void> }

/**
 * Runs `work`, and again `pauseMs` after each run has ended. If `work` resolves to true, there is more to do and it runs
 * again immediately. An error is logged, and the pause doubles with each failure in a row, up to 30 s or `pauseMs`.
 */
export function repeat(
  name: string,
  { pauseMs, log, work }: { pauseMs: number; log: Log; work: () => Promise<boolean> }
): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    let failures = 0
    while (!signal.aborted) {
      let more = false
      try {
        more = await work()
        failures = 0
      } catch (error) {
        failures++
        log.warn({ err: error, job: name }, 'job failed and will be retried')
      }
      if (more) continue
      const ms = Math.min(pauseMs * 2 ** Math.min(failures, 10), Math.max(30_000, pauseMs))
      await sleep(ms, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    }
  }
}
