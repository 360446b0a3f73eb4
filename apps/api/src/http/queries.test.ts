import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'
import { deleteExpiredResponses } from './queries.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('expired responses are deleted in batches', async () => {
  await t.sql`
    insert into idempotency_keys (scope, key, request_hash, status, body, created_at)
    select 'platform', n, '', 200, '{}', now() - n * interval '7 hours' from generate_series(1, 6) as n`
  assert.equal(await deleteExpiredResponses(t.sql, 2), 2)
  assert.equal(await deleteExpiredResponses(t.sql, 2), 1)
  assert.equal(await deleteExpiredResponses(t.sql, 2), 0)
  const kept = await t.sql<{ key: string }[]>`select key from idempotency_keys order by key`
  assert.deepEqual(
    kept.map(({ key }) => key),
    ['1', '2', '3']
  )
})
