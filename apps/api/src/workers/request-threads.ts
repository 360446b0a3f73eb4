import { Piscina } from 'piscina'
import { unavailable } from '../http/problem.ts'
import type * as requestTasks from './request-tasks.ts'

type Tasks = typeof requestTasks
type Task = keyof Tasks

/** Tasks that may wait for a thread. Past that a request is refused with 503. */
const maxQueue = 100

let pool: Piscina | undefined

/**
 * Runs a part of a request that could hold the event loop for more than 50 ms. At most two threads do so, which start
 * with the first task and end when idle. Throws a 503 problem when too many tasks wait, or a thread ran out of memory.
 */
export async function runInThread<T extends Task>(
  name: T,
  input: Parameters<Tasks[T]>[0],
  transferList: ArrayBuffer[] = []
): Promise<ReturnType<Tasks[T]>> {
  pool ??= startPool()
  try {
    // The types of Piscina take the list for the options object that Node takes too.
    const options = { name, transferList: transferList as object }
    return (await pool.run(input, options)) as ReturnType<Tasks[T]>
  } catch (error) {
    throw isRefusal(error) ? unavailable('The service is overloaded.') : error
  }
}

function startPool(): Piscina {
  const started = new Piscina({
    filename: new URL('./request-tasks.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    maxQueue,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 }
  })
  // The task that a broken thread held is rejected by the same error.
  started.on('error', () => {})
  return started
}

function isRefusal(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || message === 'Task queue is at limit'
}
