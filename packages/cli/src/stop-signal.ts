import { exitCodes } from './exit-codes.ts'

/** Process signals within this time count as one. On Ctrl-C, the terminal and npm each send a signal. */
const sameSignalMs = 1000

/**
 * Returns an AbortSignal that aborts at the first Ctrl-C, SIGTERM or SIGHUP. A second signal ends the process
 * immediately.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let abortedAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted && Date.now() - abortedAt > sameSignalMs) process.exit(exitCodes.interrupted)
      if (stop.signal.aborted) return
      abortedAt = Date.now()
      stop.abort()
    })
  }
  return stop.signal
}
