import type postgres from 'postgres'

type Sql = postgres.Sql
type Tx = postgres.TransactionSql
type Work = (tx: Tx) => unknown

/**
 * Makes `begin` safe against a connection that is lost in the middle. The driver would send its ROLLBACK to a socket
 * that is gone, which ends the process, and would run what the work still sends on the connection's successor,
 * outside the transaction. Here the work just never returns once its connection is lost, `begin` rejects by the
 * loss itself, and what the work sends after that is refused. Savepoints are not guarded: we use none.
 */
export function guardTransactions(sql: Sql): Sql {
  const begin = sql.begin.bind(sql) as (work: Work) => Promise<unknown>
  const guarded = (work: Work) => {
    const state = { lost: false }
    return begin((tx) => settleUnlessLost(tx, state, work)).catch((error) => {
      state.lost = true
      throw error
    })
  }
  return Object.assign(sql, { begin: guarded as Sql['begin'] })
}

function guardHandle(tx: Tx, state: { lost: boolean }): Tx {
  return new Proxy(tx, {
    apply(target, self, args) {
      if (state.lost) throw new Error('The transaction is over: its connection was lost.')
      return Reflect.apply(target, self, args)
    }
  })
}

async function settleUnlessLost(tx: Tx, state: { lost: boolean }, work: Work): Promise<unknown> {
  try {
    const result = await work(guardHandle(tx, state))
    if (!state.lost) return result
  } catch (error) {
    if (!state.lost && !isLoss(error)) throw error
  }
  return new Promise(() => {})
}

/** The server ended the session (FATAL), or the socket is gone: either way its close ends `begin`. */
function isLoss(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string }
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNRESET|EPIPE)$/.test(String(code))
}
