import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect } from '../apps/api/src/db/connect.ts'
import { startEmbeddedDatabase } from '../apps/api/src/db/driver/embedded.ts'
import { migrate } from '../apps/api/src/db/migrate/migrate.ts'

// The database is used for one test run only, so it needs no durability.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: '300',
  max_wal_senders: '0',
  wal_level: 'minimal'
}

/**
 * Starts a PostgreSQL server in this folder, or uses the server at TEST_DATABASE_URL if this variable is set.
 * Creates the migrated template database on the server. Returns `env`, the environment variables with which
 * `createTestDatabase` finds the server and the template, and `remove`. `remove` removes the server that this
 * function started; on the server at TEST_DATABASE_URL, it removes only the databases of this test run.
 */
export async function prepareTestDatabase(folder) {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startEmbeddedDatabase(folder, { log: () => {}, settings })
  const url = given ?? server.url
  const template = `purveyor_test_${randomBytes(4).toString('hex')}`
  const remove = () => (server ? removeServer(server) : dropAll(url, template))
  try {
    await makeTemplate(url, template)
  } catch (error) {
    await remove()
    throw error
  }
  return { env: { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template }, remove }
}

/** Stops and removes the database server that a killed test run left in this folder. */
export async function removeTestDatabase(folder) {
  await removeServer(await startEmbeddedDatabase(folder, { log: () => {}, settings }))
}

async function removeServer(server) {
  await server.stop({ evenIfShared: true })
  rmSync(server.location, { recursive: true, force: true })
}

async function makeTemplate(url, template) {
  await withSql(url, (sql) => sql`create database ${sql(template)} template template0`)
  const address = new URL(url)
  address.pathname = `/${template}`
  await withSql(address.href, migrate)
}

async function dropAll(url, template) {
  await withSql(url, async (sql) => {
    const rows = await sql`select datname as name from pg_database where starts_with(datname, ${template})`
    for (const { name } of rows) await sql`drop database if exists ${sql(name)} with (force)`
  })
}

async function withSql(url, work) {
  const sql = connect(url, { max: 3 })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
