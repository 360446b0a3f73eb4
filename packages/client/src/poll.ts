import { ConnectionLost, ProblemError, PurveyorError } from './errors.ts'
import type { CallOptions } from './types.ts'
import { retryDelay, sleep } from './waiting.ts'

/** The shortest time between the beginnings of two polls, if the first one brings nothing new. */
const minIntervalMs = 1000
/** The longest pause between two attempts, unless the service names a longer one. */
export const maxDelayMs = 10_000

/**
 * Repeats `read` until `isDone` accepts its result, and returns this result. Also repeats `read` while the
 * service can't be reached or is overloaded, without a limit, so that a poll survives restarts of the service.
 */
export async function poll<T>(
  read: (options: CallOptions) => Promise<T>,
  isDone: (result: T) => boolean,
  signal: AbortSignal | undefined
): Promise<T> {
  for (let failures = 0; ; ) {
    const begun = Date.now()
    try {
      const result = await read({ signal, maxRetries: 0 })
      if (isDone(result)) return result
      failures = 0
      await sleep(Math.max(0, begun + minIntervalMs - Date.now()), signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (!isTemporary(error)) throw error
      const retryAfter = error instanceof ProblemError ? error.retryAfter : undefined
      await sleep(retryDelay(failures++, { retryAfter, maxMs: maxDelayMs }), signal)
    }
  }
}

/** True for errors that a restart or an overload of the service causes, also behind a proxy. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof PurveyorError && error.isRetryable)
}
