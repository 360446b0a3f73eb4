import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { jobFailures, jobLastSuccess } from '../metrics/jobs.ts'

/** A repeated job. `stop` resolves when the current run has ended. */
export type Repeated = { stop(): Promise<void> }

/**
 * Runs `work` repeatedly, with a pause of `pauseMs` between the end of one run and the next. If `work`
 * resolves to true, more work is waiting and there is no pause. An error is logged. The pause doubles with
 * each error in a row, up to 30 s or `pauseMs`, whichever is longer.
 */
export function repeat(
  name: string,
  { pauseMs, log, work }: { pauseMs: number; log: Log; work: () => Promise<boolean> }
): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  // Rates can only be computed if the first value of a counter is 0.
  jobFailures.inc({ name }, 0)
  const running = (async () => {
    let failures = 0
    while (!signal.aborted) {
      let more = false
      try {
        more = await work()
        failures = 0
        jobLastSuccess.set({ name }, Date.now() / 1000)
      } catch (error) {
        failures++
        jobFailures.inc({ name })
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
