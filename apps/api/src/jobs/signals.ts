import type { Handle, Sql } from '../db/connect.ts'
import { notify } from './queries.ts'

/** What processes tell each other: that there is work for importers, or that a job has moved on. */
export type Topic = 'imports' | `import:${string}`

/**
 * Waiting for what another process does, by LISTEN/NOTIFY on one connection that is opened when first needed. A signal
 * is a hint, which may be lost: whoever waits gives up after a while and looks by himself.
 */
export type Signals = {
  /** Until the topic is signalled, at most `ms`, or until `signal` aborts. Never throws. */
  wait(topic: Topic, ms: number, signal?: AbortSignal): Promise<void>
}

const channel = 'purveyor'

export function createSignals(sql: Sql): Signals {
  const waiting = new Map<string, Set<() => void>>()
  let isListening = false

  function listen(): void {
    if (isListening) return
    isListening = true
    const wakeAll = (topic: string) => {
      for (const wake of waiting.get(topic) ?? []) wake()
    }
    sql.listen(channel, wakeAll).catch(() => {
      isListening = false
    })
  }

  return {
    wait(topic, ms, signal) {
      listen()
      return new Promise((resolve) => {
        const wakers = waiting.get(topic) ?? new Set()
        const wake = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          wakers.delete(wake)
          if (wakers.size === 0 && waiting.get(topic) === wakers) waiting.delete(topic)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        waiting.set(topic, wakers.add(wake))
        signal?.addEventListener('abort', wake)
        if (signal?.aborted) wake()
      })
    }
  }
}

/** Signals the topic; in a transaction, when that commits. */
export function signal(handle: Handle, topic: Topic): Promise<void> {
  return notify(handle, channel, topic)
}
