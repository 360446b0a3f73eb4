import type { Tx } from '../src/db/connect.ts'
import type { TestApp } from './app.ts'

/**
 * Makes concurrent requests wait for the same locks. `hold` takes the locks in a separate transaction. Then
 * `work` sends the requests. As soon as `waiting` statements wait for a lock, or `work` has ended, `release`
 * runs in the separate transaction, and the transaction commits. Returns the result of `work`.
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
