import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { runService, serviceFolder } from '../../../test/running-service.ts'
import { connect } from '../connect.ts'
import { requireServerVersion, ServerVersionError } from './server-version.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())

/** Makes the database report this version: a function of its own hides the one of PostgreSQL. */
async function reportVersion(version: number): Promise<void> {
  const sql = connect(database.url, { max: 1 })
  await sql`create schema if not exists older`
  await sql.unsafe(`
    create or replace function older.current_setting(text) returns text language sql
      as $$ select case $1 when 'server_version_num' then '${version}' else pg_catalog.current_setting($1) end $$`)
  const name = new URL(database.url).pathname.slice(1)
  await sql`alter database ${sql(name)} set search_path = older, pg_catalog, public`
  await sql.end()
}

async function check(): Promise<void> {
  const sql = connect(database.url, { max: 1 })
  try {
    await requireServerVersion(sql)
  } finally {
    await sql.end()
  }
}

test('the version of the server that is used is accepted', check)

test('PostgreSQL 18.0 is accepted, and 17.11 is refused', async () => {
  await reportVersion(180_000)
  await check()
  await reportVersion(170_011)
  await assert.rejects(check(), (error) => {
    assert.ok(error instanceof ServerVersionError)
    assert.equal(
      error.message,
      'The service needs PostgreSQL 18 or newer, but the database server is PostgreSQL 17.11.'
    )
    return true
  })
})

test('the service prints one sentence, and leaves an older server unchanged', async () => {
  await reportVersion(170_011)
  const folder = await serviceFolder()
  try {
    const { ended, output } = runService(folder, {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a-secret-of-the-test-that-is-long-enough'
    })
    assert.equal(await ended, 1)
    assert.equal(
      output().trim(),
      'The service needs PostgreSQL 18 or newer, but the database server is PostgreSQL 17.11.'
    )
    const sql = connect(database.url, { max: 1 })
    const tables =
      await sql`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
    await sql.end()
    assert.equal(tables.length, 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
