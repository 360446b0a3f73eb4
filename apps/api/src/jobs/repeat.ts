import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'

/** Something that is done again and again until it is stopped. */
export type Repeated = { stop(): Promise<void> }

/**
 * Runs `work` again `pauseMs` after it ended, never twice at once. What it throws is logged and tried again with
 * growing pauses, at most 30 s. `work` answers whether there is more to do right away.
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
        log.warn({ err: error, job: name }, 'job failed, will be tried again')
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
