import { Worker } from 'node:worker_threads'
import type { Api, Deps } from '../../../deps.ts'
import { unavailable } from '../../../http/problem.ts'
import { endingOf } from '../../../http/streamed-body.ts'
import type { ThreadReply, ThreadTask } from './item-thread.ts'
import type { ReadAnswer, ReadEnd, ReadForm, ReadLimits, ReadNeed } from './read-items.ts'
import { ReadingPlaces } from './reading-places.ts'

/** One upload as its thread reads it: give what it needs, until it has ended. */
export type ThreadReading = {
  next(answer?: ReadAnswer): Promise<{ need: ReadNeed } | { end: ReadEnd }>
  /** For a reading that did not end. */
  drop(): void
}

export type ItemThreads = {
  /** To be taken for an upload before it is opened, and left after. */
  places: ReadingPlaces
  /** Aborted where what is still being read has to be given up, since the process stops. */
  ending: AbortSignal
  open(upload: { form: ReadForm; limits: ReadLimits }): ThreadReading
  close(): Promise<void>
}

/** An idle thread keeps the memory of its largest upload, so it ends after this time. */
const idleMs = 10_000
/** So many batches fit in the memory of the threads many times over, whatever their items are. */
const placeLimits = { inAll: 24, ofVendor: 8 }

type Waiting = { resolve: (reply: ThreadReply) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; readings: Set<number> }

/**
 * Threads that read uploads, so that parsing and sanitising hold up no other request. They are started when they are
 * first needed and end when idle; an upload goes to the one with the fewest. One that is lost is replaced, and its
 * uploads get a 503.
 */
export function createItemThreads({
  threads: most = 2,
  program = new URL('./item-thread.ts', import.meta.url),
  ending = new AbortController().signal,
  endAfterMs = idleMs
}: {
  threads?: number
  program?: URL
  ending?: AbortSignal
  /** Without a reading. */
  endAfterMs?: number
} = {}): ItemThreads {
  const threads = new Set<Thread>()
  let nextId = 1
  let closed = false

  function start(): Thread {
    const worker = new Worker(program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }
    })
    const thread: Thread = { worker, waiting: new Map(), readings: new Set() }
    worker.unref()
    worker.on('message', (reply: ThreadReply) => take(thread, reply.id)?.resolve(reply))
    // The exit that follows tells it.
    worker.on('error', () => {})
    worker.on('exit', () => {
      threads.delete(thread)
      for (const id of [...thread.waiting.keys()]) take(thread, id)?.reject(gone())
    })
    threads.add(thread)
    return thread
  }

  function choose(): Thread {
    const [first] = [...threads].sort((a, b) => a.readings.size - b.readings.size)
    return first && (first.readings.size === 0 || threads.size >= most) ? first : start()
  }

  /** Takes a reading from its thread; false if it was taken before. */
  function leave(thread: Thread, id: number): boolean {
    const hasLeft = thread.readings.delete(id)
    if (hasLeft && thread.readings.size === 0) setTimeout(endIdle, endAfterMs, thread).unref()
    return hasLeft
  }

  function endIdle(thread: Thread): void {
    // No upload goes to a thread that is not in the set.
    if (thread.readings.size === 0 && threads.delete(thread)) thread.worker.terminate()
  }

  function send(thread: Thread, task: ThreadTask): Promise<ThreadReply> {
    if (!threads.has(thread)) return Promise.reject(gone())
    return new Promise((resolve, reject) => {
      thread.waiting.set(task.id, { resolve, reject })
      // A process with nothing else to wait for must not end meanwhile.
      thread.worker.ref()
      const bytes = 'answer' in task ? task.answer.bytes : undefined
      thread.worker.postMessage(task, bytes ? [bytes.buffer as ArrayBuffer] : [])
    })
  }

  return {
    places: new ReadingPlaces(placeLimits),
    ending,
    open(upload) {
      if (closed) throw unavailable('The service is shutting down.')
      const id = nextId++
      const thread = choose()
      thread.readings.add(id)
      let isOpen = false
      return {
        async next(answer = {}) {
          const reply = await send(thread, isOpen ? { id, answer } : { id, open: upload })
          isOpen = true
          if ('end' in reply) leave(thread, id)
          return reply
        },
        drop() {
          if (leave(thread, id) && threads.has(thread)) thread.worker.postMessage({ id, drop: true })
        }
      }
    },
    async close() {
      closed = true
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    }
  }
}

const ofApplications = new WeakMap<Deps, ItemThreads>()

/** The threads of this application, shared by all routes that take in items; they end with it. */
export function itemThreadsOf(api: Api): ItemThreads {
  const known = ofApplications.get(api.deps)
  if (known) return known
  const threads = createItemThreads({ ending: endingOf(api) })
  ofApplications.set(api.deps, threads)
  api.addHook('onClose', () => threads.close())
  return threads
}

function take({ worker, waiting }: Thread, id: number): Waiting | undefined {
  const found = waiting.get(id)
  waiting.delete(id)
  if (waiting.size === 0) worker.unref()
  return found
}

function gone() {
  return unavailable('The upload could not be read to its end.')
}
