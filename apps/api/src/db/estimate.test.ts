import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connect, type Sql } from './connect.ts'
import { countLimit, createListSizes, plannedRows } from './estimate.ts'

const noEstimate = () => Promise.reject(new Error('An estimate was requested.'))

describe('sizes of lists', () => {
  test('a short list is counted every time', async () => {
    const sizes = createListSizes()
    assert.equal(await sizes.settle('a', 999, noEstimate), 999)
    assert.equal(sizes.recall('a'), undefined)
    assert.equal(await sizes.settle('a', 0, noEstimate), 0)
  })

  test('the size of a long list is estimated and cached for a minute', async () => {
    let now = 0
    const sizes = createListSizes(() => now)
    assert.equal(await sizes.settle('a', countLimit, async () => 5000), 5000)
    now = 59_999
    assert.equal(sizes.recall('a'), 5000)
    assert.equal(sizes.recall('b'), undefined)
    now = 60_000
    assert.equal(sizes.recall('a'), undefined)
  })

  test('the size is never less than the number of rows that were counted', async () => {
    assert.equal(await createListSizes().settle('a', countLimit, async () => 3), countLimit)
  })

  test('only the latest 10,000 lists are cached', async () => {
    const sizes = createListSizes(() => 0)
    for (let list = 0; list <= 10_000; list++) await sizes.settle(String(list), countLimit, async () => 2000)
    assert.equal(sizes.recall('0'), undefined)
    assert.equal(sizes.recall('1'), 2000)
    assert.equal(sizes.recall('10000'), 2000)
  })
})

describe('planned rows', () => {
  let database: TestDatabase
  let sql: Sql
  before(async () => {
    database = await createTestDatabase({ empty: true })
    sql = connect(database.url)
    await sql`create table numbers as select n, n % 10 as digit from generate_series(1, 5000) as n`
    await sql`analyze numbers`
  })
  after(async () => {
    await sql.end()
    await database.drop()
  })

  test('are estimated with the values of the query, which is not run', async () => {
    assert.equal(await plannedRows(sql, sql`select from numbers`), 5000)
    const some = await plannedRows(
      sql,
      sql`select from numbers where digit = ${3}::int and n > ${1 / 1}::int`
    )
    assert.ok(some > 450 && some < 550, String(some))
    assert.ok((await plannedRows(sql, sql`select 1 / (n - n) from numbers`)) === 5000)
  })
})
