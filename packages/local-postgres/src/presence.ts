import postgres from 'postgres'
import { codeOf, DatabaseStartError, messageOf } from './errors.ts'

/**
 * A database session that this process keeps open. The session tells other processes that this process uses
 * the server.
 */
export type Presence = { sql: postgres.Sql; url: string }

// Connection errors, then admin_shutdown (57P01) and cannot_connect_now (57P03).
const unavailableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P03'
]

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
    let present = false
    const sql = openSession(url, name, () => present && onLost())
    await sql`select 1`
    present = true
    return { sql, url }
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw new DatabaseStartError(`The embedded database refused the connection: ${messageOf(error)}.`)
  }
}

/** Returns the number of other processes that use the server, or 0 if the server isn't running. */
export async function countOthers(sql: postgres.Sql, name: string): Promise<number> {
  try {
    const [row] = await sql<{ others: number }[]>`
      select count(distinct application_name)::integer as others
      from pg_stat_activity
      where application_name ~ ${`^${name} [0-9]+$`} and application_name <> ${sessionName(name)}`
    return row?.others ?? 0
  } catch (error) {
    if (isUnavailable(error)) return 0
    throw error
  }
}

function isUnavailable(error: unknown): boolean {
  return unavailableCodes.includes(codeOf(error) ?? '')
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const sql = openSession(url, name, () => {})
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await sql`create database ${sql(name)}`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function openSession(url: string, name: string, onclose: () => unknown): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 5,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => void onclose(),
    connection: { application_name: sessionName(name) }
  })
}
