import postgres from 'postgres'
import { type Sql, sessionSettings } from './connect.ts'

/** A connection pooler breaks the sessions of the service. `message` is one sentence for the operator. */
export class SessionError extends Error {
  override name = 'SessionError'
}

const rounds = 3

/**
 * Checks that each connection is a session of its own, with the settings of the service. Throws a
 * `SessionError` if a connection pooler such as PgBouncer shares sessions between connections, or ignores or
 * refuses the settings.
 */
export async function requireOwnSessions(sql: Sql): Promise<void> {
  const isShared = await explainRefusal(() => areSessionsShared(sql))
  if (isShared) throw sharedSessions()
  const ignored = await findIgnoredSettings(sql)
  if (ignored.length === 0) return
  throw new SessionError(
    `A connection pooler ignores settings of the service's sessions: connect without it, or set them for the ` +
      `database role with ${ignored.map((setting) => `ALTER ROLE … SET ${setting}`).join(', ')}.`
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
      await second.unsafe('begin').catch(explainClosed)
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
async function pidOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid').simple()
  return row?.pid ?? 0
}

async function explainRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const refused = /unsupported startup parameter: (\w+)/.exec(error.message)?.[1]
    if (!refused) throw error
    throw new SessionError(
      `The connection pooler refuses the setting ${refused}: connect without it, or use session pooling with ` +
        `ignore_startup_parameters = ${Object.keys(sessionSettings).join(',')}.`
    )
  }
}

/** PgBouncer with pool_mode=statement closes a connection that begins a transaction. */
function explainClosed(error: Error): never {
  throw (error as { code?: unknown }).code === 'CONNECTION_CLOSED' ? sharedSessions() : error
}

function sharedSessions(): SessionError {
  return new SessionError(
    'The connection pooler in DATABASE_URL shares sessions between connections (pool_mode=transaction), which ' +
      'breaks prepared statements, timeouts and LISTEN: connect without it, or use pool_mode=session.'
  )
}

/** Returns the settings that aren't in effect, such as `lock_timeout = '10000'`. */
async function findIgnoredSettings(sql: Sql): Promise<string[]> {
  const names = Object.keys(sessionSettings)
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name = any(${names})`
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]))
  return Object.entries(sessionSettings)
    .filter(([name, value]) => actual.get(name) !== String(value))
    .map(([name, value]) => `${name} = '${value}'`)
}
