/** The longest time of a timer, in milliseconds. A longer one, or Infinity, would end at once. */
const maxTimeout = 2 ** 31 - 1

/** Waits, or throws the signal's reason when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  return untilAborted(
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, maxTimeout))
    }),
    signal
  ).finally(() => clearTimeout(timer))
}

/** Returns the result of a promise, or throws the signal's reason when the signal is aborted first. */
export function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const removeListener = onAbort(signal, abort)
    promise.then(resolve, reject).finally(removeListener)
  })
}

const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `listener` when the signal is aborted, also if it is already. Returns a function that removes the
 * listener. A signal gets only one real listener: with more than ten, Node 20 warns of a memory leak.
 */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener()
  let all = listeners.get(signal)
  if (!all) {
    const added = new Set<() => void>()
    signal.addEventListener('abort', () => {
      for (const call of added) call()
    })
    listeners.set(signal, added)
    all = added
  }
  const set = all
  set.add(listener)
  return () => set.delete(listener)
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

/** Starts a timer that aborts its signal after `ms` milliseconds, unless `touch` is called before. */
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
    timer = setTimeout(expire, Math.min(ms, maxTimeout))
  }
  const removeListener = parent && onAbort(parent, abort)
  const stop = () => {
    clearTimeout(timer)
    removeListener?.()
  }
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
