import type * as requestTasks from './request-tasks.ts'
import { createThreads } from './threads.ts'

/**
 * Threads for the parts of a request that could hold the event loop for more than 50 ms, shared by all requests of the
 * process.
 */
export const requestThreads = createThreads<typeof requestTasks>({
  program: new URL('./request-tasks.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 100,
  maxHeapMiB: 128
})
