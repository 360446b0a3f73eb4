import { useSyncExternalStore } from 'react'

/** How long to wait between two questions whether the service responds again, in milliseconds. */
const pollMs = 1000
const readyTimeoutMs = 10_000

type Waiter = () => void

/** Knows whether the service responds. While it doesn't, requests wait until it does. */
class ConnectionStatus {
  #isLost = false
  readonly #waiting = new Set<Waiter>()
  readonly #listeners = new Set<() => void>()

  get isLost(): boolean {
    return this.#isLost
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the service responds, or rejects with the reason of the signal. */
  untilBack(signal: AbortSignal | null | undefined): Promise<void> {
    if (!this.#isLost) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(done)
        reject(signal?.reason)
      }
      const done = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      this.#waiting.add(done)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }

  /** Records that a request got no response from the service, and asks until it responds again. */
  lose(): void {
    if (this.#isLost) return
    this.#set(true)
    void this.#poll()
  }

  async #poll(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, pollMs))
    while (!(await isReady()))
    this.#set(false)
    for (const done of this.#waiting) done()
    this.#waiting.clear()
  }

  #set(isLost: boolean): void {
    this.#isLost = isLost
    for (const listener of this.#listeners) listener()
  }
}

async function isReady(): Promise<boolean> {
  try {
    // Without a limit, a question whose answer is lost on the way would be the last one.
    return (await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(readyTimeoutMs) })).ok
  } catch {
    return false
  }
}

const connectionStatus = new ConnectionStatus()

/** True while the service doesn't respond. */
export function useIsLost(): boolean {
  return useSyncExternalStore(connectionStatus.subscribe, () => connectionStatus.isLost)
}

/** Statuses of proxies and of a service that is starting, stopping or without its database. */
const unavailable = new Set([502, 503, 504])

/** Requests that are sent although the person leaves the page. */
const sentWhileLeaving = /\/moderation\/claims\/release$/

/** Sends a request like `fetch`, when the service responds. Records whether it does. */
export async function waitingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  await connectionStatus.untilBack(init?.signal)
  try {
    const response = await fetch(input, { ...init, keepalive: sentWhileLeaving.test(String(input)) })
    if (unavailable.has(response.status)) connectionStatus.lose()
    return response
  } catch (error) {
    if (!init?.signal?.aborted) connectionStatus.lose()
    throw error
  }
}
