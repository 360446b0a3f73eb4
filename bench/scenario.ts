import type { Latency } from './pace.ts'
import type { BenchSetup } from './setup.ts'

/**
 * One measurement of the floor or the service: units per second, and the latency if there were many calls.
 */
export type Sample = { rate: number; latency?: Latency }

/**
 * Compares the rate of the service with the rate of its floor, which is the minimum work that gives the same
 * result. Both are measured alternately, and the ratio of their rates is compared with the target.
 */
export type RatioCase = {
  kind: 'ratio'
  size: string
  /** The unit of the rates, such as `requests`, `items` or `rows`. */
  unit: string
  /** The minimum ratio of the service's rate to the floor's; undefined if there is no target. */
  target: number | undefined
  /** Untimed work before each sample. */
  settle?(): Promise<void>
  floor(): Promise<Sample>
  service(): Promise<Sample>
  /** Returns notes that are printed below the table. Called after all rounds. */
  notes?(): Promise<string[]>
}

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

export type Case = RatioCase | LimitCase

export type Scenario = {
  /** Describes the floor, as a noun phrase. */
  floor: string
  /** Prepares the measurements and returns them in the order in which they run. */
  prepare(setup: BenchSetup): Promise<Case[]>
}
