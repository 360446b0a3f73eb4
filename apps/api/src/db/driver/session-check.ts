import type { Session, Sql } from '../connect.ts'
import { isConnectionLoss } from '../errors.ts'

/** A connection pooler breaks the sessions of the service. `message` is one sentence for the operator. */
export class SessionError extends Error {
  override name = 'SessionError'
}

const rounds = 3

/**
 * Checks that each connection is a session of its own. Throws a `SessionError` if a connection pooler such as
 * PgBouncer shares sessions between connections.
 */
export async function requireOwnSessions(sql: Sql): Promise<void> {
  if (!(await areSessionsShared(sql))) return
  throw new SessionError(
    'The connection pooler in DATABASE_URL shares sessions between connections (pool_mode=transaction), which ' +
      'breaks prepared statements, timeouts and LISTEN: connect without it, or use pool_mode=session.'
  )
}

/**
 * Returns true if two connections have used the same session, or a connection has changed its session, while a
 * transaction was open on another one. Neither can happen without a pooler.
 */
async function areSessionsShared(sql: Sql): Promise<boolean> {
  const [first, second] = [await sql.reserve(), await sql.reserve()]
  try {
    for (let round = 0; round < rounds; round++) {
      const before = await pidOf(first)
      if (!(await begins(second))) return true
      // The first connection would wait forever for a session if the pooler has only one.
      if ((await pidOf(second)) === before) return true
      const after = await pidOf(first)
      await second.unsafe('commit')
      if (before !== after) return true
    }
    return false
  } finally {
    first.release()
    second.release()
  }
}

/** Doesn't prepare the statement, because prepared statements don't exist in another session. */
async function pidOf(session: Session): Promise<number> {
  const [row] = await session.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return row?.pid ?? 0
}

/** Begins a transaction. Returns false if that closes the connection, as PgBouncer does with pool_mode=statement. */
async function begins(session: Session): Promise<boolean> {
  try {
    await session.unsafe('begin')
    return true
  } catch (error) {
    if (isConnectionLoss(error)) return false
    throw error
  }
}
