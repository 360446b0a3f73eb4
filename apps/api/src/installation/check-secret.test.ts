import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connect, type Sql } from '../db/connect.ts'
import type { SigningSecret } from '../lib/secrets.ts'
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

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name}-secret-of-the-nodes-long-enough`
) as [string, string, string]

test('only nodes with the same secret pass if nodes with two secrets start at the same time', async () => {
  const ended = await Promise.allSettled([first, second, first, second].map((one) => checkSecret(sql, [one])))
  const passed = ended.map(({ status }) => status === 'fulfilled')
  assert.ok(passed[0] !== passed[1])
  assert.deepEqual([passed[2], passed[3]], [passed[0], passed[1]])
  for (const one of ended) {
    if (one.status === 'fulfilled') continue
    assert.ok(one.reason instanceof InstallationError)
    assert.match(one.reason.message, /^JWT_SECRET is not the one .*rotate-secret".*\.$/)
  }
})

test('after the secret was replaced at once, the new one passes and the old one is refused', async () => {
  await rotateSecret(sql, [first])
  assert.equal(await rotateSecret(sql, [first]), false)
  assert.equal(await rotateSecret(sql, [second]), true)
  await checkSecret(sql, [second])
  await assert.rejects(checkSecret(sql, [first]), InstallationError)
})

describe('a rotation', () => {
  const steps: SigningSecret[] = [[first], [first, second], [second, first], [second]]

  test('lets the nodes of each step start, also beside those of the previous step', async () => {
    await rotateSecret(sql, [first])
    for (const [index, step] of steps.entries()) {
      const previous = steps[index - 1] ?? step
      for (const secret of [step, previous, step]) await checkSecret(sql, secret)
    }
  })

  test('ends when a node starts with only the new secret', async () => {
    await rotateSecret(sql, [first, second])
    await checkSecret(sql, [second])
    await assert.rejects(checkSecret(sql, [first]), InstallationError)
  })

  test('requires that one of the values is known', async () => {
    await rotateSecret(sql, [first])
    for (const secret of [[second], [second, third]] as SigningSecret[])
      await assert.rejects(checkSecret(sql, secret), InstallationError)
    await checkSecret(sql, [third, first])
    await checkSecret(sql, [third])
  })
})

test('the database does not store the secret itself', async () => {
  await rotateSecret(sql, [first, second])
  const [row] = await sql`select row_to_json(installation)::text as text from installation`
  for (const secret of [first, second]) {
    assert.ok(!row?.text.includes(secret))
    assert.ok(!row?.text.includes(Buffer.from(secret).toString('hex')))
  }
})
