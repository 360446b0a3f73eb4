import { collectAll } from './garbage.ts'

const MiB = 1024 * 1024

export type IdleCollection = {
  /** Between two looks. */
  everyMs?: number
  /** Memory that must have been added since the last collection. */
  growthBytes?: number
  /** The part of the time since the last look in which the event loop worked: more counts as busy. */
  maxUtilization?: number
  collect?: () => void
}

/**
 * Gives back the memory that requests left behind once the process is idle. The engine collects when something is
 * allocated, so that an idle process would keep hundreds of megabytes of dead objects. A collection takes about a tenth
 * of a second, and never runs while the event loop is busy. Returns a function that ends this.
 */
export function collectWhenIdle({
  everyMs = 10_000,
  growthBytes = 32 * MiB,
  maxUtilization = 0.05,
  collect = collectAll
}: IdleCollection = {}): () => void {
  let collected = memoryInUse()
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > maxUtilization || memoryInUse() - collected < growthBytes) return
    collect()
    collected = memoryInUse()
    // The collection itself is no work.
    last = performance.eventLoopUtilization()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function memoryInUse(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}
