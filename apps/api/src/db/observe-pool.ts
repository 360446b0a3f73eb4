import { trackPool, transactionWait } from '../metrics/pools.ts'
import type { Sql } from './connect.ts'
import { type Handler, interceptStatements, type Statement } from './driver.ts'

/**
 * Includes the use of the pool in the metrics, and returns the pool to use instead of `sql`. The driver doesn't
 * say how many statements are waiting, so this function counts them where the driver begins to execute a
 * statement. This relies on internals of postgres.js, like driver.ts.
 */
export function observePool(sql: Sql, pool: string): Sql {
  const pending = new Set<Statement>()
  let transactions = 0
  trackPool({
    pool,
    maxConnections: sql.options.max,
    transactions: () => transactions,
    statements: () => pending.size - countWaiting(pending),
    waiting: () => countWaiting(pending)
  })

  const { begin } = sql
  const observedBegin = (work: (tx: never) => unknown) => {
    const startedAt = performance.now()
    let isRunning = false
    const transaction = begin((tx) => {
      transactionWait.observe({ pool }, (performance.now() - startedAt) / 1000)
      transactions++
      isRunning = true
      return work(tx as never)
    })
    return transaction.finally(() => {
      if (isRunning) transactions--
    })
  }
  Object.assign(sql, { begin: observedBegin })
  return interceptStatements(sql, (handle) => countIn(pending, handle))
}

function countWaiting(pending: Set<Statement>): number {
  let waiting = 0
  for (const { state } of pending) if (state === null) waiting++
  return waiting
}

/** Returns a handler that adds each statement to `pending` until it has a result. */
function countIn(pending: Set<Statement>, handle: Handler): Handler {
  return (statement) => {
    const { resolve, reject } = statement
    pending.add(statement)
    statement.resolve = (result) => {
      pending.delete(statement)
      resolve(result)
    }
    statement.reject = (error) => {
      pending.delete(statement)
      reject(error)
    }
    return handle(statement)
  }
}
