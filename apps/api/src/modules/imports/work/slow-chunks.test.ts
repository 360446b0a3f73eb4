import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { assertCounted, findImport, outcomesOf, preparedItem, queueImport } from '../../../../test/imports.ts'
import { newProduct } from '../../../../test/products.ts'
import { claimChunk } from './claim-chunk.ts'
import { takeTurn } from './job-queries.ts'
import { workOnce } from './work-on-imports.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  await t.sql.unsafe(`
    create function take_too_long() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(60);
      return new;
    end $$;
    create trigger slow before insert on products for each row when (new.sku like 'SLOW%')
      execute function take_too_long()`)
})
after(() => t.close())

const quiet = () => Object.assign(Object.create(t.app.log), { error() {} })
/** The time that a transaction may take in these tests. A transaction without a slow item takes far less. */
const timeoutMs = 700
const once = () =>
  workOnce({ sql: t.app.deps.sql, assets: t.app.deps.assets, log: quiet(), maxItems: 1, timeoutMs })
const workOn = async () => {
  while (await once());
}
const items = (count: number, slow: number[]) =>
  Array.from({ length: count }, (_, n) =>
    preparedItem(slow.includes(n) ? { sku: `SLOW-${vendor.id}-${n}` } : {})
  )

async function assertOnlyFailed(job: string, { count, failed }: { count: number; failed: number[] }) {
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual(
    [ended.status, ended.itemsCreated, ended.itemsFailed],
    ['COMPLETED_WITH_ERRORS', count - failed.length, failed.length]
  )
  const outcomes = (await outcomesOf(t.sql, job)).filter(({ status }) => status !== 'CREATED')
  assert.deepEqual(
    outcomes.map(({ index, status, errors }) => [index, status, errors?.[0]?.code]),
    failed.map((index) => [index, 'FAILED', 'PROCESSING_FAILED'])
  )
}

test('of a chunk that takes too long, only the slow items fail, and the counters always match the items', async () => {
  const slow = [0, 6]
  const job = await queueImport(t.sql, vendor, items(12, slow), { chunkSize: 4 })
  let working = true
  const work = Promise.all([workOn(), workOn()]).finally(() => {
    working = false
  })
  while (working) await assertCounted(t.sql, job)
  await work
  await assertOnlyFailed(job, { count: 12, failed: slow })
})

test('other chunks are processed before a chunk that takes too long is processed again', async () => {
  const job = await queueImport(t.sql, vendor, items(6, [0]), { chunkSize: 2 })
  for (let turn = 0; turn < 3; turn++) assert.ok(await once())
  assert.equal((await findImport(t.sql, job)).itemsCreated, 4)
  await workOn()
  await assertOnlyFailed(job, { count: 6, failed: [0] })
})

test('an item during which the worker takes too long fails, although the server only closes the connection', async () => {
  const base64Document = 'SGV4'
  const product = newProduct({ variants: [], documents: [{ title: 'Sheet', type: 'SDS', base64Document }] })
  const answer = await t.call('POST /vendor/products/bulk-upload', {
    as: vendor.editor,
    body: { items: [product] }
  })
  const slowStore = {
    ...t.app.deps.assets,
    async put() {
      await sleep(400)
      return 'documents/none.pdf'
    }
  }
  const attempt = () =>
    workOnce({ sql: t.app.deps.sql, assets: slowStore, log: quiet(), maxItems: 1, timeoutMs: 300 })
  while (isOpen((await findImport(t.sql, answer.body.queue_id)).status)) await attempt()
  await assertOnlyFailed(answer.body.queue_id, { count: 1, failed: [0] })
})

const isOpen = (status: string) => ['QUEUED', 'PROCESSING'].includes(status)

/** Claims a chunk as a worker does that is killed before it processes the chunk. Returns the number of claimed items. */
async function claimAndVanish(): Promise<number> {
  const turn = await takeTurn(t.sql, [])
  assert.ok(turn)
  const claimed = await claimChunk(t.sql, turn, { maxItems: 1, timeoutMs: 20_000 })
  assert.ok(claimed && claimed !== 'FAILED')
  assert.equal(await once(), false, 'no one else has the chunk until the claim expires')
  await t.sql`update import_chunks set claimed_until = '-infinity' where job_id = ${turn.id} and done_at is null`
  return claimed.chunk.itemCount
}

test('workers that are killed again and again make a chunk smaller, but no item fails', async () => {
  const job = await queueImport(t.sql, vendor, items(8, []))
  const sizes = []
  for (let kill = 0; kill < 10; kill++) sizes.push(await claimAndVanish())
  assert.deepEqual(sizes, [8, 8, 4, 4, 2, 2, 1, 1, 1, 1])
  await workOn()
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated], ['COMPLETED', 8])
})

test('an item during which five workers in a row are killed fails', async () => {
  const job = await queueImport(t.sql, vendor, items(1, []))
  for (let kill = 0; kill < 5; kill++) await claimAndVanish()
  await workOn()
  await assertOnlyFailed(job, { count: 1, failed: [0] })
})

test('lists and reports show the items of a chunk of which only a part has been processed', async () => {
  const job = await queueImport(t.sql, vendor, items(4, []))
  for (let kill = 0; kill < 2; kill++) await claimAndVanish()
  assert.ok(await once())
  assert.equal((await findImport(t.sql, job)).itemsCreated, 2)
  const statuses = ['CREATED', 'CREATED', 'PENDING', 'PENDING']
  const read = (path: string) => t.call(`GET /vendor/import-jobs/${job}/${path}`, { as: vendor.viewer })
  for (const [status, expected] of [
    ['', statuses],
    ['CREATED', statuses.slice(0, 2)],
    ['PENDING', statuses.slice(2)],
    ['FAILED', []]
  ] as const) {
    const query = status === '' ? '' : `?status=${status}`
    const list = await read(`items${query}`)
    const report = await read(`report${query}`)
    const found = list.body.items.map((item: { status: string }) => item.status)
    assert.deepEqual(found, expected, list.text)
    const reported = report.body.items.map((item: { _status: string; _index: number }) => item._status)
    assert.deepEqual(reported, expected, report.text)
  }
  await workOn()
  assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
})
