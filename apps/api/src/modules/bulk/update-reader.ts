import { Worker } from 'node:worker_threads'
import { unavailable } from '../../http/problem.ts'
import type { ReadUpdates } from './read-updates.ts'

/** Reads the bodies of bulk updates in a thread, one at a time, so that the event loop is never held. */
export type UpdateReader = {
  read(bytes: Uint8Array<ArrayBuffer>, vendorId: string): Promise<ReadUpdates>
  close(): Promise<void>
}

type Task = {
  bytes: Uint8Array<ArrayBuffer>
  vendorId: string
  resolve: (read: ReadUpdates) => void
  reject: (error: Error) => void
}

/** More that wait for their turn are refused. */
const mostWaiting = 20

/** The thread starts with the first task. Should it end, its body gets a 503 and the next one a new thread. */
export function createUpdateReader({
  program = new URL('./update-thread.ts', import.meta.url)
}: {
  program?: URL
} = {}): UpdateReader {
  const waiting: Task[] = []
  let thread: Worker | undefined
  let running: Task | undefined
  let closed = false

  function next(): void {
    if (running) return
    running = waiting.shift()
    if (!running) return
    thread ??= start()
    const { bytes, vendorId } = running
    thread.ref()
    // The bytes move over: nobody else needs them.
    thread.postMessage({ bytes, vendorId }, [bytes.buffer])
  }

  function settle(outcome: (task: Task) => void): void {
    const task = running
    running = undefined
    thread?.unref()
    if (task) outcome(task)
    next()
  }

  function start(): Worker {
    const worker = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 1_024 }
    })
    worker.on('message', (read: ReadUpdates) => settle((task) => task.resolve(read)))
    // Its exit tells the same, and always comes.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
      settle((task) => task.reject(closed ? stopping() : unavailable('The body could not be read.')))
    })
    return worker
  }

  return {
    read(bytes, vendorId) {
      if (closed) return Promise.reject(stopping())
      if (waiting.length >= mostWaiting) return Promise.reject(unavailable('Too many bulk updates wait.'))
      return new Promise((resolve, reject) => {
        waiting.push({ bytes, vendorId, resolve, reject })
        next()
      })
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.reject(stopping())
      await thread?.terminate()
    }
  }
}

function stopping() {
  return unavailable('The service is shutting down.')
}
