import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Makes V8 collect the heap when it has grown by half since the last collection. By default, V8 lets the heap
 * grow fourfold on a machine with much memory. A busy service would then hold 60 MB of garbage and save only
 * a few collections.
 */
export function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

/**
 * Collects the young generation, which takes 1 to 2 ms, to free the memory of unreachable buffers. This
 * memory is outside the heap, so tens of megabytes of it can add up before V8 starts a collection by itself.
 */
export function collectYoung(): void {
  collector()({ type: 'minor', execution: 'sync' })
}

/** Collects the whole heap and returns memory to the operating system. Blocks the event loop for 100 ms. */
export function collectAll(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Returns V8's `gc` function. Only contexts that are created after `--expose-gc` is set have this function.
 */
function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  return collect
}

const MiB = 1024 * 1024

type IdleCollection = {
  /** The interval between checks. */
  everyMs?: number
  /** The process collects again only if its memory has grown by this much since the last collection. */
  growthBytes?: number
  /** The process is busy if the utilization of the event loop since the last check (0 to 1) is above this. */
  maxUtilization?: number
  collect?: () => void
}

/**
 * Collects garbage when the process is idle. V8 collects only on allocation, so an idle process could hold
 * hundreds of megabytes of unreachable objects. A collection takes about 100 ms and never starts while the
 * event loop is busy. Returns a function that stops the checks.
 */
export function collectWhenIdle({
  everyMs = 10_000,
  growthBytes = 32 * MiB,
  maxUtilization = 0.05,
  collect = collectAll
}: IdleCollection = {}): () => void {
  let usedAfterCollection = memoryInUse()
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > maxUtilization || memoryInUse() - usedAfterCollection < growthBytes) return
    collect()
    usedAfterCollection = memoryInUse()
    // The collection itself doesn't count as utilization.
    last = performance.eventLoopUtilization()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function memoryInUse(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}
