import type { Sql } from '../db/connect.ts'

/** The number of rows that one transaction deletes. Requests never wait for longer than such a transaction takes. */
const batchSize = 10_000

/**
 * Returns a job that calls `work` until it returns 0, the number of rows that it has processed, or until the
 * signal is aborted.
 */
export function inBatches(
  work: (sql: Sql, limit: number) => Promise<number>
): (sql: Sql, signal: AbortSignal) => Promise<void> {
  return async (sql, signal) => {
    while (!signal.aborted && (await work(sql, batchSize)) > 0);
  }
}
