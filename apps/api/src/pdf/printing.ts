import { Worker } from 'node:worker_threads'
import type { PrintedDocument, PrintedFile } from '@purveyor/pdf-text'
import { unavailable } from '../errors.ts'
import type { ThreadReply } from './pdf-thread.ts'

/** Renders PDFs in a worker thread, so that they don't block the event loop. */
export type Printing = {
  /**
   * Renders a document, or a file of several documents. Throws a 503 problem if too many documents are
   * waiting, or if rendering takes too long.
   */
  print(content: PrintedDocument | PrintedFile): Promise<Buffer>
  /** Ends the thread. Calls of `print` that have not finished fail with 503. */
  close(): Promise<void>
}

type Options = {
  /** The maximum number of documents that wait or are being rendered. Further documents are refused. */
  maxPending: number
  /** The maximum time for which a document waits for its turn. */
  waitMs: number
  /** The maximum time for rendering a document, without the time in which it waits. */
  deadlineMs: number
  /** The thread ends after this time without work, so that its fonts no longer occupy memory. */
  idleMs: number
  /** The module that the thread runs. */
  program: URL
}

const defaults: Options = {
  maxPending: 64,
  waitMs: 10_000,
  deadlineMs: 15_000,
  idleMs: 60_000,
  program: new URL('./pdf-thread.ts', import.meta.url)
}

/**
 * Creates a renderer. Its thread starts when the first document is rendered, and renders one document at a
 * time. Rendering a page usually takes a few milliseconds, but embedding a subset of the Chinese font can
 * block the thread for half a second.
 */
export function createPrinting(options: Partial<Options> = {}): Printing {
  const { maxPending, waitMs, deadlineMs, idleMs, program } = { ...defaults, ...options }
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let pending = 0
  let closed = false

  function start(): Worker {
    const worker = new Worker(program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
    })
    // An error ends the thread, and its exit is handled below.
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

  async function take(content: PrintedDocument | PrintedFile, since: number): Promise<Buffer> {
    if (closed) throw stopping()
    if (performance.now() - since > waitMs) throw overloaded()
    clearTimeout(idle)
    thread ??= start()
    const reply = await ask(thread, content, deadlineMs)
    if (closed) throw stopping()
    if (typeof reply === 'object' && 'pdf' in reply) {
      idle = setTimeout(end, idleMs).unref()
      return Buffer.from(reply.pdf.buffer)
    }
    await end()
    if (typeof reply === 'object') throw reply.error
    throw unavailable("The document can't be created at the moment.")
  }

  return {
    print(content) {
      if (closed) return Promise.reject(stopping())
      if (pending >= maxPending) return Promise.reject(overloaded())
      pending++
      const since = performance.now()
      const document = last
        .then(() => take(content, since))
        .finally(() => {
          pending--
        })
      last = document.catch(() => {})
      return document
    },
    async close() {
      closed = true
      await end()
    }
  }
}

/**
 * Sends a document or file to the thread. Resolves with the thread's reply, with `late` if there is no reply within
 * `ms`, or with `gone` if the thread ends.
 */
function ask(
  thread: Worker,
  content: PrintedDocument | PrintedFile,
  ms: number
): Promise<ThreadReply | 'late' | 'gone'> {
  return new Promise((resolve) => {
    const settle = (reply: ThreadReply | 'late' | 'gone') => {
      clearTimeout(timer)
      thread.off('message', settle)
      thread.off('exit', leave)
      // An idle thread must not prevent the process from exiting.
      thread.unref()
      resolve(reply)
    }
    const leave = () => settle('gone')
    const timer = setTimeout(() => settle('late'), ms)
    thread.ref()
    thread.on('message', settle)
    thread.on('exit', leave)
    thread.postMessage(content)
  })
}

function overloaded() {
  return unavailable('Too many documents are waiting to be created.')
}

function stopping() {
  return unavailable('The service is shutting down.')
}
