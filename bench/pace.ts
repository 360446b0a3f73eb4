import type { Sample } from './scenario.ts'

/** Percentiles in milliseconds. */
export type Latency = { p50: number; p99: number }

type Pace = { seconds: number; concurrency: number; units?: number }

/**
 * Calls `work` repeatedly for `seconds` from `concurrency` workers, each of which waits for its call to end.
 * One call counts as `units`.
 */
export async function callFor(
  { seconds, concurrency, units = 1 }: Pace,
  work: (call: number) => Promise<unknown>
): Promise<Sample> {
  const durations: number[] = []
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  let calls = 0
  const worker = async () => {
    do {
      const start = performance.now()
      await work(calls++)
      durations.push(performance.now() - start)
    } while (performance.now() < deadline)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const elapsed = (performance.now() - startedAt) / 1000
  return { rate: (durations.length * units) / elapsed, latency: latencyOf(durations) }
}

/** Calls `work` once. The call counts as `units`. */
export async function timeOnce(units: number, work: () => Promise<unknown>): Promise<Sample> {
  const start = performance.now()
  await work()
  return { rate: units / ((performance.now() - start) / 1000) }
}

export function latencyOf(durations: number[]): Latency {
  const sorted = durations.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
