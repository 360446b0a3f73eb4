import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestDatabase } from '../../test/database.ts'
import { connect, type Sql, type Tx } from './connect.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
let killer: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 2 })
  killer = connect(database.url, { max: 1 })
  await sql`create table items (value integer)`
})
after(async () => {
  await Promise.all([sql.end({ timeout: 1 }), killer.end({ timeout: 1 })])
  await database.drop()
})

async function pidOf(tx: Tx): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

async function kill(pid: number): Promise<void> {
  await killer`select pg_terminate_backend(${pid}, 5000)`
}

async function assertUsable(): Promise<void> {
  for (let count = 0; count < 4; count++) assert.equal((await sql`select 1 as one`)[0]?.one, 1)
  assert.deepEqual([...(await sql`select value from items`)], [])
}

// If this failed, an exception outside of any promise would end the process of this test file.
test('a connection lost during a statement rejects the transaction and nothing else', async () => {
  const running = sql.begin(async (tx) => {
    const pid = await pidOf(tx)
    await tx`insert into items values (1)`
    const sleeping = tx`select pg_sleep(30)`
    await Promise.all([sleeping, kill(pid)])
  })
  await assert.rejects(running)
  await turn()
  await assertUsable()
})

test('an error in the callback or in a statement rolls the transaction back', async () => {
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`insert into items values (5)`
      throw new Error('thrown by the callback')
    }),
    /thrown by the callback/
  )
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`insert into items values (6)`
      await tx`select 1 / 0`
    }),
    { code: '22012' }
  )
  await assertUsable()
})
