import type { Tx } from '../src/db/connect.ts'
import type { TestApp } from './app.ts'

/**
 * Makes concurrent requests wait for the same locks. First, `hold` takes the locks in a transaction. Then
 * `work` sends the requests. When `waiting` statements wait for a lock, or when `work` has ended, `release`
 * runs in the transaction of `hold`, and this transaction commits. Returns the result of `work`.
 */
export async function withLocksHeld<T>(
  { sql }: TestApp,
  {
    hold,
    waiting,
    release = async () => {},
    work
  }: {
    hold: (tx: Tx) => Promise<unknown>
    waiting: number
    release?: (tx: Tx) => Promise<unknown>
    work: () => Promise<T>
  }
): Promise<T> {
  const result = Promise.withResolvers<T>()
  await sql.begin(async (tx) => {
    await hold(tx)
    let ended = false
    work()
      .then(result.resolve, result.reject)
      .finally(() => {
        ended = true
      })
    while (!ended) {
      const [row] = await sql<{ blocked: number }[]>`
        select count(*)::int as blocked from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      if (row && row.blocked >= waiting) break
    }
    await release(tx)
  })
  return result.promise
}
