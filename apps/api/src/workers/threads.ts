import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { unavailable } from '../http/problem.ts'

/** Functions of a program, by name: each takes one value that can be cloned and returns another. */
type Tasks = Record<string, (input: never) => unknown>

export type Threads<T extends Tasks> = {
  /**
   * Runs a task in a thread; `transfer` is moved there and not copied. Throws a 503 problem when too many tasks wait, or
   * when the thread is lost before it has answered.
   */
  run<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
    transfer?: Transferable[]
  ): Promise<Awaited<ReturnType<T[Name]>>>
  /** Ends all threads. Tasks that wait or run get 503. */
  close(): Promise<void>
}

export type ThreadOptions = {
  /** A module that exports the tasks. */
  program: URL
  maxThreads: number
  /** Tasks that may wait for a thread. */
  maxQueue: number
  /** Memory of the heap of one thread, and of its young part. */
  maxHeapMiB: number
  maxYoungMiB?: number
  /** Tasks that one thread runs at once: more than 1 where they wait for messages. */
  tasksAtOnce?: number
  /** Idle threads retain the memory of their largest task, so they end after this time. */
  idleMs?: number
}

/** Threads for work that would hold the event loop. They start with the first task and end when idle. */
export function createThreads<T extends Tasks>({
  program,
  maxThreads,
  maxQueue,
  maxHeapMiB,
  maxYoungMiB = 16,
  tasksAtOnce = 1,
  idleMs = 10_000
}: ThreadOptions): Threads<T> {
  let pool: Piscina | undefined
  let isClosed = false
  let taskCount = 0
  let idle: NodeJS.Timeout | undefined

  function start(): Piscina {
    const started = new Piscina({
      filename: program.href,
      // With 0, tasks that wait behind one that ends its thread would wait for ever.
      minThreads: 1,
      maxThreads,
      maxQueue,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: tasksAtOnce,
      // The one with the fewest tasks; null, so that another is started, while that has any and there may be more.
      loadBalancer(_task, threads) {
        const [first] = threads.toSorted((one, other) => one.currentUsage - other.currentUsage)
        if (!first || first.currentUsage === 0) return first ?? null
        return threads.length === maxThreads && first.currentUsage < tasksAtOnce ? first : null
      },
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: maxYoungMiB }
    })
    // A lost thread rejects its task too.
    started.on('error', () => {})
    return started
  }

  async function end(): Promise<void> {
    const ended = pool
    pool = undefined
    await ended?.destroy()
  }

  return {
    async run(name, input, transfer = []) {
      if (isClosed) throw unavailable('The service is shutting down.')
      pool ??= start()
      taskCount++
      clearTimeout(idle)
      try {
        // The types of Piscina take the list for the options object that Node takes too.
        return (await pool.run(input, { name, transferList: transfer as object })) as never
      } catch (error) {
        throw isClosed ? unavailable('The service is shutting down.') : asRefusal(error)
      } finally {
        if (--taskCount === 0) idle = setTimeout(end, idleMs).unref()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
    }
  }
}

/** Piscina names its own errors by their messages only. */
function asRefusal(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (message === 'Task queue is at limit') return unavailable('The service is overloaded.')
  const isLost =
    /^(worker exited|Terminating worker)/.test(String(message)) || /^ERR_WORKER_/.test(String(code))
  return isLost ? unavailable('The request could not be read to its end.') : error
}
