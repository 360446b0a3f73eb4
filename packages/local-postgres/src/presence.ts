import pg from 'pg'
import { codeOf, DatabaseStartError, messageOf } from './errors.ts'

/**
 * A database session that this process keeps open. The session tells other processes that this process uses
 * the server.
 */
export type Presence = { session: pg.Client; url: string }

// admin_shutdown and cannot_connect_now.
const unavailableCodes = ['57P01', '57P03']

/**
 * Returns the `application_name` for all sessions of this process. The name contains the process id, so that
 * `countOthers` can count the processes that use the server.
 */
export function sessionName(name: string): string {
  return `${name} ${process.pid}`
}

/**
 * Creates the database if it doesn't exist and opens a session that marks the server as used by this process.
 * Calls `onLost` when that session ends unexpectedly. Returns `undefined` if the server is no longer running.
 * Throws `DatabaseStartError` if the server refuses the connection.
 */
export async function openPresence(
  { name, port, password }: { name: string; port: number; password: string },
  onLost: () => void
): Promise<Presence | undefined> {
  const address = `postgres://${name}:${password}@127.0.0.1:${port}`
  try {
    await ensureDatabase(`${address}/postgres`, name)
    const url = `${address}/${name}`
    const session = await openSession(url, name)
    session.once('end', onLost)
    return { session, url }
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw new DatabaseStartError(`The embedded database refused the connection: ${messageOf(error)}.`)
  }
}

/** Returns the number of other processes that use the server, or 0 if the server isn't running. */
export async function countOthers(session: pg.Client, name: string): Promise<number> {
  try {
    const { rows } = await session.query<{ others: number }>(
      `select count(distinct application_name)::integer as others
      from pg_stat_activity
      where application_name ~ $1 and application_name <> $2`,
      [`^${name} [0-9]+$`, sessionName(name)]
    )
    return rows[0]?.others ?? 0
  } catch (error) {
    if (isUnavailable(error)) return 0
    throw error
  }
}

/** True for errors of PostgreSQL with one of these codes, and for those of a connection, most of which have none. */
function isUnavailable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || unavailableCodes.includes(codeOf(error) ?? '')
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const session = await openSession(url, name)
  try {
    const found = await session.query('select 1 from pg_database where datname = $1', [name])
    if (found.rows.length === 0) await session.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await session.end()
  }
}

async function openSession(url: string, name: string): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: url,
    application_name: sessionName(name),
    connectionTimeoutMillis: 5000
  })
  // Without a listener, the loss of the connection would end the process.
  session.on('error', () => {})
  return await session.connect()
}
