import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'
import { withLocksHeld } from '../../test/races.ts'
import type { Tx } from '../db/connect.ts'
import { prepareTransaction } from '../modules/imports/work/chunk-queries.ts'
import { createDatabaseLoad, greaterLoad } from './load.ts'
import { countBusySessions } from './queries.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const lock = (tx: Tx) => tx`select pg_advisory_xact_lock(1)`

/** Counts the busy sessions while transactions that each did one of the `work` functions wait for a lock. */
function countWhile(work: ((tx: Tx) => Promise<unknown>)[]): Promise<number> {
  let busy = -1
  return withLocksHeld(t, {
    hold: lock,
    waiting: work.length,
    async release() {
      busy = await countBusySessions(t.app.deps.sql)
    },
    work: () => Promise.all(work.map((one) => t.app.deps.sql.begin((tx) => one(tx).then(() => lock(tx)))))
  }).then(() => busy)
}

test('sessions that work for requests count as busy, those that do background work do not', async () => {
  assert.equal(await countBusySessions(t.app.deps.sql), 0)
  assert.equal(await countWhile([async () => {}, async () => {}, prepareTransaction]), 2)
  assert.equal(await countWhile([prepareTransaction]), 0)
})

test('a single background statement is recognised by its comment', async () => {
  let busy = -1
  await withLocksHeld(t, {
    hold: lock,
    waiting: 1,
    async release() {
      busy = await countBusySessions(t.app.deps.sql)
    },
    work: () => t.app.deps.sql`
      /* background */ select pg_advisory_xact_lock(1)`
  })
  assert.equal(busy, 0)
})

test('a session counts as busy again after its background work has ended', async () => {
  const [row] = await t.app.deps.sql.begin(async (tx) => {
    await prepareTransaction(tx)
    return tx`select current_setting('application_name') as name, pg_backend_pid() as pid`
  })
  const after = await t.sql`select application_name as name from pg_stat_activity where pid = ${row?.pid}`
  assert.match(row?.name, /^purveyor \d+ background$/)
  assert.match(after[0]?.name, /^purveyor \d+$/)
})

test('the load of the database is measured at intervals and averaged', async () => {
  let now = 0
  const load = createDatabaseLoad(t.app.deps.sql, () => now)
  assert.equal(load.average(), 0)
  await withLocksHeld(t, {
    hold: lock,
    waiting: 1,
    release: () => load.refresh(),
    work: () => t.app.deps.sql.begin(lock)
  })
  assert.equal(load.average(), 2)
  await load.refresh()
  assert.equal(load.average(), 2)
  now += 500
  await load.refresh()
  assert.ok(load.average() > 0 && load.average() < 1)
})

test('the greater of two loads counts', async () => {
  let refreshes = 0
  const refresh = async () => void refreshes++
  const load = greaterLoad({ average: () => 1, refresh }, { average: () => 3, refresh })
  await load.refresh?.()
  assert.deepEqual([load.average(), refreshes], [3, 2])
})
