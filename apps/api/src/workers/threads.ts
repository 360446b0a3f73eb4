import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { unavailable } from '../errors.ts'

/**
 * The functions that a program exports, by name. Each function has one parameter. It must be possible to
 * clone the function's argument and result between threads.
 */
type Tasks = Record<string, (input: never) => unknown>

/** A pool of threads that run the tasks of a program. */
export type Threads<T extends Tasks> = {
  /**
   * Runs a task in a thread. The objects in `transfer` are moved to the thread instead of being copied.
   * Throws a 503 if too many tasks are waiting, or if the thread exits before the task has finished.
   */
  run<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
    transfer?: Transferable[]
  ): Promise<Awaited<ReturnType<T[Name]>>>
  /** Ends all threads. The calls of `run` whose tasks are waiting or running reject with a 503. */
  close(): Promise<void>
}

export type ThreadOptions = {
  /** A module that exports the tasks. */
  program: URL
  maxThreads: number
  /** The number of tasks that may wait for a thread. */
  maxQueue: number
  /** The size of the old generation of a thread's heap. */
  maxHeapMiB: number
  /** The size of the young generation of a thread's heap. */
  maxYoungMiB?: number
  /**
   * The number of tasks that one thread runs concurrently. More than 1 is useful if tasks wait for messages.
   */
  maxConcurrentTasks?: number
  /** Idle threads end after this time, because they retain the memory of their largest task. */
  idleMs?: number
}

/**
 * Creates a pool of threads for work that would block the event loop. The threads start with the first task
 * and end when idle.
 */
export function createThreads<T extends Tasks>({
  program,
  maxThreads,
  maxQueue,
  maxHeapMiB,
  maxYoungMiB = 16,
  maxConcurrentTasks = 1,
  idleMs = 10_000
}: ThreadOptions): Threads<T> {
  let pool: Piscina | undefined
  let isClosed = false
  let taskCount = 0
  let idle: NodeJS.Timeout | undefined

  function start(): Piscina {
    const started = new Piscina({
      filename: program.href,
      // With 0, waiting tasks would wait forever if the task before them ends its thread.
      minThreads: 1,
      maxThreads,
      maxQueue,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: maxConcurrentTasks,
      // Returns the thread with the fewest tasks if it's idle. Returns a busy one only if no other thread may
      // be started and it may run another task. On null, Piscina starts a thread or queues the task.
      loadBalancer(_task, threads) {
        const [first] = threads.toSorted((a, b) => a.currentUsage - b.currentUsage)
        if (!first || first.currentUsage === 0) return first ?? null
        return threads.length === maxThreads && first.currentUsage < maxConcurrentTasks ? first : null
      },
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: maxYoungMiB }
    })
    // Ignored, because the task of a lost thread also rejects.
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
        // The types of Piscina don't accept a list of transferable objects, so it is cast.
        return (await pool.run(input, { name, transferList: transfer as object })) as never
      } catch (error) {
        throw isClosed ? unavailable('The service is shutting down.') : asProblem(error)
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

/**
 * Converts an error of Piscina, the thread pool, to a problem. Most of Piscina's errors have no code, so this
 * function recognises them by their messages. Returns any other error unchanged.
 */
function asProblem(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (message === 'Task queue is at limit') return unavailable('The service is overloaded.')
  const isLost =
    /^(worker exited|Terminating worker)/.test(String(message)) || /^ERR_WORKER_/.test(String(code))
  return isLost ? unavailable('The request could not be processed.') : error
}
