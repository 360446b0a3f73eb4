// Cuts connections at random under load for five minutes (CHAOS_SECONDS), without and with TLS and several hosts, and
// compares all results with a ledger. Takes about 15 minutes in total.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertNoFaults, runChaos } from './chaos.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const seconds = Number(process.env.CHAOS_SECONDS ?? 300)

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())

const variants = [
  { title: 'to one host', options: {} },
  { title: 'with TLS', options: { tls: true } },
  { title: 'to two hosts, of which one may refuse connections', options: { hosts: 2 } }
] as const

for (const { title, options } of variants)
  test(`random cuts of connections ${title} end in errors, and never in a wrong result`, async () => {
    const result = await runChaos({ url: database.url, seconds, ...options })
    const { cuts, transactions, tally, notes } = result
    console.table([{ cuts, transactions, ...tally }])
    console.log(notes)
    assert.ok(cuts > 0)
    assertNoFaults(result)
  })
