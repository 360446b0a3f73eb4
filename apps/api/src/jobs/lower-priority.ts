import { setPriority } from 'node:os'

/** The niceness to set. The default is 0. Threads with a lower niceness on the same processors run first. */
const niceness = 10

/** Lowers the priority of the calling thread. Works only on Linux, where each thread has its own priority. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  // On Linux, 0 means the calling thread, not the process.
  setPriority(0, niceness)
}
