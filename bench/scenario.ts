import type { Ground } from './ground.ts'
import type { Latency } from './pace.ts'

/** One measurement of a side: units a second, and the latency of its calls in ms where they were many. */
export type Sample = { rate: number; latency?: Latency }

/**
 * Something the service does beside the least that it could cost. Floor and service are measured in turn, and their
 * ratio is compared with the target.
 */
export type RatioCase = {
  kind: 'ratio'
  size: string
  /** What is counted: `requests`, `items`, `rows`. */
  unit: string
  /** The part of the floor's rate that the service is to keep; undefined where none is set. */
  target: number | undefined
  /** Untimed work before each sample. */
  settle?(): Promise<void>
  floor(): Promise<Sample>
  ours(): Promise<Sample>
  /** What else was seen, told below the table; runs after the rounds. */
  notes?(): Promise<string[]>
}

/** A line of a chart: what was seen at each `x`. */
export type Line = { name: string; points: { x: number; y: number }[] }

/** Drawn beside the result files; axes are named with their units. `x` is drawn by its logarithm. */
export type Chart = { title: string; x: string; y: string; lines: Line[] }

/** A quantity that has to stay below a limit; without one it is only told. It has no floor. */
export type LimitCase = {
  kind: 'limit'
  size: string
  unit: string
  limit: number | undefined
  measure(): Promise<{ value: number; notes: string[]; chart?: Chart }>
}

export type Case = RatioCase | LimitCase

export type Scenario = {
  /** What the floor is, in one sentence. */
  floor: string
  /** Makes what the measurements need and gives them, in order. */
  prepare(ground: Ground): Promise<Case[]>
}
