import { EventEmitter } from 'node:events'
import type { Handle, Sql } from '../db/connect.ts'
import { notify } from './queries.ts'

/** What processes tell each other: that there is work for importers, or that a job has moved on. */
type Topic = 'imports' | `import:${string}`

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
  const signalled = new EventEmitter().setMaxListeners(0)
  let isListening = false

  function listen(): void {
    if (isListening) return
    isListening = true
    sql
      .listen(channel, (topic) => void signalled.emit(topic))
      .catch(() => {
        isListening = false
      })
  }

  return {
    wait(topic, ms, signal) {
      listen()
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          signalled.off(topic, wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        signalled.on(topic, wake)
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
