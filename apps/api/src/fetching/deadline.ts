import { FetchFailure } from './fetch-failure.ts'

/**
 * A time limit. `signal` is aborted with a FetchFailure, at the latest by `abort`. `clear` must be called when the work
 * has ended.
 */
export type Deadline = { signal: AbortSignal; abort(): void; clear(): void }

/**
 * Starts a time limit of `ms` for the named work, such as `fetch`. It also ends when `signal` is aborted. The reason is
 * then a FetchFailure too: the reason of `signal` if that is one, and otherwise that the work was aborted.
 */
export function startDeadline(ms: number, name: string, signal?: AbortSignal): Deadline {
  const controller = new AbortController()
  const failure = (what: string) => new FetchFailure('TIMEOUT', `the ${name} ${what}`, { retryable: true })
  const abort = () =>
    controller.abort(signal?.reason instanceof FetchFailure ? signal.reason : failure('was aborted'))
  const timer = setTimeout(() => controller.abort(failure('timed out')), ms)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  return {
    signal: controller.signal,
    abort,
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}

/** Returns what the promise returns. Rejects with the reason of the signal if the signal is aborted first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
