import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { connect, type Sql } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { DefinitionCache } from './definition-cache.ts'

let database: TestDatabase
/** A pool with a single connection. */
let sql: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 1 })
})
after(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

const change = () => sql`update attribute_state set version = version + 1`

test('a transaction reads the definitions itself, so it needs no other connection of the pool', async () => {
  const versions = await sql.begin(async (tx) => [
    (await new DefinitionCache(sql).current(tx)).version,
    (await new DefinitionCache(sql).inTransaction(tx)).version
  ])
  assert.equal(versions[0], versions[1])
})

test('a transaction gets changed definitions, or loses the race if it has used the earlier ones', async () => {
  const cache = new DefinitionCache(sql)
  const earlier = await cache.current()
  await change()
  for (const confirm of ['confirm', 'confirmWritten'] as const)
    await assert.rejects(
      sql.begin((tx) => cache[confirm](tx, earlier)),
      LostRace
    )
  const changed = await sql.begin((tx) => cache.inTransaction(tx))
  assert.equal(changed.version, earlier.version + 1)
  assert.equal(await cache.current(), changed)
  await change()
  assert.equal((await cache.latest()).version, earlier.version + 2)
})
