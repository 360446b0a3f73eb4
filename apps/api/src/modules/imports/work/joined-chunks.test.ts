import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import {
  assertCounted,
  findImport,
  outcomesOf,
  preparedItem,
  queueImport,
  runWorkers
} from '../../../../test/imports.ts'
import { type Clock, createBackgroundPace } from '../../../jobs/background-pace.ts'
import { createSignals } from '../../../jobs/signals.ts'
import { startImportWorker, workOnce } from './work-on-imports.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const maxItems = 1000

/** Returns the number of transactions that have processed chunks of a job. */
async function countTransactions(job: string): Promise<number> {
  const [row] = await t.sql`
    select count(distinct xmin::text)::int as count from import_chunks where job_id = ${job} and done_at is not null`
  return row?.count
}

/** Returns items for new products with categories and images, for existing products, and items that fail. */
async function mixedItems(vendor: TestVendor) {
  const [category] = await t.sql`
    insert into categories (name, slug) values ('Bolts', ${`bolts-${vendor.id}`}) returning id`
  const existing = Array.from({ length: 4 }, (_, n) => preparedItem({ sku: `OLD-${n}`, name: `Old ${n}` }))
  await queueImport(t.sql, vendor, existing)
  await runWorkers(t, 1)
  const categoryIds = [category?.id]
  return Array.from({ length: 24 }, (_, n) => {
    if (n % 6 === 5) return { errors: [{ code: 'INVALID_JSON', field: null, message: 'is not valid JSON' }] }
    if (n % 6 === 4)
      return preparedItem({ sku: `OLD-${(n - 4) / 6}`, name: `Other ${n}`, stock: n, categoryIds })
    const images = n % 3 === 0 ? [`https://example.com/${n % 9}.png`] : undefined
    return preparedItem({
      sku: `NEW-${n}`,
      name: `New ${n}`,
      stock: n,
      categoryIds,
      ...(images && { images })
    })
  })
}

/** Returns a job's results with the vendor's stored products, without ids and slugs. */
function storedOf(vendor: TestVendor, job: string) {
  return t.sql`
    select r.index, r.status, r.code, p.sku, p.name, v.stock_on_hand,
      (select count(*)::int from product_categories c where c.product_id = p.id) as categories,
      array(select url from import_images i where i.job_id = r.job_id and i.item_index = r.index and i.product_id = p.id
        order by i.position) as images
    from import_results r left join products p on p.id = r.product_id and p.vendor_id = ${vendor.id}
      left join variants v on v.product_id = p.id
    where r.job_id = ${job} order by r.index`
}

test('chunks processed together have the same results as chunks processed one by one', async () => {
  const stored = []
  for (const items of [1, maxItems]) {
    const vendor = await t.vendor()
    const job = await queueImport(t.sql, vendor, await mixedItems(vendor), {
      ...{ chunkSize: 5, onExisting: 'update' }
    })
    await runWorkers(t, 1, items)
    await assertCounted(t.sql, job)
    assert.equal(await countTransactions(job), items === 1 ? 5 : 1)
    const rows = await storedOf(vendor, job)
    assert.equal(rows.length, 24)
    assert.ok(rows.some(({ images }) => images.length > 0))
    stored.push(rows.map((row) => ({ ...row })))
  }
  assert.deepEqual(stored[1], stored[0])
})

test('the counters always match the items while workers process joined chunks', async () => {
  const vendor = await t.vendor()
  const items = Array.from({ length: 1500 }, () => preparedItem())
  const job = await queueImport(t.sql, vendor, items, { chunkSize: 20 })
  let working = true
  const work = runWorkers(t, 3, maxItems).finally(() => {
    working = false
  })
  while (working) await assertCounted(t.sql, job)
  await work
  await assertCounted(t.sql, job)
  assert.equal((await findImport(t.sql, job)).itemsCreated, 1500)
  assert.equal(new Set((await outcomesOf(t.sql, job)).map(({ productId }) => productId)).size, 1500)
})

test('a failing chunk does not make the chunks joined with it fail', async () => {
  const vendor = await t.vendor()
  const log = Object.assign(Object.create(t.app.log), { error() {} })
  const items = ['A', 'B', 'BAD'].map((sku) =>
    preparedItem({ sku, vendorPrice: sku === 'BAD' ? 'no number' : '1' })
  )
  const job = await queueImport(t.sql, vendor, items, { chunkSize: 1 })
  for (let hasMore = true; hasMore; )
    hasMore = await workOnce({ sql: t.app.deps.sql, assets: t.app.deps.assets, log, maxItems })
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated, ended.itemsFailed], ['COMPLETED_WITH_ERRORS', 2, 1])
  const failed = (await outcomesOf(t.sql, job)).filter(({ status }) => status === 'FAILED')
  assert.deepEqual(
    failed.map(({ index, code, errors }) => [index, code, errors?.[0]?.code]),
    [[2, 'BAD', 'PROCESSING_FAILED']]
  )
})

/** A clock on which pauses take no time. */
const impatientClock: Clock = {
  now: () => performance.now(),
  after(_, wake) {
    const timer = setImmediate(wake)
    return () => clearImmediate(timer)
  }
}

for (const [name, average, transactions] of [
  ['without interactive requests, a worker processes several chunks per transaction', 0, 2],
  ['under constant load, a worker processes one chunk per transaction and completes the job', 10_000, 10]
] as const) {
  test(name, async () => {
    const vendor = await t.vendor()
    const items = Array.from({ length: 20 }, () => preparedItem())
    const job = await queueImport(t.sql, vendor, items, { chunkSize: 2 })
    const { sql } = t.app.deps
    const pace = createBackgroundPace({ average: () => average }, impatientClock)
    const signals = createSignals(sql)
    const worker = startImportWorker('imports.worker', {
      sql,
      assets: t.app.deps.assets,
      signals,
      pace,
      log: t.app.log
    })
    while ((await findImport(t.sql, job)).status !== 'COMPLETED') await assertCounted(t.sql, job)
    await worker.stop()
    assert.equal(await countTransactions(job), transactions)
  })
}
