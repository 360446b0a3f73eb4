import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { form } from '../../../test/form.ts'
import { sellables, sharedOperator } from '../../../test/orders.ts'
import { assertCheapPages } from '../../../test/plans.ts'
import { png } from '../../../test/product-images.ts'
import { storefrontVendorPage } from './vendor-queries.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const list = (query = '') => t.call(`GET /storefront/vendors${query}`)
const namesOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.vendors.map(({ name }: { name: string }) => name)

/** Creates a vendor as the operator does, and returns its id. */
async function vendorNamed(name: string, fields: object = {}): Promise<string> {
  const { body, text, status } = await t.call('POST /platform/vendors', {
    as: await sharedOperator(t),
    body: { name, commissionPercent: 0, ...fields }
  })
  assert.equal(status, 200, text)
  return body.id
}

test('customers see the public part of the profile and the number of products on sale', async () => {
  const id = await vendorNamed('Harbor Supply', {
    ...{ email: 'sales@harbor.test', phone: '+1 217 555 0100', website: 'https://harbor.test' },
    ...{ description: 'Tools since 1949.', commissionPercent: 12.5, address: { city: 'Springfield' } }
  })
  await t.sql`update vendors set logo = 'images/logo.webp' where id = ${id}`
  const shown = {
    ...{ id, name: 'Harbor Supply', slug: 'harbor-supply', description: 'Tools since 1949.' },
    ...{
      website: 'https://harbor.test',
      logoUrl: 'https://assets.test/assets/images/logo.webp',
      productCount: 0
    }
  }
  const answer = await t.call('GET /storefront/vendors/harbor-supply')
  assert.deepEqual(answer.body, shown)
  assert.equal(answer.headers['cache-control'], 'public, no-cache')
  const { status } = await t.call('GET /storefront/vendors/harbor-supply', {
    headers: { 'if-none-match': answer.headers.etag as string }
  })
  assert.equal(status, 304)
  const listed = await list('?search=harbor')
  assert.deepEqual(listed.body.vendors, [shown])
  assert.equal(listed.body.estimatedTotalCount, 1)
  assert.equal(listed.headers['cache-control'], 'public, no-cache')
})

test('only products on sale are counted, with and without staged edits', async () => {
  const vendor = await t.vendor()
  const count = async () => (await t.call(`GET /storefront/vendors/vendor-${vendor.id}`)).body.productCount
  const [one, two, three, four] = await Promise.all(
    [1, 2, 3, 4].map(() => sellables(t, vendor, { stock: [1, 0] }))
  )
  assert.equal(await count(), 4)
  await t.call(`PATCH /vendor/products/${one?.[0]?.productId}`, {
    as: vendor.owner,
    body: { name: 'Staged' }
  })
  await t.sql`update products set status = 'HIDDEN' where id = ${two?.[0]?.productId ?? ''}`
  await t.sql`update variants set is_active = false where product_id = ${three?.[0]?.productId ?? ''}`
  await t.sql`update variants set is_active = false where id = ${four?.[0]?.id ?? ''}`
  assert.equal(await count(), 2)
})

test('products are counted up to 100', async () => {
  const vendor = await t.vendor()
  const insert = (from: number, to: number) => t.sql`
    with added as (
      insert into products (id, vendor_id, sku, slug, name, status)
      select uuidv7(), ${vendor.id}, 'C-' || n, 'counted-' || n, 'Counted', 'PUBLISHED' from generate_series(${from}::int, ${to}::int) n
      returning id, vendor_id, sku)
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, vendor_id, 1, sku, sku, 1 from added`
  const count = async () => (await t.call(`GET /storefront/vendors/vendor-${vendor.id}`)).body.productCount
  await insert(1, 99)
  assert.equal(await count(), 99)
  await insert(100, 101)
  assert.equal(await count(), 100)
})

test('an inactive vendor gets the 404 of an unknown one, and is not listed', async () => {
  const id = await vendorNamed('Closed Store')
  const as = await sharedOperator(t)
  await t.call(`PATCH /platform/vendors/${id}`, { as, body: { isActive: false } })
  const [closed, unknown] = [
    await t.call('GET /storefront/vendors/closed-store'),
    await t.call('GET /storefront/vendors/no-store')
  ]
  assertProblem(closed, 404, 'NOT_FOUND')
  assert.equal(closed.body.detail, unknown.body.detail)
  assert.deepEqual((await list('?search=closed-store')).body.vendors, [])
})

test('the list is paged by key, newest first, and searched by name and slug', async () => {
  const names = ['Quay A', 'Quay B', 'Quay C', 'quay d', 'Quay É']
  for (const name of names) await vendorNamed(name)
  const newestFirst = names.toReversed()
  const first = await list('?search=quay&first=2')
  assert.deepEqual(namesOf(first), newestFirst.slice(0, 2))
  assert.equal(first.body.estimatedTotalCount, 5)
  const { endCursor } = first.body.pageInfo
  const next = await list(`?search=quay&first=3&after=${endCursor}`)
  assert.deepEqual(namesOf(next), newestFirst.slice(2))
  assert.equal(next.body.pageInfo.hasNextPage, false)
  assert.deepEqual(namesOf(await list('?search=QUAY&last=2')), newestFirst.slice(3))
  assert.deepEqual(namesOf(await list('?search=quay-e')), ['Quay É'])
  assert.ok(namesOf(await list('?search=')).length > 5)
  assertProblem(await list(`?search=other&after=${endCursor}`), 400, 'INVALID_CURSOR')
  assertFaults(await list('?limit=2&first=0'), { limit: 'UNKNOWN_PARAMETER', first: 'TOO_SMALL' })
})

test('changes of what customers see of a vendor are in the feed of the catalog', async () => {
  const vendor = await t.vendor()
  const recorded = async () => {
    const [row] = await t.sql`
      select count(*)::int as n from catalog_outbox where kind = 'VENDOR' and ${vendor.id} = any (subject_ids)`
    return row?.n
  }
  const patch = (body: object) => t.call('PATCH /vendor/me/profile', { as: vendor.owner, body })
  assert.equal((await patch({ website: 'https://harbor.test' })).status, 200)
  assert.equal(await recorded(), 1)
  await patch({ description: 'Tools' })
  assert.equal(await recorded(), 2)
  await patch({ phone: '+1 217 555 0100' })
  assert.equal(await recorded(), 2)
  const logo = await form([['file', await png()]])
  await t.call('POST /vendor/me/logo', { as: vendor.owner, ...logo })
  assert.equal(await recorded(), 3)
  for (let n = 0; n < 2; n++) await t.call('DELETE /vendor/me/logo', { as: vendor.owner })
  assert.equal(await recorded(), 4)
})

test('the profile of a vendor has the weight unit of the marketplace, which only the operator sets', async () => {
  const vendor = await t.vendor()
  const as = vendor.owner
  assert.equal((await t.call('GET /vendor/me/profile', { as })).body.weightUnit, 'lb')
  await t.call('PATCH /platform/settings', { as: await sharedOperator(t), body: { weightUnit: 'kg' } })
  assert.equal((await t.call('GET /vendor/me/profile', { as })).body.weightUnit, 'kg')
  assertFaults(await t.call('PATCH /vendor/me/profile', { as, body: { weightUnit: 'g' } }), {
    '/weightUnit': 'READ_ONLY_FIELD'
  })
})

test('no page reads a table with many vendors as a whole', async () => {
  await t.sql`
    insert into vendors (id, name, slug, is_active)
    select uuidv7(n * interval '1 second'), 'Many ' || n, 'many-' || n, n % 3 > 0 from generate_series(1, 3000) n`
  await t.sql`analyze vendors`
  const [middle] = await t.sql<{ id: string }[]>`select id from vendors where slug = 'many-1500'`
  await assertCheapPages(t, {
    filled: ['products', 'variants'],
    middle: [middle?.id ?? ''],
    looking: true,
    query: (page) => storefrontVendorPage(t.sql, { search: undefined, page, assetOrigin: '' })
  })
})
