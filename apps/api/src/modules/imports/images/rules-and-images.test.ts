import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import type { ImageHost } from '../../../../test/image-host.ts'
import { claimLimits, fetchedImages, imageJob, imagesOf } from '../../../../test/import-images.ts'
import { statesOfImport } from '../../../../test/import-rules.ts'
import { importOrigin, outcomesOf, preparedItem, queueImport, runWorkers } from '../../../../test/imports.ts'
import { imageCalls, png, succeeded, testProduct } from '../../../../test/product-images.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { type ModelProduct, stateByRules } from '../../../../test/rule-model.ts'
import { setRules, type TestRule } from '../../../../test/stored-rules.ts'
import { evaluateNext } from '../evaluate/evaluate-products.ts'
import { cancelJob, failJob } from '../work/job-queries.ts'
import { fetchImage } from './fetch-images.ts'
import { claimDownloads } from './image-job-queries.ts'

let t: TestApp
let host: ImageHost
let image: Buffer
let vendor: TestVendor
const { answers, startHost, newPath, urlAt, deps, finish } = fetchedImages(() => ({ t, host, image }))

before(async () => {
  t = await testApp()
  image = await png()
  host = await startHost()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await setRules(t, [])
})
after(async () => {
  await t.close()
  await host.close()
})

/** Returns a URL whose image doesn't exist. */
function missingUrl(): string {
  const path = newPath()
  answers.set(path, (response) => response.writeHead(404).end())
  return urlAt(path)
}

/** Approves all of the vendor's entries with at least `minImages` images. */
const all = (minImages = 0): TestRule => ({ name: 'All', when: { vendorIds: [vendor.id], minImages } })

/** Returns the number of decisions of each product of the vendor. */
async function decisionsOf({ id }: { id: string }): Promise<number[]> {
  const rows = await t.sql<{ count: number }[]>`
    select count(*)::int as count from moderation_snapshots where vendor_id = ${id} group by product_id`
  return rows.map(({ count }) => count)
}

async function evaluateAll(): Promise<void> {
  const { sql, assets } = t.app.deps
  for (let hasMore = true; hasMore; ) hasMore = await evaluateNext({ sql, assets })
}

async function countEvaluations(): Promise<number> {
  return (await t.sql`select from import_evaluations`).length
}

test('each item with images gets the state that the rules give to it alone', async () => {
  const vendors = [await t.vendor(), await t.vendor()]
  const trusts = ['TRUSTED', 'NEW'] as const
  await t.sql`update vendors set trust = 'TRUSTED' where id = ${vendors[0]?.id ?? null}`
  await t.sql`update vendors set trust = 'NEW' where id = ${vendors[1]?.id ?? null}`
  const rules: TestRule[] = [
    { name: 'Linked', decision: 'REJECT', when: { vendorIds: [vendors[1]?.id ?? ''], minImages: 2 } },
    { name: 'Two images', when: { minTrust: 'TRUSTED', minImages: 2, maxVendorPrice: '8' } },
    { name: 'One image', when: { minImages: 1, maxVendorPrice: '6' }, samplePercent: 100 },
    { name: 'No image', when: { minTrust: 'STANDARD', withoutWords: ['number 7'] } }
  ]
  await setRules(t, rules)
  const shared = urlAt()
  const lists = [
    [],
    [urlAt()],
    [shared, urlAt()],
    [missingUrl()],
    [shared, missingUrl()],
    [missingUrl(), missingUrl()]
  ]
  const values = Array.from({ length: 60 }, (_, n) => {
    const urls = lists[n % lists.length] ?? []
    return {
      urls,
      price: 1 + (n % 10),
      name: `Item number ${n}`,
      images: urls.filter((url) => !isMissing(url)).length
    }
  })
  const items = values.map(({ urls, price, name }, n) =>
    preparedItem({
      sku: `I-${n}`,
      name,
      vendorPrice: String(price),
      ...(urls.length > 0 && { images: urls })
    })
  )
  const jobs = await Promise.all(vendors.map((one) => queueImport(t.sql, one, items, { chunkSize: 25 })))
  await runWorkers(t, 2)
  const expected = vendors.map(({ id: vendorId }, index) =>
    values.map(({ price, name, images }) => {
      const trust = trusts[index] ?? 'NEW'
      const model: ModelProduct = { vendorId, trust, categoryIds: [], prices: [price], texts: [name], images }
      return stateByRules(rules, model)
    })
  )
  for (const [index, states] of expected.entries()) {
    assert.ok(new Set(states).size >= 3, [...new Set(states)].join(', '))
    const waiting = states.map((state, n) => (values[n]?.urls.length === 0 ? state : 'PENDING_APPROVAL'))
    assert.deepEqual(await statesOfImport(t, jobs[index] ?? ''), waiting, 'before the images are fetched')
  }
  for (const jobId of jobs) await finish(jobId)
  for (const [index, states] of expected.entries())
    assert.deepEqual(await statesOfImport(t, jobs[index] ?? ''), states)
})

function isMissing(url: string): boolean {
  return answers.has(new URL(url).pathname)
}

for (const [name, urlOf] of [
  ['fetched', () => urlAt()],
  ['missing', missingUrl]
] as const)
  test(`if the last two images of a product are settled at the same time, one decision is made (${name})`, async () => {
    const product = await testProduct(t, vendor)
    await setRules(t, [all()])
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlOf(), urlOf()] }])
    const downloads = await claimDownloads(t.sql, { ...claimLimits, running: [] })
    assert.equal(downloads.length, 2)
    await withLocksHeld(t, {
      hold: (tx) => tx`select from products where id = ${product.id} for update`,
      waiting: 2,
      work: () => Promise.all(downloads.map((download) => fetchImage(deps(), download)))
    })
    assert.equal((await imagesOf(t, jobId)).job?.status, 'COMPLETED')
    assert.deepEqual(await decisionsOf(vendor), [1])
    const { status, images } = await imageCalls(t, vendor.viewer, product.id).read()
    assert.deepEqual([status, images.length], ['PUBLISHED', name === 'fetched' ? 2 : 0])
  })

test('the staged images of live products are published when a rule approves them', async () => {
  const products = await Promise.all([testProduct(t, vendor, 'PUBLISHED'), testProduct(t, vendor, 'HIDDEN')])
  await setRules(t, [
    { name: 'Images', when: { vendorIds: [vendor.id], onlyFields: ['images'], minImages: 1 } }
  ])
  const urls = [urlAt()]
  await finish(
    await imageJob(
      t,
      vendor,
      products.map(({ id }) => ({ productId: id, urls }))
    )
  )
  for (const { id } of products) {
    const { images, pendingRevision } = await imageCalls(t, vendor.viewer, id).read()
    assert.deepEqual([images.length, pendingRevision], [1, null])
    const path = images[0].url.replace('https://assets.test', '')
    assert.equal((await t.app.inject(path)).statusCode, 200)
  }
})

test('if the images of many live products could be published at once, a worker evaluates them', async () => {
  const products: { id: string }[] = []
  for (let n = 0; n < 51; n++)
    products.push(await testProduct(t, vendor, n === 50 ? 'PENDING_APPROVAL' : 'PUBLISHED'))
  const urls = [urlAt()]
  const settle = async () =>
    finish(
      await imageJob(
        t,
        vendor,
        products.map(({ id }) => ({ productId: id, urls: [...urls, urlAt()].slice(0, 1) }))
      )
    )
  await setRules(t, [all(1)])
  await settle()
  // 50 products are not too many.
  assert.deepEqual([await countEvaluations(), (await decisionsOf(vendor)).length], [0, 51])
  urls[0] = urlAt()
  await settle()
  // The last product is live now, too.
  assert.deepEqual(
    [await countEvaluations(), (await decisionsOf(vendor)).filter((count) => count === 1).length],
    [51, 51]
  )
  await Promise.all([evaluateAll(), evaluateAll()])
  assert.equal(await countEvaluations(), 0)
  assert.deepEqual(await decisionsOf(vendor), Array(51).fill(2))
})

test('an item whose images the product already has is evaluated with the item', async () => {
  const fields = { sku: 'TWICE', images: [urlAt()] }
  const first = await queueImport(t.sql, vendor, [preparedItem({ ...fields, name: 'Hammer' })])
  await runWorkers(t, 1)
  await finish(first)
  await setRules(t, [all(1)])
  const second = await queueImport(t.sql, vendor, [preparedItem({ ...fields, name: 'Long hammer' })], {
    onExisting: 'update'
  })
  await runWorkers(t, 1)
  assert.deepEqual(await statesOfImport(t, second), ['PUBLISHED by All'])
})

const ends = {
  cancelled: (id: string) =>
    t.app.deps.sql.begin((tx) => cancelJob(tx, vendor.id, { id, origin: importOrigin })),
  failed: (id: string) => t.app.deps.sql.begin((tx) => failJob(tx, vendor.id, { id, error: 'Failed.' }))
}

for (const [name, end] of Object.entries(ends))
  test(`when a job is ${name}, a worker evaluates the products that wait for its images`, async () => {
    const rules = [{ ...all(1), decision: 'REJECT' as const, name: 'Images' }, all()]
    await setRules(t, rules)
    const url = urlAt()
    const items = Array.from({ length: 120 }, (_, n) =>
      preparedItem({ sku: `E-${n}`, images: [url, urlAt()] })
    )
    const jobId = await queueImport(t.sql, vendor, items)
    // The last chunk stays open, so that the job can fail.
    await t.sql`update import_jobs set items_total = items_total + 1 where id = ${jobId}`
    await runWorkers(t, 1)
    const [fetched] = await outcomesOf(t.sql, jobId)
    const { add } = imageCalls(t, vendor.editor, fetched?.productId ?? '')
    succeeded(await add())
    assert.deepEqual(await decisionsOf(vendor), [])
    await end(jobId)
    assert.equal(await countEvaluations(), 120)
    await Promise.all([evaluateAll(), evaluateAll(), evaluateAll()])
    assert.equal(await countEvaluations(), 0)
    assert.deepEqual(await decisionsOf(vendor), Array(120).fill(1))
    const states = await statesOfImport(t, jobId)
    assert.deepEqual(states, ['DRAFT by Images', ...Array(119).fill('PUBLISHED by All')])
  })

test('when a job is cancelled while no rule is active, nothing is left to evaluate', async () => {
  const product = await testProduct(t, vendor)
  const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
  await ends.cancelled(jobId)
  assert.equal(await countEvaluations(), 0)
})

test('products whose evaluation fails wait for a minute, and others are evaluated in the meantime', async () => {
  await setRules(t, [all()])
  const jobs = await Promise.all(
    [1, 2].map(() => queueImport(t.sql, vendor, [preparedItem({ images: [urlAt()] })]))
  )
  await runWorkers(t, 1)
  const ids: string[] = []
  for (const jobId of jobs) {
    const [{ productId } = { productId: '' }] = await outcomesOf(t.sql, jobId)
    ids.push(productId ?? '')
    await t.sql`insert into import_evaluations (job_id, product_id, vendor_id) values (${jobId}, ${productId}, ${vendor.id})`
  }
  await t.sql`update import_images set status = 'FAILED' where vendor_id = ${vendor.id}`
  await t.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert on moderation_snapshots for each row when (new.product_id = '${ids[0]}')
      execute function refuse()`)
  const { sql, assets } = t.app.deps
  await assert.rejects(evaluateNext({ sql, assets }), /refused/)
  await evaluateAll()
  assert.deepEqual(
    (await t.sql`select product_id from import_evaluations where due_at > now()`).map((row) => row.productId),
    [ids[0]]
  )
  assert.deepEqual(await decisionsOf(vendor), [1])
  await t.sql`drop trigger refuse on moderation_snapshots`
  await t.sql`update import_evaluations set due_at = now() - interval '1 second'`
  await evaluateAll()
  assert.deepEqual(await decisionsOf(vendor), [1, 1])
})
