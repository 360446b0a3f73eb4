import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Sql } from '../src/db/connect.ts'
import { checkedStatements, createTally, divisionByZero, faultsOf } from './checked-statements.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { closePool, openPool } from './driver-handles.ts'

let database: TestDatabase
let sql: Sql
let reads: Sql
before(async () => {
  database = await createTestDatabase({ empty: true })
  sql = openPool('pool', database.url)
  reads = openPool('reads', database.url)
  await sql`create table items (value integer constraint items__value unique deferrable initially deferred)`
})
after(async () => {
  await Promise.all([sql, reads].map(closePool))
  await database.drop()
})

test('a transaction whose COMMIT is answered with ROLLBACK fails', async () => {
  const ignoring = sql.begin(async (tx) => {
    await tx`insert into items values (1)`
    await tx`select 1 / ${0}::integer`.catch(() => {})
    return 'done'
  })
  await assert.rejects(ignoring)
  assert.equal((await sql`select from items`).length, 0)
})

test('a transaction whose COMMIT fails has the error of the COMMIT', async () => {
  const duplicate = sql.begin(async (tx) => {
    await tx`insert into items values (${2}), (${2})`
  })
  await assert.rejects(duplicate, { code: '23505', constraint: 'items__value' })
  assert.equal((await sql`select from items`).length, 0)
})

test('of pipelined statements, the first error is reported, and not that the transaction is aborted', async () => {
  const failing = sql.begin(async (tx) => {
    const reportedLate = async () => {
      try {
        await tx`select 1 / ${0}::integer`
      } finally {
        await turn()
      }
    }
    await Promise.all([reportedLate(), tx`select ${1}::integer`, tx`insert into items values (${3})`])
  })
  await assert.rejects(failing, { code: divisionByZero })
})

test('statements that fail to parse fail alone, although others are pipelined with them', async () => {
  const tally = createTally()
  const { select } = checkedStatements(tally, { limitMs: 10_000 })
  for (const pool of [sql, reads])
    for (let round = 0; round < 3; round++)
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          index % 3 === 0
            ? assert.rejects(pool`select nothing, ${index}::integer`, { code: '42703' })
            : select(pool)
        )
      )
  assert.deepEqual(faultsOf(tally), {})
  assert.deepEqual([tally.right, tally.lost], [120, 0])
})

test('a read whose prepared statement is gone is sent again', async () => {
  const tally = createTally()
  const { select } = checkedStatements(tally, { limitMs: 10_000 })
  const readAll = () => Promise.all(Array.from({ length: 12 }, () => select(reads)))
  for (let round = 0; round < 3; round++) {
    await readAll()
    // One of the connections, as a server does that was promoted behind a connection pooler.
    await reads.unsafe('deallocate all')
  }
  await readAll()
  assert.deepEqual(faultsOf(tally), {})
  assert.deepEqual([tally.right, tally.lost], [48, 0])
})

// A migration of a newer release adds columns while nodes of the previous release run.
test('statements are prepared again after a column was added to their result', async () => {
  await sql`create table widened (value integer)`
  const tally = createTally()
  const { run } = checkedStatements(tally, { limitMs: 10_000 })
  for (const kind of ['pool', 'reads'] as const) {
    const pool = openPool(kind, database.url)
    const readAll = async (count: number) => {
      const one = () => run(pool`select w.* from widened w where value > ${0}`, `statement of the ${kind}`)
      await Promise.all(Array.from({ length: count }, one))
    }
    await readAll(6)
    await sql`alter table widened add column ${sql(`extra_${kind}`)} integer`
    for (const count of [12, 1, 5]) await readAll(count)
    await closePool(pool)
  }
  assert.deepEqual(faultsOf(tally), {})
  assert.deepEqual([tally.right, tally.lost], [48, 0])
})

test('a transaction fails at most once on a connection because of a column that was added', async () => {
  await sql`create table extended (value integer)`
  const single = openPool('pool', database.url, 1)
  const insert = () =>
    single.begin(async (tx) => {
      await tx`insert into extended (value) values (${1}) returning *`
    })
  await insert()
  await sql`alter table extended add column extra integer`
  await insert().catch(() => {})
  await insert()
  await closePool(single)
})
