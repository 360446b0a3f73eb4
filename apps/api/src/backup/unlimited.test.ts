import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connect, type Sql } from '../db/connect.ts'
import { openBackupSession } from './backup-session.ts'
import { connectUnlimited } from './unlimited.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  const sql = connect(database.url, { max: 1 })
  await sql.unsafe(`alter database "${new URL(database.url).pathname.slice(1)}" set statement_timeout = '1s'`)
  await sql.end({ timeout: 5 })
})
after(() => database.drop())

async function timeoutOf(sql: Sql): Promise<unknown> {
  const [row] = await sql<{ value: string }[]>`select current_setting('statement_timeout') as value`
  return row?.value
}

test('the statements of a backup have no time limit, whatever the default of the database is', async () => {
  const session = await openBackupSession(database.url)
  try {
    assert.equal(await timeoutOf(session.sql), '0')
  } finally {
    await session.close()
  }
})

test('the statements of a restore have no time limit, whatever the default of the database is', async () => {
  const sql = connectUnlimited(database.url)
  try {
    assert.equal(await timeoutOf(sql), '0')
    await sql`select pg_sleep(1.2)`
  } finally {
    await sql.end({ timeout: 5 })
  }
})
