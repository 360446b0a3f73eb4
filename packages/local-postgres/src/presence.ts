import postgres from 'postgres'
import { codeOf, DatabaseStartError, messageOf } from './errors.ts'

/** A session that shows the other processes on the same server that this one still needs it. */
export type Presence = { sql: postgres.Sql; url: string }

// Refused, reset, ended and timed out; shut down by an administrator; starting up or shutting down.
const awayCodes = ['ECONNREFUSED', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '57P03']

/** The `application_name` that every session of this process must have: by it users of the server are counted. */
export function sessionName(name: string): string {
  return `${name} ${process.pid}`
}

/**
 * Opens the presence on the database, which is made when missing. `undefined` when the server has gone
 * in the meantime; throws `DatabaseStartError` when it refuses. `onLost` is called when the session ends unasked.
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
    if (isAway(error)) return undefined
    throw new DatabaseStartError(`The embedded database refuses the connection: ${messageOf(error)}.`)
  }
}

/** How many other processes use the server now: none when it does not run. */
export async function countOthers(sql: postgres.Sql, name: string): Promise<number> {
  try {
    const [row] = await sql<{ others: number }[]>`
      select count(distinct application_name)::integer as others
      from pg_stat_activity
      where application_name ~ ${`^${name} [0-9]+$`} and application_name <> ${sessionName(name)}`
    return row?.others ?? 0
  } catch (error) {
    if (isAway(error)) return 0
    throw error
  }
}

function isAway(error: unknown): boolean {
  return awayCodes.includes(codeOf(error) ?? '')
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
