import type { Sql } from '../db/connect.ts'
import { countBusySessions } from './queries.ts'

/** The number of running interactive requests, averaged over about the last half second. */
export type Load = {
  average(): number
  /**
   * Measures the load again. Exists only if a query is needed for this. Called before each piece of
   * background work.
   */
  refresh?(): Promise<void>
}

/**
 * The time constant of the moving average: long enough that a single short request hardly changes the
 * average, and short enough that the average follows the load within a second.
 */
const memoryMs = 500

function smoothed(before: number, now: number, elapsedMs: number): number {
  const weight = Math.exp(-elapsedMs / memoryMs)
  return before * weight + now * (1 - weight)
}

/**
 * The load of the requests that this process handles. Requests that are slow on purpose (uploads, downloads,
 * waiting for a job) aren't interactive and must not be counted.
 */
export class InteractiveLoad {
  private readonly now: () => number
  private underWay = 0
  private smoothed = 0
  private updatedAt: number

  /** `now` returns the current time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
    this.updatedAt = now()
  }

  /** Counts one more running request, until the returned function is called. */
  enter(): () => void {
    this.update()
    this.underWay++
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.update()
      this.underWay--
    }
  }

  average(): number {
    this.update()
    return this.smoothed
  }

  private update(): void {
    const now = this.now()
    this.smoothed = smoothed(this.smoothed, this.underWay, now - this.updatedAt)
    this.updatedAt = now
  }
}

/** The database is queried at most this often. */
const minIntervalMs = 100
/** A request spends about half of its time in the database, so each busy session counts as two requests. */
const requestsPerSession = 2

/**
 * Returns the load of all processes that share the database. The load is estimated from the database sessions
 * that are running a statement for an interactive request. A worker that uses this load gives way to the
 * requests of all processes.
 */
export function createDatabaseLoad(sql: Sql, now: () => number = () => performance.now()): Required<Load> {
  let busy = 0
  let measuredAt = Number.NEGATIVE_INFINITY
  return {
    average: () => busy * requestsPerSession,
    async refresh() {
      const before = measuredAt
      if (now() - before < minIntervalMs) return
      measuredAt = now()
      const elapsedMs = measuredAt - before
      // On an error the old value stays. If the database is unavailable, the work itself fails too.
      busy = smoothed(busy, await countBusySessions(sql).catch(() => busy), elapsedMs)
    }
  }
}

/** Combines two measures of the same load. The average of the result is the greater of their averages. */
export function greaterLoad(a: Load, b: Load): Load {
  return {
    average: () => Math.max(a.average(), b.average()),
    async refresh() {
      await Promise.all([a.refresh?.(), b.refresh?.()])
    }
  }
}
