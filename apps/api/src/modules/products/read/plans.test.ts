import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { assertCheapPages, assertCheapQuery } from '../../../../test/plans.ts'
import { newId } from '../../../lib/ids.ts'
import { type ProductFilters, productSorts } from '../schema.ts'
import { estimateProducts, pageQuery } from './list-queries.ts'

/** The tables with many rows in this test. Scans of small tables are cheap. */
const filled = [
  'products',
  'variants',
  'product_categories',
  'product_images',
  'product_documents',
  'product_reviews'
]

let t: TestApp
let vendorId: string
const jobId = newId()
const categories = { all: newId(), one: newId() }

/** Creates a vendor with many products, among many vendors with few products. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  await t.sql`insert into vendors (name, slug) select 'Small ' || i, 'small-' || i from generate_series(1, 60) as i`
  await t.sql`
    insert into categories (id, name, slug, parent_id)
    values (${categories.all}, 'All', 'all', null), (${categories.one}, 'One', 'one', ${categories.all})`
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, pending_revision, pending_revision_submitted_at,
      updated_at, bulk_import_job_id, moderation, search)
    select uuidv7(make_interval(secs => i - 20000)), v.id, 'SKU-' || i, v.id || '-' || i, 'Bolt ' || i,
      case when i % 100 = 0 then 'HIDDEN' when i % 101 = 0 then 'PENDING_APPROVAL' else 'PUBLISHED' end,
      case when i % 200 = 1 then '{"name": "New"}'::jsonb end, case when i % 200 = 1 then now() end,
      now() - make_interval(mins => i), case when i % 50 = 0 and v.id = ${vendorId} then ${jobId}::uuid end,
      case when i % 150 = 2 then '{"proposed": ["name"]}'::jsonb end, product_search(v.id, 'Bolt ' || i, 'SKU-' || i, null, '{}')
    from vendors v, generate_series(1, case when v.id = ${vendorId} then 12000 else 60 end) as i`
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, stock_on_hand)
    select uuidv7(), id, vendor_id, 0, sku || '-1', name, 1, substr(sku, 5)::integer * 17 % 1000 from products`
  await t.sql`
    insert into product_categories (product_id, category_id, vendor_id)
    select id, case when sku like '%00' then ${categories.one}::uuid else ${categories.all}::uuid end, vendor_id
    from products`
  await t.sql`
    insert into product_images (id, product_id, vendor_id, path) select uuidv7(), id, vendor_id, 'a' from products`
  await t.sql`
    insert into product_documents (id, product_id, vendor_id, title, type, url)
    select uuidv7(), id, vendor_id, 'a', 'b', 'c' from products`
  await t.sql`
    insert into product_reviews (product_id, vendor_id, rating, author_name)
    select id, vendor_id, 5, 'A' from products`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

const filters: Record<string, ProductFilters> = {
  'no filter': {},
  'a status that many products have': { status: 'PUBLISHED' },
  'a status that few products have': { status: 'HIDDEN' },
  'a status that no product has': { status: 'DRAFT' },
  'staged edits': { hasPendingRevision: true },
  'no staged edits': { hasPendingRevision: false },
  'the need of moderation': { needsModeration: true },
  'no need of moderation': { needsModeration: false },
  rejections: { isRejected: true },
  'no rejections': { isRejected: false },
  'little stock': { maxStockAvailable: 5 },
  'little stock and a status': { maxStockAvailable: 5, status: 'HIDDEN' },
  'little stock and words': { maxStockAvailable: 5, search: 'bolt' },
  'a SKU': { sku: 'SKU-77' },
  "a variant's SKU": { sku: 'SKU-77-1' },
  'an import job': { bulkImportJobId: jobId },
  'a category': { categoryId: categories.one },
  'a category with its descendants': { categoryId: categories.all },
  'a category and a status': { categoryId: categories.all, status: 'HIDDEN' },
  'words that few products have': { search: 'bolt sku-777' },
  'words that all products have': { search: 'bolt' },
  'words and a status': { search: 'bolt', status: 'HIDDEN' },
  'a recent change': { updatedAfter: new Date(Date.now() - 3_600_000).toISOString() },
  'a change at any time': { updatedAfter: '2000-01-01T00:00:00Z' }
}
/**
 * Filters whose pages read more rows than they return: all that match, or those that match only one of the
 * filters.
 */
const readsMore = /^words|^little stock|^a recent change|^a change|and a status$/

async function middleId(): Promise<string> {
  const [row] = await t.sql<{ id: string }[]>`
    select id from products where vendor_id = ${vendorId} order by vendor_id, id offset 6000 limit 1`
  assert.ok(row)
  return row.id
}

for (const [name, filter] of Object.entries(filters)) {
  test(`the first, a middle and the last page by ${name} don't scan a whole table`, async () => {
    await assertCheapPages(t, {
      ...{ filled, middle: [await middleId()], looking: readsMore.test(name) },
      query: (page) => pageQuery(t.sql, vendorId, { filters: filter, page, assetOrigin: '' })
    })
  })
}

/** The filters of the operator's list. */
const ofVendor = ['isRejected', 'maxStockAvailable', 'sku', 'bulkImportJobId'] as const
const ofAllVendors = Object.entries(filters).filter(([, filter]) =>
  ofVendor.every((name) => filter[name] === undefined)
)
for (const [name, filter] of ofAllVendors) {
  for (const shape of ['platformProduct', 'platformRow'] as const) {
    test(`pages of all vendors by ${name} don't scan a whole table (${shape})`, async () => {
      await assertCheapPages(t, {
        ...{ filled, middle: [await middleId()], looking: readsMore.test(name) },
        query: (page) => pageQuery(t.sql, undefined, { filters: filter, page, shape, assetOrigin: '' })
      })
    })
  }
}

const keys = {
  updatedAt: ['2026-01-01T00:00:00Z'],
  name: ['bolt 6000'],
  sku: ['SKU-6000'],
  price: ['1.00'],
  stock: ['500']
}

for (const sort of productSorts)
  for (const [name, vendor] of [
    ['a vendor', () => vendorId],
    ['all vendors', () => undefined]
  ] as const)
    test(`pages of ${name} by ${sort} don't scan a whole table`, async () => {
      const middle = [...keys[sort.replace('-', '') as keyof typeof keys], await middleId()]
      for (const filter of [{}, { status: 'HIDDEN' }, { search: 'bolt sku-777' }] as const)
        await assertCheapPages(t, {
          ...{ filled, middle, looking: true },
          query: (page) => pageQuery(t.sql, vendor(), { filters: filter, sort, page, assetOrigin: '' })
        })
    })

/** With these limits, the products are too many to sort, so that only an index can be used. */
const limits = { near: 100, sorted: 100, far: 100 }

for (const sort of ['sku', '-sku'] as const)
  for (const [name, vendor] of [
    ['a vendor', () => vendorId],
    ['all vendors', () => undefined]
  ] as const)
    test(`a page of ${name} by ${sort} reads few entries of the index`, async () => {
      await assertCheapPages(t, {
        ...{ filled, middle: ['SKU-6000', await middleId()], looking: false },
        query: (page) => pageQuery(t.sql, vendor(), { filters: {}, sort, limits, page, assetOrigin: '' })
      })
    })

test('the pages with the latest changes read few entries of the indexes', async () => {
  for (const [sort, backward] of [
    ['-updatedAt', false],
    ['updatedAt', true]
  ] as const) {
    const page = { limit: 24, backward, key: undefined }
    const query = pageQuery(t.sql, vendorId, { filters: {}, sort, limits, page, assetOrigin: '' })
    await assertCheapQuery(t, query, { filled, maxRows: 250 })
  }
})

test('the number of products with little stock is estimated from statistics of the stock', async () => {
  const exact = 12 * 101
  const estimated = await estimateProducts(t.sql, vendorId, { maxStockAvailable: 100 })
  assert.ok(estimated > exact * 0.7 && estimated < exact * 1.3, `${estimated} instead of ${exact}`)
})
