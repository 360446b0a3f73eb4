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
  workOn
} from '../../../../test/imports.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const invalidJson = { code: 'INVALID_JSON', field: null, message: 'is not valid JSON' }

async function readProduct(vendor: { editor: string }, id: string | null | undefined) {
  const answer = await t.call(`GET /vendor/products/${id}`, { as: vendor.editor })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('a created product equals one created by POST /vendor/products with the same fields', async () => {
  const [vendor, other] = [await t.vendor(), await t.vendor()]
  const [category] = await t.sql`
    insert into categories (name, slug) values ('Bolts', ${`bolts-${vendor.id}`}) returning id`
  const item = preparedItem({
    sku: 'HB-8/100',
    name: 'Hex bolt M8',
    slug: 'hex-bolt-m8',
    vendorPrice: '12.5',
    description: '<p>Zinc plated</p>',
    brand: 'Summit',
    manufacturer: 'Summit Works',
    countryOfOrigin: 'US',
    commodityCode: '7318',
    eccn: 'EAR99',
    unspc: '31161500',
    metadata: { min_qty: 3, free_shipping: 'Y' },
    categoryIds: [category?.id],
    stock: 40,
    upc: '012345678905',
    unitOfMeasure: 'EA',
    partNumber: 'SW-8',
    attributes: { unspc: '31161500' }
  })
  const job = await queueImport(t.sql, vendor, [item])
  await workOn(t)
  await assertCounted(t.sql, job)
  const [outcome] = await outcomesOf(t.sql, job)
  const imported = await readProduct(vendor, outcome?.productId)
  const created = await t.call('POST /vendor/products', {
    as: other.editor,
    body: {
      name: 'Hex bolt M8',
      sku: 'HB-8/100',
      description: '<p>Zinc plated</p>',
      brand: 'Summit',
      manufacturer: 'Summit Works',
      countryOfOrigin: 'US',
      commodityCode: '7318',
      eccn: 'EAR99',
      unspc: '31161500',
      categoryIds: [category?.id],
      variants: [
        {
          sku: 'HB-8/100',
          name: 'Hex bolt M8',
          vendorPrice: 12.5,
          initialInventory: 40,
          upc: '012345678905',
          unitOfMeasure: 'EA',
          partNumber: 'SW-8',
          attributes: { unspc: '31161500' }
        }
      ]
    }
  })
  assert.equal(created.status, 201, created.text)
  const own = new Set(['id', 'productId', 'slug', 'createdAt', 'updatedAt', 'bulkImportJobId', 'metadata'])
  const shape = (product: unknown) =>
    JSON.parse(JSON.stringify(product, (key, value) => (own.has(key) ? '' : value)))
  assert.deepEqual(shape(imported), { ...shape(created.body) })
  assert.equal(imported.slug, 'hex-bolt-m8')
  assert.equal(imported.bulkImportJobId, job)
  assert.deepEqual(imported.metadata, { min_qty: 3, free_shipping: 'Y' })
  const words = await t.sql`select search from products where sku = 'HB-8/100' order by id`
  assert.deepEqual(
    ...(words.map(({ search }, n) => search.replace(`'@${[vendor, other][n]?.id}'`, '')) as [string, string])
  )
  const ended = await findImport(t.sql, job)
  assert.equal(ended.status, 'COMPLETED')
  assert.ok(ended.finishedAt >= ended.startedAt)
})

test('every item has a result, and results and products are in the order of the upload', async () => {
  const vendor = await t.vendor()
  const items = ['C', 'A', 'B'].map((sku) =>
    preparedItem({ sku, slug: `order-${sku}-${vendor.id}`.toLowerCase() })
  )
  const job = await queueImport(t.sql, vendor, items)
  await workOn(t)
  const outcomes = await outcomesOf(t.sql, job)
  assert.deepEqual(
    outcomes.map(({ index, code, status, errors }) => ({ index, code, status, errors })),
    ['C', 'A', 'B'].map((code, index) => ({ index, code, status: 'CREATED', errors: null }))
  )
  const ids = outcomes.map(({ productId }) => productId)
  assert.deepEqual(ids, ids.toSorted())
  const products = await t.sql`select id, sku from products where vendor_id = ${vendor.id} order by id`
  assert.deepEqual(
    products.map(({ id, sku }) => [id, sku]),
    outcomes.map(({ productId, code }) => [productId, code])
  )
})

test('omitted fields have the defaults of a new product', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, [preparedItem()])
  await workOn(t)
  const [outcome] = await outcomesOf(t.sql, job)
  const product = await readProduct(vendor, outcome?.productId)
  assert.equal(product.variants[0].stockOnHand, 0)
  assert.deepEqual(product.variants[0].attributes, {})
  assert.deepEqual(product.metadata, {})
  assert.deepEqual(product.categories, [])
  assert.equal(product.description, null)
})

test('an item with errors fails with them, and the other items are created', async () => {
  const vendor = await t.vendor()
  const fault = { code: 'TOO_LONG', field: 'commodity_code', message: 'must have at most 28 characters' }
  const items = [preparedItem({ sku: 'A' }), { sku: 'B', errors: [fault] }, { errors: [invalidJson] }]
  const job = await queueImport(t.sql, vendor, items)
  await workOn(t)
  await assertCounted(t.sql, job)
  const [, withCode, withoutCode] = await outcomesOf(t.sql, job)
  assert.deepEqual(
    { ...withCode },
    { index: 1, code: 'B', status: 'FAILED', productId: null, errors: [fault] }
  )
  assert.deepEqual(
    { ...withoutCode },
    { index: 2, code: null, status: 'FAILED', productId: null, errors: [invalidJson] }
  )
  const ended = await findImport(t.sql, job)
  assert.equal(ended.status, 'COMPLETED_WITH_ERRORS')
  assert.deepEqual([ended.itemsCreated, ended.itemsFailed], [1, 2])
})

test('an existing SKU and a category deleted since the upload are reported together', async () => {
  const vendor = await t.vendor()
  const [remaining, deleted] = await t.sql`
    insert into categories (name, slug) values ('R', ${`r-${vendor.id}`}), ('D', ${`d-${vendor.id}`}) returning id`
  await t.sql`delete from categories where id = ${deleted?.id}`
  await queueImport(t.sql, vendor, [preparedItem({ sku: 'TAKEN' })])
  await workOn(t)
  const [existing] = await t.sql`select id from products where vendor_id = ${vendor.id}`
  const job = await queueImport(t.sql, vendor, [
    preparedItem({ sku: 'TAKEN', categoryIds: [remaining?.id, deleted?.id] })
  ])
  await workOn(t)
  const [outcome] = await outcomesOf(t.sql, job)
  assert.equal(outcome?.productId, existing?.id)
  assert.deepEqual(
    outcome?.errors?.map(({ code, field }) => [code, field]),
    [
      ['SKU_TAKEN', 'code'],
      ['UNKNOWN_CATEGORY', 'category_ids']
    ]
  )
  assert.match(outcome?.errors?.[0]?.message ?? '', new RegExp(`SKU of your product ${existing?.id};`))
})

test('two vendors can have products with the same SKU', async () => {
  const [one, two] = [await t.vendor(), await t.vendor()]
  const jobs = [
    await queueImport(t.sql, one, [preparedItem({ sku: 'SAME' })]),
    await queueImport(t.sql, two, [preparedItem({ sku: 'SAME' })])
  ]
  await workOn(t)
  for (const job of jobs) assert.equal((await findImport(t.sql, job)).status, 'COMPLETED')
})

test('each image URL of a job is queued once, unless the product already has its image', async () => {
  const vendor = await t.vendor()
  const [a, b] = ['https://example.com/a.png', 'https://example.com/b.png']
  const items = [preparedItem({ sku: 'A', images: [a, b] }), preparedItem({ sku: 'B', images: [a] })]
  const job = await queueImport(t.sql, vendor, items)
  await workOn(t)
  const first = await findImport(t.sql, job)
  assert.deepEqual(
    [first.status, first.itemsProcessed, first.imagesTotal, first.imagesFetched],
    ['PROCESSING', 2, 3, 0]
  )
  const downloads = await t.sql`select url from import_downloads where job_id = ${job} order by url`
  assert.deepEqual(
    downloads.map(({ url }) => url),
    [a, b]
  )
  // Both products have the image of the first URL. The image of the second URL was fetched and deleted again.
  await t.sql`
    update import_images set status = 'FETCHED', image_id = uuidv7() where job_id = ${job}`
  await t.sql`
    insert into product_images (id, product_id, vendor_id, path)
    select image_id, product_id, vendor_id, 'a.png' from import_images where job_id = ${job} and url = ${a}`
  const again = await queueImport(t.sql, vendor, items, { onExisting: 'update' })
  await workOn(t)
  const second = await findImport(t.sql, again)
  assert.deepEqual([second.itemsUpdated, second.imagesTotal, second.imagesFetched], [2, 3, 2])
  const fetched = await t.sql`
    select from import_images i join product_images l on l.id = i.image_id and l.product_id = i.product_id
    where i.job_id = ${again} and i.url = ${a}`
  assert.equal(fetched.length, 2)
  const wanted = await t.sql`select url from import_downloads where job_id = ${again}`
  assert.deepEqual(
    wanted.map(({ url }) => url),
    [b]
  )
})

test('an item that can not be processed in several attempts fails, and the others are processed', async () => {
  const vendor = await t.vendor()
  const log = Object.assign(Object.create(t.app.log), { error() {} })
  const slug = `bad-${vendor.id}`
  const invalidPrice = preparedItem({ sku: 'NO-NUMBER', vendorPrice: 'no number', slug })
  const items = [preparedItem({ sku: 'GOOD' }), preparedItem({ sku: 'A', slug }), invalidPrice]
  const job = await queueImport(t.sql, vendor, items, { chunkSize: 1 })
  const other = await queueImport(t.sql, vendor, [items[1] as typeof invalidPrice, invalidPrice], {
    onExisting: 'skip'
  })
  await workOn(t, t.app.deps.sql, 1, log)
  for (const id of [job, other]) await assertCounted(t.sql, id)
  const [first, second] = [await findImport(t.sql, job), await findImport(t.sql, other)]
  const ended = 'COMPLETED_WITH_ERRORS'
  assert.deepEqual([first.status, first.itemsCreated, first.itemsFailed], [ended, 2, 1])
  assert.deepEqual([second.status, second.itemsSkipped, second.itemsFailed], [ended, 1, 1])
  for (const id of [job, other]) {
    const failed = (await outcomesOf(t.sql, id)).filter(({ status }) => status === 'FAILED')
    assert.deepEqual(
      failed.map(({ code, productId, errors }) => [code, productId, errors?.map((error) => error.code)]),
      [['NO-NUMBER', null, ['PROCESSING_FAILED']]]
    )
    assert.doesNotMatch(String(failed[0]?.errors?.[0]?.message), /numeric|syntax|sql/i)
  }
  const [rows] = await t.sql`
    select (select count(*)::int from products where vendor_id = ${vendor.id}) as products,
      (select count(*)::int from variants where vendor_id = ${vendor.id}) as variants`
  assert.deepEqual({ ...rows }, { products: 2, variants: 2 })
  // The slug that was reserved for the item that failed is free.
  const next = await queueImport(t.sql, vendor, [preparedItem({ sku: 'NEXT', slug })])
  await workOn(t)
  const [created] = await t.sql`select slug from products where bulk_import_job_id = ${next}`
  assert.equal(created?.slug, `${slug}-2`)
})

test('a job fails if more than ten of its items can not be processed, and its other items count as failed', async () => {
  const vendor = await t.vendor()
  const log = Object.assign(Object.create(t.app.log), { error() {} })
  const items = Array.from({ length: 30 }, (_, n) =>
    preparedItem({ ...(n >= 9 && { vendorPrice: 'no number' }) })
  )
  const job = await queueImport(t.sql, vendor, items, { chunkSize: 15 })
  await workOn(t, t.app.deps.sql, 1, log)
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated, ended.itemsFailed], ['FAILED', 9, 21])
  assert.match(ended.error, /from index 19 on/)
  assert.equal((await outcomesOf(t.sql, job)).length, 19)
})

test('a job fails if the results of its items can not be stored', async () => {
  const vendor = await t.vendor()
  const log = Object.assign(Object.create(t.app.log), { error() {} })
  const job = await queueImport(t.sql, vendor, [preparedItem(), preparedItem()])
  await t.sql.unsafe(`
    alter table import_results add constraint test_failure check (vendor_id <> '${vendor.id}') not valid`)
  await workOn(t, t.app.deps.sql, 1, log)
  await t.sql`alter table import_results drop constraint test_failure`
  await assertCounted(t.sql, job)
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsFailed], ['FAILED', 2])
  assert.doesNotMatch(ended.error, /constraint|sql/i)
})

test('the end of a job records one event with its counters and with the uploader as its actor', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, [preparedItem(), preparedItem(), { errors: [invalidJson] }], {
    chunkSize: 1
  })
  await workOn(t)
  const events = await t.sql`
    select type, actor_name, request_id, details from events where subject_id = ${job} and vendor_id = ${vendor.id}`
  assert.deepEqual(
    events.map(({ type, actorName, requestId }) => [type, actorName, requestId]),
    [['import_job.completed', importOrigin.actor.name, importOrigin.requestId]]
  )
  assert.deepEqual(events[0]?.details, {
    status: 'COMPLETED_WITH_ERRORS',
    dryRun: false,
    itemsTotal: 3,
    itemsCreated: 2,
    itemsUpdated: 0,
    itemsSkipped: 0,
    itemsFailed: 1,
    itemsCancelled: 0,
    imagesTotal: 0,
    imagesFetched: 0,
    imagesFailed: 0
  })
})
