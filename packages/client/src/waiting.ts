/** Waits, or throws the signal's reason when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  return untilAborted(
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    }),
    signal
  ).finally(() => clearTimeout(timer))
}

/** Returns the result of a promise, or throws the signal's reason when the signal is aborted first. */
export function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * Returns the milliseconds to wait before the attempt after `attempt`, which counts from 0: a random part of
 * a limit that doubles with each attempt, added to the time that Retry-After names.
 */
export function retryDelay(attempt: number, { retryAfter = 0, maxMs = 20_000 } = {}): number {
  return retryAfter * 1000 + Math.random() * Math.min(maxMs, 500 * 2 ** attempt)
}

/** Aborts when nothing has happened for a time, or when another signal aborts. */
export interface IdleTimer {
  readonly signal: AbortSignal
  /** True if the time has passed. */
  readonly expired: boolean
  /** Starts the time again. */
  touch(): void
  /** Stops the time until the next `touch`. */
  pause(): void
  /** Stops the time, and no longer follows the other signal. */
  stop(): void
  /** Stops the time and aborts. */
  abort(): void
}

export function idleTimer(ms: number, parent?: AbortSignal | undefined): IdleTimer {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let expired = false
  const abort = () => controller.abort(parent?.reason)
  const expire = () => {
    expired = true
    controller.abort()
  }
  const touch = () => {
    clearTimeout(timer)
    timer = setTimeout(expire, ms)
  }
  const stop = () => {
    clearTimeout(timer)
    parent?.removeEventListener('abort', abort)
  }
  if (parent?.aborted) abort()
  parent?.addEventListener('abort', abort)
  touch()
  return {
    signal: controller.signal,
    get expired() {
      return expired
    },
    touch,
    pause: () => clearTimeout(timer),
    stop,
    abort() {
      stop()
      controller.abort()
    }
  }
}
