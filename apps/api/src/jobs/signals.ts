import { EventEmitter } from 'node:events'
import type { Handle, Sql } from '../db/connect.ts'
import { notify } from './queries.ts'

/**
 * `imports` means that there is new work for import workers. `import:<job id>` means that the job with this
 * id has progressed.
 */
type Topic = 'imports' | `import:${string}`

/**
 * Waits for signals from other processes. Uses LISTEN/NOTIFY on one connection, which is opened at the first
 * wait. Signals can be lost, so callers wait for a limited time and then check the database themselves.
 */
export type Signals = {
  /** Resolves when the topic is signalled, after `ms`, or when `signal` is aborted. Never rejects. */
  wait(topic: Topic, ms: number, signal?: AbortSignal): Promise<void>
}

const channel = 'purveyor'

export function createSignals(sql: Sql): Signals {
  const signalled = new EventEmitter().setMaxListeners(0)
  let isListening = false

  function listen(): void {
    if (isListening) return
    isListening = true
    sql.listen(channel, (topic) => void signalled.emit(topic))
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

/** Signals the topic. In a transaction, the signal is sent on commit. */
export function signal(handle: Handle, topic: Topic): Promise<void> {
  return notify(handle, channel, topic)
}
