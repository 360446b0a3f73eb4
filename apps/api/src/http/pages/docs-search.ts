import { Worker } from 'node:worker_threads'
import type { Hit } from '../../documentation/search.ts'
import type { SearchReply } from '../../documentation/search-thread.ts'
import { unavailable } from '../../errors.ts'

/** Searches the documentation in a worker thread, because a search can take several milliseconds. */
export type DocsSearch = {
  /** Returns the sections that match the query. Throws a 503 problem if too many queries are waiting. */
  find(query: string): Promise<Hit[]>
  /** Ends the thread. Queries that have no result yet fail with 503. */
  close(): Promise<void>
}

type Options = {
  /** The maximum number of queries that wait for their result. Further queries are refused. */
  maxPending: number
  /** The thread ends after this time without queries, so that the index no longer occupies memory. */
  idleMs: number
  /** The module that the thread runs. */
  program: URL
}

const defaults: Options = {
  maxPending: 100,
  idleMs: 60_000,
  program: new URL('../../documentation/search-thread.ts', import.meta.url)
}

/** Creates a search. Its thread starts with the first query, and loads the index that `readIndex` returns. */
export function createDocsSearch(
  readIndex: () => Promise<string>,
  options: Partial<Options> = {}
): DocsSearch {
  const { maxPending, idleMs, program } = { ...defaults, ...options }
  let thread: Thread | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.worker.terminate()
  }

  return {
    async find(query) {
      const index = await readIndex()
      if (closed) throw unavailable('The service is shutting down.')
      if (!thread || thread.hasEnded) thread = startThread(program, index)
      const used = thread
      if (used.waiting.length >= maxPending) throw unavailable('Too many searches are in progress.')
      clearTimeout(idle)
      const reply = await ask(used, query)
      // A later query may already use another thread, or this one.
      if (thread === used && used.waiting.length === 0) idle = setTimeout(end, idleMs).unref()
      if (reply === 'gone') throw unavailable('The search is unavailable at the moment.')
      if ('error' in reply) throw reply.error
      return reply.hits
    },
    async close() {
      closed = true
      await end()
    }
  }
}

type Reply = SearchReply | 'gone'
/** A thread with the queries that wait for its reply. It replies in the order of the queries. */
type Thread = { worker: Worker; waiting: ((reply: Reply) => void)[]; hasEnded: boolean }

function startThread(program: URL, index: string): Thread {
  const worker = new Worker(program, {
    env: {},
    execArgv: [],
    workerData: index,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
  })
  const thread: Thread = { worker, waiting: [], hasEnded: false }
  worker.on('message', (reply: SearchReply) => {
    thread.waiting.shift()?.(reply)
    // An idle thread must not prevent the process from exiting.
    if (thread.waiting.length === 0) worker.unref()
  })
  // An error ends the thread, and its exit is handled below.
  worker.on('error', () => {})
  worker.on('exit', () => {
    thread.hasEnded = true
    for (const resolve of thread.waiting.splice(0)) resolve('gone')
  })
  return thread
}

/** Sends a query to the thread. Resolves with `gone` if the thread ends before it replies. */
function ask(thread: Thread, query: string): Promise<Reply> {
  return new Promise((resolve) => {
    thread.waiting.push(resolve)
    thread.worker.ref()
    thread.worker.postMessage(query)
  })
}
