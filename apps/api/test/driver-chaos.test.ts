import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertNoFaults, runChaos } from './chaos.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())

test('random cuts of the connections end in errors, and never in a wrong result', async () => {
  const result = await runChaos({ url: database.url, seconds: 4 })
  assert.ok(result.cuts > 0)
  assertNoFaults(result)
})

test('random cuts of connections with TLS to two hosts end in errors, and never in a wrong result', async () => {
  const result = await runChaos({ url: database.url, seconds: 4, tls: true, hosts: 2 })
  assert.ok(result.cuts > 0)
  assertNoFaults(result)
})
