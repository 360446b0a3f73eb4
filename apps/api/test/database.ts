import { randomBytes } from 'node:crypto'
import { connect, type Sql } from '../src/db/connect.ts'

/** The database of a test file. `drop` terminates connections that are still open. */
export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * Creates a database for a test file, on the server that `npm test` uses. The database is a clone of
 * `template`, by default of the migrated template, or has no tables if `empty` is true.
 */
export async function createTestDatabase(
  from: { empty?: boolean; template?: string } = {}
): Promise<TestDatabase> {
  const server = fromRunner('TEST_DATABASE_URL')
  const template = from.empty ? 'template0' : (from.template ?? fromRunner('TEST_DATABASE_TEMPLATE'))
  const name = `${fromRunner('TEST_DATABASE_TEMPLATE')}_${randomBytes(6).toString('hex')}`
  // With fsync off, copying the files takes 41 ms; the default strategy takes 75 ms.
  await withServer(
    server,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = async () => {
    await withServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`)
  }
  return { url: url.href, drop }
}

/**
 * Returns the name of another template. The first process of the test run that needs it makes it from a clone
 * of the migrated template with `fill`; other processes wait in the meantime. At its end, `fill` must have
 * closed its connections.
 */
export async function createTemplate(suffix: string, fill: (url: string) => Promise<void>): Promise<string> {
  const name = `${fromRunner('TEST_DATABASE_TEMPLATE')}_${suffix}`
  const server = fromRunner('TEST_DATABASE_URL')
  await withServer(server, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`
    const [made] = await sql`select from pg_database where datname = ${name}`
    if (made) return
    const { url } = await createTestDatabase()
    await fill(url)
    await sql`alter database ${sql(new URL(url).pathname.slice(1))} rename to ${sql(name)}`
  })
  return name
}

async function withServer(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect(url, { max: 1, statementTimeoutMs: 0 })
  try {
    await sql`set lock_timeout = 0`
    await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function fromRunner(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(
    `${name} is not set. Run tests with "npm test", or one file with "npm test -- part-of-its-name".`
  )
}
