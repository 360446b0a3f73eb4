import type { Sql } from '../db/connect.ts'
import type { Load } from './background-pace.ts'
import { countBusySessions } from './queries.ts'

/** A look is good for so long. */
const lookEveryMs = 100
/** How fast the average forgets. */
const memoryMs = 500
/** A request spends about half of its time in the database. */
const requestsOfSession = 2

/**
 * The interactive requests of all processes that share the database, as far as it can tell: by the sessions that are busy
 * with other than background work. So a worker gives way to the requests of other processes.
 */
export function createDatabaseLoad(sql: Sql, now: () => number = () => performance.now()): Required<Load> {
  let smoothed = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    average: () => smoothed * requestsOfSession,
    async look() {
      const before = lookedAt
      if (now() - before < lookEveryMs) return
      lookedAt = now()
      const weight = Math.exp((before - lookedAt) / memoryMs)
      // Work that is short of a database finds that out itself.
      const busy = await countBusySessions(sql).catch(() => smoothed)
      smoothed = smoothed * weight + busy * (1 - weight)
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
