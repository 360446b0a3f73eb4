import type { Latency } from './pace.ts'
import type { ProcessorTime } from './processor.ts'
import type { BenchSetup } from './setup.ts'

/**
 * One measurement of the floor or the service: units per second, the latency if there were many calls, and the
 * processor time per unit.
 */
export type Sample = { rate: number; latency?: Latency; processor?: ProcessorTime }

type MeasuredCase = {
  size: string
  /** The unit of the rates, such as `requests`, `items` or `rows`. */
  unit: string
  /** The processes of Node whose processor time counts. The default is the service and the floor server. */
  processes?: number[]
  /**
   * Untimed work before the warm-up round. Nothing is done before the other rounds: a sample that begins right after a
   * checkpoint has to write whole pages.
   */
  settle?(): Promise<void>
  service(): Promise<Sample>
  /** Returns notes that are printed below the table. Called after all rounds. */
  notes?(): Promise<string[]>
}

/**
 * Compares the rate of the service with the rate of its floor, which is the minimum work that gives the same
 * result. Both are measured alternately, and the ratio of their rates is compared with the target.
 */
export type RatioCase = MeasuredCase & {
  kind: 'ratio'
  /** The minimum ratio of the service's rate to the floor's; undefined if there is no target. */
  target: number | undefined
  floor(): Promise<Sample>
}

/** Measures the rate of the service without a floor. */
export type RateCase = MeasuredCase & { kind: 'rate' }

/** A line of a chart. */
export type Line = { name: string; points: { x: number; y: number }[] }

/**
 * A chart that is stored with the results. `x` and `y` are the labels of the axes; the x axis is logarithmic.
 */
export type Chart = { title: string; x: string; y: string; lines: Line[] }

/** Measures a value that must stay below the limit. Without a limit, the value is only reported. */
export type LimitCase = {
  kind: 'limit'
  size: string
  unit: string
  limit: number | undefined
  measure(): Promise<{ value: number; notes: string[]; chart?: Chart }>
}

export type Case = RatioCase | RateCase | LimitCase

export type Scenario = {
  /** Describes the floor, as a noun phrase. */
  floor: string
  /** Prepares the measurements and returns them in the order in which they run. */
  prepare(setup: BenchSetup): Promise<Case[]>
}
