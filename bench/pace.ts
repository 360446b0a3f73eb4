import { type ProcessorTime, processorTimePerUnit, readProcessorTime } from './processor.ts'
import type { Sample } from './scenario.ts'

/** Percentiles in milliseconds. */
export type Latency = { p50: number; p99: number }

type Pace = { seconds: number; concurrency: number; units?: number }

/** The part of a sample's duration for which the work runs before the measurement begins. */
const rampShare = 0.25

/**
 * Calls `work` repeatedly from `concurrency` workers, each of which waits for its call to end, and measures for
 * `seconds`. The measurement begins after a quarter of this time, so that it doesn't begin with cold caches, or with
 * the first writes after a checkpoint. One call counts as `units`.
 */
export async function callFor(
  { seconds, concurrency, units = 1 }: Pace,
  work: (call: number) => Promise<unknown>
): Promise<Sample> {
  const durations: number[] = []
  const beginsAt = performance.now() + seconds * rampShare * 1000
  const deadline = beginsAt + seconds * 1000
  let calls = 0
  let begin: { at: number; processors: ProcessorTime | undefined } | undefined
  const worker = async () => {
    do {
      const start = performance.now()
      await work(calls++)
      const now = performance.now()
      if (begin) durations.push(now - start)
      else if (now >= beginsAt) begin = { at: performance.now(), processors: readProcessorTime() }
    } while (performance.now() < deadline || durations.length === 0)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seen = performance.now() - (begin?.at ?? Number.NaN)
  const done = durations.length * units
  return sampleOf({ rate: done / (seen / 1000), latency: latencyOf(durations) }, begin?.processors, done)
}

/** Calls `work` once. The call counts as `units`. */
export async function timeOnce(units: number, work: () => Promise<unknown>): Promise<Sample> {
  const before = readProcessorTime()
  const start = performance.now()
  await work()
  return sampleOf({ rate: units / ((performance.now() - start) / 1000) }, before, units)
}

function sampleOf(sample: Sample, before: ProcessorTime | undefined, units: number): Sample {
  const processor = processorTimePerUnit(before, units)
  return processor ? { ...sample, processor } : sample
}

export function latencyOf(durations: number[]): Latency {
  const sorted = durations.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
