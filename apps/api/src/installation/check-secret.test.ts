import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connect, type Sql } from '../db/connect.ts'
import { checkSecret, InstallationError, rotateSecret } from './check-secret.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 10 })
})
after(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

const secrets = ['first', 'second'].map((name) => `${name} secret of the nodes, long enough`)
const [first = '', second = ''] = secrets

test('only nodes with the same secret pass if nodes with two secrets start at the same time', async () => {
  const ended = await Promise.allSettled([0, 1, 0, 1].map((index) => checkSecret(sql, secrets[index] ?? '')))
  const passed = ended.map(({ status }) => status === 'fulfilled')
  assert.ok(passed[0] !== passed[1])
  assert.deepEqual([passed[2], passed[3]], [passed[0], passed[1]])
  for (const one of ended) {
    if (one.status === 'fulfilled') continue
    assert.ok(one.reason instanceof InstallationError)
    assert.match(one.reason.message, /^JWT_SECRET is not the one .*rotate-secret".*\.$/)
  }
})

test('after a rotation the new secret passes and the old one is refused', async () => {
  await rotateSecret(sql, first)
  assert.equal(await rotateSecret(sql, first), false)
  assert.equal(await rotateSecret(sql, second), true)
  await checkSecret(sql, second)
  await assert.rejects(checkSecret(sql, first), InstallationError)
})

test('the database does not store the secret itself', async () => {
  const [row] = await sql`select row_to_json(installation)::text as text from installation`
  for (const secret of secrets) {
    assert.ok(!row?.text.includes(secret))
    assert.ok(!row?.text.includes(Buffer.from(secret).toString('hex')))
  }
})
