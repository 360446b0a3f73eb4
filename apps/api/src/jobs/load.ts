import type { Sql } from '../db/connect.ts'
import { countBusySessions } from './queries.ts'

/** The interactive requests that are under way, on average of about the last half second. */
export type Load = {
  average(): number
  /** Looks again, where that takes asking; called before each piece of work. */
  look?(): Promise<void>
}

/** How fast an average forgets, in ms: long enough to smooth single requests, short enough to notice a rush. */
const memoryMs = 500

function smoothed(before: number, now: number, elapsedMs: number): number {
  const weight = Math.exp(-elapsedMs / memoryMs)
  return before * weight + now * (1 - weight)
}

/**
 * How many interactive requests are under way, averaged over about the last half second. Requests that are slow on
 * purpose (uploads, downloads, waiting for a job) are not interactive and must not be counted.
 */
export class InteractiveLoad {
  private readonly now: () => number
  private underWay = 0
  private smoothed = 0
  private updatedAt: number

  /** `now` gives milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
    this.updatedAt = now()
  }

  /** Counts one request until the function that it returns is called. */
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

/** A look is good for so long. */
const lookEveryMs = 100
/** A request spends about half of its time in the database. */
const requestsOfSession = 2

/**
 * The interactive requests of all processes that share the database, as far as it can tell: by the sessions that are busy
 * with other than background work. So a worker gives way to the requests of other processes.
 */
export function createDatabaseLoad(sql: Sql, now: () => number = () => performance.now()): Required<Load> {
  let busy = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    average: () => busy * requestsOfSession,
    async look() {
      const before = lookedAt
      if (now() - before < lookEveryMs) return
      lookedAt = now()
      const elapsedMs = lookedAt - before
      // Work that is short of a database finds that out itself.
      busy = smoothed(busy, await countBusySessions(sql).catch(() => busy), elapsedMs)
    }
  }
}

/** The greater of two loads that see the same requests from two sides. */
export function greaterLoad(one: Load, other: Load): Load {
  return {
    average: () => Math.max(one.average(), other.average()),
    async look() {
      await Promise.all([one.look?.(), other.look?.()])
    }
  }
}
