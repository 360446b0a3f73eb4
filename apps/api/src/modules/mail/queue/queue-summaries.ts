import type { Sql } from '../../../db/connect.ts'
import { databaseNow } from '../../../lib/clock.ts'
import { timeOf } from './due-queries.ts'
import { queueSummaryMails } from './summary-queries.ts'

/** Time zones differ by multiples of this. */
const quarterMs = 900_000

/** Queues the mails about low stock and about the approval queue that are due at this hour. `at` is for tests. */
export async function queueSummaries(sql: Sql, at?: Date): Promise<void> {
  for (const subject of ['LOW_STOCK', 'APPROVAL_QUEUE'] as const)
    await queueSummaryMails(sql, subject, timeOf(sql, at))
}

/** Returns a function that calls `queueSummaries` once in each quarter of an hour, however often it is called. */
export function everyQuarter(sql: Sql, nowMs: () => number = databaseNow): () => Promise<void> {
  let last: number | undefined
  return async () => {
    const quarter = Math.floor(nowMs() / quarterMs)
    if (quarter === last) return
    await queueSummaries(sql)
    last = quarter
  }
}
