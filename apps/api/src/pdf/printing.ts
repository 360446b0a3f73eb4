import { Worker } from 'node:worker_threads'
import type { PrintedDocument } from '@purveyor/pdf-text'
import { unavailable } from '../http/problem.ts'
import type { ThreadReply } from './pdf-thread.ts'

/** Makes PDFs outside of the thread that answers requests. */
export type Printing = {
  /** The PDF of a document. Throws a 503 problem when too many wait, or when it takes too long. */
  print(document: PrintedDocument): Promise<Buffer>
  /** Ends the thread; what is under way is answered 503. */
  close(): Promise<void>
}

type Options = {
  /** Documents that wait or are made at once; one more is refused. */
  most: number
  /** How long one may wait for its turn. */
  waitMs: number
  /** What one may take then. */
  deadlineMs: number
  /** After so long without work the thread ends and gives the memory of its fonts back. */
  idleMs: number
  /** The program that makes them. */
  program: URL
}

const defaults: Options = {
  most: 64,
  waitMs: 10_000,
  deadlineMs: 15_000,
  idleMs: 60_000,
  program: new URL('./pdf-thread.ts', import.meta.url)
}

/**
 * A thread that makes PDFs one after the other, started when the first one is asked for. A page costs a few
 * milliseconds, but a subset of the Chinese font is put together in one go that may take half a second.
 */
export function createPrinting(options: Partial<Options> = {}): Printing {
  const { most, waitMs, deadlineMs, idleMs, program } = { ...defaults, ...options }
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let closed = false

  function start(): Worker {
    const worker = new Worker(program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
    })
    // The exit that follows tells it.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  async function take(document: PrintedDocument, since: number): Promise<Buffer> {
    if (closed) throw stopping()
    if (performance.now() - since > waitMs) throw overloaded()
    clearTimeout(idle)
    thread ??= start()
    const reply = await ask(thread, document, deadlineMs)
    if (closed) throw stopping()
    if (typeof reply === 'object' && 'pdf' in reply) {
      idle = setTimeout(end, idleMs).unref()
      return Buffer.from(reply.pdf.buffer)
    }
    await end()
    if (typeof reply === 'object') throw reply.error
    throw unavailable('The document could not be made at the moment.')
  }

  return {
    print(document) {
      if (closed) return Promise.reject(stopping())
      if (waiting >= most) return Promise.reject(overloaded())
      waiting++
      const since = performance.now()
      const made = last
        .then(() => take(document, since))
        .finally(() => {
          waiting--
        })
      last = made.catch(() => {})
      return made
    },
    async close() {
      closed = true
      await end()
    }
  }
}

/** What the thread answers. One that says nothing in time is of no more use. */
function ask(thread: Worker, document: PrintedDocument, ms: number): Promise<ThreadReply | 'late' | 'gone'> {
  return new Promise((resolve) => {
    const settle = (reply: ThreadReply | 'late' | 'gone') => {
      clearTimeout(timer)
      thread.off('message', settle)
      thread.off('exit', leave)
      // An idle thread keeps no program from ending.
      thread.unref()
      resolve(reply)
    }
    const leave = () => settle('gone')
    const timer = setTimeout(() => settle('late'), ms)
    thread.ref()
    thread.on('message', settle)
    thread.on('exit', leave)
    thread.postMessage(document)
  })
}

function overloaded() {
  return unavailable('Too many documents wait to be made.')
}

function stopping() {
  return unavailable('The service is shutting down.')
}
