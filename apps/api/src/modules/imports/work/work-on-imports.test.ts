import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  assertCounted,
  findImport,
  importOrigin,
  outcomesOf,
  preparedItem,
  queueImport,
  runWorkers,
  workOn
} from '../../../../test/imports.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import type { Sql, Tx } from '../../../db/connect.ts'
import { createSignals, signal } from '../../../jobs/signals.ts'
import { newId } from '../../../lib/ids.ts'
import { cancelJob, takeTurn } from './job-queries.ts'
import { startImportWorker, workOnce } from './work-on-imports.ts'

let t: TestApp
let appSql: Sql
before(async () => {
  t = await testApp()
  appSql = t.app.deps.sql
})
after(() => t.close())

const once = () => workOnce({ sql: appSql, assets: t.app.deps.assets, log: t.app.log, maxItems: 1 })
const items = (count: number, fields: (n: number) => Parameters<typeof preparedItem>[0] = () => ({})) =>
  Array.from({ length: count }, (_, n) => preparedItem(fields(n)))

const cancel = (vendor: { id: string }, id: string) =>
  t.sql.begin((tx) => cancelJob(tx, vendor.id, { id, origin: importOrigin }))

const isOpen = (status: string) => ['QUEUED', 'PROCESSING'].includes(status)

test('the counters always match the items while workers run', async () => {
  const vendor = await t.vendor()
  const invalid = { errors: [{ code: 'INVALID_JSON', field: null, message: 'is not valid JSON' }] }
  const mixed = items(1200).flatMap((item, n) => (n % 7 === 0 ? [item, invalid] : [item]))
  const job = await queueImport(t.sql, vendor, mixed, { chunkSize: 50 })
  let working = true
  const work = runWorkers(t, 3).finally(() => {
    working = false
  })
  while (working) await assertCounted(t.sql, job)
  await work
  await assertCounted(t.sql, job)
  assert.equal((await findImport(t.sql, job)).status, 'COMPLETED_WITH_ERRORS')
})

for (const onExisting of ['fail', 'skip', 'update'] as const) {
  test(`two uploads of the same SKUs in opposite order create each SKU once (${onExisting})`, async () => {
    const vendor = await t.vendor()
    const skus = Array.from({ length: 1000 }, (_, n) => `SKU-${String(n).padStart(4, '0')}`)
    const ascending = skus.map((sku) => preparedItem({ sku, slug: `${sku}-${vendor.id}`.toLowerCase() }))
    const descending = ascending.toReversed().map((item) => ({ ...item, stock: 7 }))
    const jobs = [
      await queueImport(t.sql, vendor, ascending, { chunkSize: 100, onExisting }),
      await queueImport(t.sql, vendor, descending, { chunkSize: 100, onExisting })
    ]
    await runWorkers(t, 4)
    const outcomes = (await Promise.all(jobs.map((job) => outcomesOf(t.sql, job)))).flat()
    const created = outcomes.filter(({ status }) => status === 'CREATED')
    assert.deepEqual(created.map(({ code }) => code).toSorted(), skus)
    const idOf = new Map(created.map(({ code, productId }) => [code, productId]))
    const others = outcomes.filter(({ status }) => status !== 'CREATED')
    assert.equal(others.length, 1000)
    for (const { code, productId, status, errors } of others) {
      assert.equal(productId, idOf.get(code))
      assert.equal(status, { fail: 'FAILED', skip: 'SKIPPED', update: 'UPDATED' }[onExisting])
      assert.deepEqual(
        errors?.map((fault) => fault.code),
        onExisting === 'fail' ? ['SKU_TAKEN'] : undefined
      )
    }
    for (const job of jobs) await assertCounted(t.sql, job)
    const found = await t.sql`
      select (select count(*)::int from products where vendor_id = ${vendor.id}) as products,
        (select count(*)::int from variants where vendor_id = ${vendor.id}) as variants`
    assert.deepEqual({ ...found[0] }, { products: 1000, variants: 1000 })
  })
}

test('3,000 products with the same slug base get distinct slugs, with suffixes from 2', async () => {
  const vendors = [await t.vendor(), await t.vendor()]
  const slug = `shared-${newId()}`
  const jobs = []
  for (const vendor of vendors) {
    jobs.push(
      await queueImport(
        t.sql,
        vendor,
        items(1500, () => ({ slug })),
        { chunkSize: 250 }
      )
    )
  }
  await runWorkers(t, 4)
  for (const job of jobs) assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
  const rows =
    await t.sql`select slug from products where vendor_id = any(${vendors.map(({ id }) => id)}::uuid[])`
  const suffixes = rows.map((row) => (row.slug === slug ? 1 : Number(row.slug.slice(slug.length + 1))))
  assert.deepEqual(
    suffixes.toSorted((a, b) => a - b),
    Array.from({ length: 3000 }, (_, n) => n + 1)
  )
  const next = await t.call('POST /vendor/products', {
    as: vendors[0]?.editor ?? '',
    body: { sku: 'NEXT', name: 'Next', slug }
  })
  assert.equal(next.body.slug, `${slug}-3001`)
})

test('a large upload does not delay a small upload of another vendor', async () => {
  const [large, small] = [await t.vendor(), await t.vendor()]
  const first = await queueImport(t.sql, large, items(50), { chunkSize: 1 })
  await once()
  const second = await queueImport(t.sql, small, items(1), { chunkSize: 1 })
  await once()
  assert.equal((await findImport(t.sql, second)).status, 'COMPLETED')
  assert.equal((await findImport(t.sql, first)).itemsCreated, 1)
  await workOn(t)
})

test('many small uploads of one vendor get no more turns than one large upload of another', async () => {
  const [many, one] = [await t.vendor(), await t.vendor()]
  const job = await queueImport(t.sql, one, items(6), { chunkSize: 1 })
  for (let n = 0; n < 8; n++) await queueImport(t.sql, many, items(1))
  for (let n = 0; n < 12; n++) await once()
  assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
  const [row] =
    await t.sql`select sum(items_created)::int as created from import_jobs where vendor_id = ${many.id}`
  assert.equal(row?.created, 6)
  await workOn(t)
})

test('five jobs of a vendor run at the same time, the others wait in the queue', async () => {
  const vendor = await t.vendor()
  const jobs: string[] = []
  for (let n = 0; n < 7; n++) jobs.push(await queueImport(t.sql, vendor, items(2), { chunkSize: 1 }))
  const turns = await Promise.all(Array.from({ length: 12 }, async () => (await takeTurn(appSql, []))?.id))
  assert.deepEqual([...new Set(turns)].toSorted(), jobs.toSorted().slice(0, 5))
  const running =
    await t.sql`select id from import_jobs where vendor_id = ${vendor.id} and status = 'PROCESSING'`
  assert.equal(running.length, 5)
  await runWorkers(t, 2)
  for (const job of jobs) assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
})

test('a RECEIVING job is not processed', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, items(1))
  await t.sql`update import_jobs set status = 'RECEIVING' where id = ${job}`
  await workOn(t)
  assert.equal((await findImport(t.sql, job)).itemsProcessed, 0)
})

test('products created before a job is cancelled remain, all other items are cancelled', async () => {
  const vendor = await t.vendor()
  const images = ['https://example.com/a.png']
  const job = await queueImport(
    t.sql,
    vendor,
    items(5, () => ({ images })),
    { chunkSize: 2 }
  )
  await once()
  assert.deepEqual(await cancel(vendor, job), { cancelled: true, status: 'CANCELLED' })
  await workOn(t)
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated, ended.itemsCancelled], ['CANCELLED', 2, 3])
  assert.ok(ended.finishedAt)
  const remaining = await t.sql`
    select status, (select count(*)::int from import_downloads where job_id = ${job}) as downloads
    from import_images where job_id = ${job}`
  assert.deepEqual(
    remaining.map((row) => ({ ...row })),
    Array(2).fill({ status: 'CANCELLED', downloads: 0 })
  )
  const events =
    await t.sql`select type, details ->> 'itemsCancelled' as cancelled from events where subject_id = ${job}`
  assert.deepEqual(
    events.map((row) => ({ ...row })),
    [{ type: 'import_job.cancelled', cancelled: '3' }]
  )
  assert.deepEqual(await cancel(vendor, job), { cancelled: false, status: 'CANCELLED' })
})

test("another vendor's job cannot be cancelled", async () => {
  const [vendor, other] = [await t.vendor(), await t.vendor()]
  const job = await queueImport(t.sql, vendor, items(1))
  assert.equal(await cancel(other, job), undefined)
  await workOn(t)
  assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
})

test('a chunk that is being processed while its job is cancelled writes nothing', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, items(4), { chunkSize: 2 })
  await once()
  await withLocksHeld(t, {
    hold: (tx) => cancelJob(tx, vendor.id, { id: job, origin: importOrigin }),
    waiting: 1,
    work: () => workOn(t)
  })
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated, ended.itemsCancelled], ['CANCELLED', 2, 2])
})

test('cancelling waits for an image that is being settled, without a deadlock', async () => {
  const vendor = await t.vendor()
  const images = ['https://example.com/a.png']
  const job = await queueImport(
    t.sql,
    vendor,
    items(2, () => ({ images })),
    { chunkSize: 1 }
  )
  await once()
  const outcome = await withLocksHeld(t, {
    hold: (tx) => tx`select from import_downloads where job_id = ${job} for update`,
    waiting: 1,
    release: (tx) => tx`select from import_jobs where id = ${job} for update`,
    work: () => cancel(vendor, job)
  })
  assert.deepEqual(outcome, { cancelled: true, status: 'CANCELLED' })
  await assertCounted(t.sql, job)
})

test('cancelling a running job leaves exact counters', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, items(2000), { chunkSize: 50 })
  const work = runWorkers(t, 3)
  while ((await findImport(t.sql, job)).itemsCreated < 300);
  await cancel(vendor, job)
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.equal(ended.status, 'CANCELLED')
  assert.equal(ended.itemsCreated + ended.itemsCancelled, 2000)
  assert.ok(ended.itemsCreated % 50 === 0 && ended.itemsCancelled > 0)
  await work
  assert.deepEqual(await findImport(t.sql, job), ended)
})

test('a worker is woken by a signal, and can be stopped', async () => {
  const vendor = await t.vendor()
  const worker = startImportWorker('imports.worker', {
    sql: appSql,
    assets: t.app.deps.assets,
    signals: createSignals(appSql),
    pace: t.app.deps.pace,
    log: t.app.log
  })
  try {
    const job = await queueImport(t.sql, vendor, items(1))
    await signal(t.sql, 'imports')
    while (isOpen((await findImport(t.sql, job)).status));
  } finally {
    await worker.stop()
  }
  const late = await queueImport(t.sql, vendor, items(1))
  await signal(t.sql, 'imports')
  assert.equal((await findImport(t.sql, late)).status, 'QUEUED')
  await workOn(t)
})

/** Inserts a product in the test's transaction, as another request would. */
const insertProduct = (tx: Tx, vendorId: string, { sku, slug }: { sku: string; slug: string }) => tx`
  insert into products (id, vendor_id, sku, slug, name) values (${newId()}, ${vendorId}, ${sku}, ${slug}, 'Other')`

test('a SKU that another request uses at the same time makes only its item fail', async () => {
  const vendor = await t.vendor()
  const [first, second] = items(2)
  assert.ok(first && second)
  const job = await queueImport(t.sql, vendor, [first, second])
  await withLocksHeld(t, {
    hold: (tx) => insertProduct(tx, vendor.id, { sku: second.sku, slug: `other-${vendor.id}` }),
    waiting: 1,
    work: () => workOn(t)
  })
  await assertCounted(t.sql, job)
  const [created, failed] = await outcomesOf(t.sql, job)
  const [other] = await t.sql`select id from products where vendor_id = ${vendor.id} and sku = ${second.sku}`
  assert.equal(created?.status, 'CREATED')
  assert.deepEqual(
    [failed?.status, failed?.productId, failed?.errors?.[0]?.code],
    ['FAILED', other?.id, 'SKU_TAKEN']
  )
})

test('a slug that another request uses at the same time gets the next suffix', async () => {
  const [vendor, other] = [await t.vendor(), await t.vendor()]
  const [item] = items(1)
  assert.ok(item)
  const job = await queueImport(t.sql, vendor, [item])
  await withLocksHeld(t, {
    hold: (tx) => insertProduct(tx, other.id, { sku: 'OTHER', slug: item.slug }),
    waiting: 1,
    work: () => workOn(t)
  })
  const [outcome] = await outcomesOf(t.sql, job)
  const [product] = await t.sql`select slug from products where id = ${outcome?.productId ?? null}`
  assert.equal(product?.slug, `${item.slug}-2`)
})

test('a chunk whose connection is lost is processed again, without counting as a failure', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, items(3))
  const signals = createSignals(appSql)
  const { pace } = t.app.deps
  const worker = startImportWorker('imports.worker', {
    sql: appSql,
    assets: t.app.deps.assets,
    signals,
    pace,
    log: t.app.log
  })
  try {
    await withLocksHeld(t, {
      hold: (tx) => tx`lock table import_results in share mode`,
      waiting: 1,
      async release(tx) {
        const end = () => tx`
          select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'import_results'::regclass`
        // The first wait can be for another lock.
        let ended = await end()
        while (ended.length === 0) ended = await end()
        assert.equal(ended.length, 1)
      },
      async work() {
        while (isOpen((await findImport(t.sql, job)).status));
      }
    })
  } finally {
    // Otherwise, a failed test would not end.
    await worker.stop()
  }
  await assertCounted(t.sql, job)
  assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
  const [chunk] = await t.sql`select failures from import_chunks where job_id = ${job}`
  assert.equal(chunk?.failures, 0)
})
