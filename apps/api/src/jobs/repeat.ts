import type { BaseLogger } from 'pino'

/** Something that is done again and again until it is stopped. */
export type Repeated = { stop(): Promise<void> }

/**
 * Runs `work` again `pauseMs` after it ended, never twice at once. What it throws is logged and tried again with
 * growing pauses, at most 30 s. `work` answers whether there is more to do right away.
 */
export function repeat(
  name: string,
  { pauseMs, log, work }: { pauseMs: number; log: Pick<BaseLogger, 'warn'>; work: () => Promise<boolean> }
): Repeated {
  let stopped = false
  let failures = 0
  let wake = () => {}
  const running = (async () => {
    while (!stopped) {
      let more = false
      try {
        more = await work()
        failures = 0
      } catch (error) {
        failures++
        log.warn({ err: error, job: name }, 'job failed, will be tried again')
      }
      if (more || stopped) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(
          resolve,
          Math.min(pauseMs * 2 ** Math.min(failures, 10), Math.max(30_000, pauseMs))
        )
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    }
  }
}
