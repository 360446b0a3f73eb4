import { setPriority } from 'node:os'

/** Of the calling thread, so that others on the same processors come first. */
const niceness = 10

/** Lowers the priority of the thread that calls it. Only Linux has one for each thread: elsewhere nothing changes. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  // 0 is the calling thread.
  setPriority(0, niceness)
}
