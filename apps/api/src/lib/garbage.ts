import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Lets the heap grow by half of what is in use before it is collected again, in place of up to four times: the engine
 * sizes that by the machine's memory, and a busy service would hold 60 MB of garbage for a few collections less.
 */
export function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

/**
 * Frees what died young; a millisecond or two. Buffers weigh nothing in the heap, so that tens of megabytes of them
 * can be dead before the collector looks of itself.
 */
export function collectYoung(): void {
  collector()({ type: 'minor', execution: 'sync' })
}

/** Frees all that is dead and gives the memory back; about a tenth of a second in which nothing else runs. */
export function collectAll(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** The engine shows it to contexts that are made after the flag is set, whatever the process was started with. */
function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  return collect
}

const MiB = 1024 * 1024

type IdleCollection = {
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
