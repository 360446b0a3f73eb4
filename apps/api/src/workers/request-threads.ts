import type * as requestTasks from './request-tasks.ts'
import { createThreads } from './threads.ts'

/**
 * Threads for those steps of handling a request that could block the event loop for more than 50 ms. All
 * requests of the process share these threads.
 */
export const requestThreads = createThreads<typeof requestTasks>({
  program: new URL('./request-tasks.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 100,
  maxHeapMiB: 128
})
