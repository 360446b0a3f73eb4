import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

type Row = { product_id: string; product_code: string }

const path = '/vendor/products/export'
const list = (vendor: TestVendor, query = '') => t.call(`GET ${path}${query}`, { as: vendor.viewer })
const codes = (answer: { body: { products: Row[] } }) =>
  answer.body.products.map(({ product_code }) => product_code)

async function create(vendor: TestVendor, variants: object[]) {
  const sku = newId()
  const body = { name: `Product ${sku}`, sku, variants }
  const answer = await t.call('POST /vendor/products', { as: vendor.owner, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const variant = (sku: string, fields = {}) => ({ sku, name: sku, vendorPrice: 1, ...fields })

/**
 * Inserts products with one variant each. Returns the SKUs of the variants, which are numbered in the
 * export's order.
 */
async function insertMany(vendorId: string, count: number): Promise<string[]> {
  await t.sql`
    with added as (
      insert into products (id, vendor_id, sku, slug, name)
      select uuidv7(make_interval(secs => i - ${count}::int - 60)), ${vendorId}, i, ${vendorId} || '-' || i, 'Plain ' || i
      from generate_series(1, ${count}::int) as i returning id, sku)
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, ${vendorId}, 0, 'V-' || sku, 'Plain', 1 from added`
  return Array.from({ length: count }, (_, index) => `V-${index + 1}`)
}

describe('rows', () => {
  test('are empty if there are no variants', async () => {
    const vendor = await t.vendor()
    await create(vendor, [])
    assert.deepEqual((await list(vendor)).body, {
      products: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test('contain the cost, the stock on hand and the unchanged SKU of each variant', async () => {
    const vendor = await t.vendor()
    const sku = 'A "b", \\c é 😀 </x>'
    const products = [
      await create(vendor, [
        variant(sku, { vendorPrice: '0.5', initialInventory: 7 }),
        variant('W-2', { vendorPrice: 1234.5678 }),
        variant('W-3', { vendorPrice: 0, isActive: false })
      ]),
      await create(vendor, [variant('W-4', { vendorPrice: '12.345' })])
    ]
    await t.sql`update variants set stock_reserved = 3 where vendor_id = ${vendor.id} and sku = ${sku}`
    products.sort((a, b) => (a.id < b.id ? -1 : 1))
    const expected = products.flatMap(({ id, variants }) =>
      variants
        .sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))
        .map((one: { sku: string; vendorPrice: string; stockOnHand: number }) => ({
          company_id: vendor.id,
          product_id: id,
          product_code: one.sku,
          vendor_price: one.vendorPrice,
          amount: String(one.stockOnHand)
        }))
    )
    const { body, headers } = await list(vendor)
    assert.deepEqual(body.products, expected)
    assert.equal(body.estimatedTotalCount, 4)
    assert.deepEqual(
      body.products
        .map((row: { vendor_price: string; amount: string }) => [row.vendor_price, row.amount])
        .sort(),
      [
        ['0.00', '0'],
        ['0.50', '7'],
        ['12.345', '0'],
        ['1234.5678', '0']
      ]
    )
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.match(headers.vary ?? '', /\baccept\b/i)
    assert.equal(headers.etag, undefined)
  })

  test("include products of every status, but not deleted ones or other vendors' products", async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await create(other, [variant('OTHER')])
    const deleted = await create(vendor, [variant('DELETED')])
    const live = await create(vendor, [variant('LIVE')])
    await create(vendor, [variant('WAITING')])
    await t.sql`update products set status = 'PUBLISHED' where id = ${live.id}`
    await t.call(`DELETE /vendor/products/${deleted.id}`, { as: vendor.owner })
    assert.deepEqual(codes(await list(vendor)).sort(), ['LIVE', 'WAITING'])
    assert.deepEqual(codes(await list(other)), ['OTHER'])
  })
})

describe('pages', () => {
  test('have 100 rows by default, and at most', async () => {
    const vendor = await t.vendor()
    const all = await insertMany(vendor.id, 103)
    for (const [query, size] of [
      ['', 100],
      ['?first=1', 1],
      ['?first=99', 99],
      ['?first=100', 100]
    ] as const) {
      assert.deepEqual(codes(await list(vendor, query)), all.slice(0, size), query)
    }
    assert.deepEqual(codes(await list(vendor, '?last=2')), all.slice(-2))
    assert.deepEqual(codes(await list(vendor, '?last=100')), all.slice(-100))
  })

  test('can be read forward and backward, also within a product, and show where the list ends', async () => {
    const vendor = await t.vendor()
    await create(
      vendor,
      ['A', 'B', 'C'].map((sku) => variant(sku))
    )
    await create(
      vendor,
      ['D', 'E'].map((sku) => variant(sku))
    )
    const all = codes(await list(vendor))
    assert.equal(new Set(all).size, 5)
    const first = await list(vendor, '?first=2')
    const { startCursor, endCursor, ...flags } = first.body.pageInfo
    assert.deepEqual(flags, { hasNextPage: true, hasPreviousPage: false })
    assert.notEqual(startCursor, endCursor)
    const second = await list(vendor, `?first=3&after=${endCursor}`)
    assert.deepEqual([...codes(first), ...codes(second)], all)
    assert.deepEqual([second.body.pageInfo.hasNextPage, second.body.pageInfo.hasPreviousPage], [false, true])
    const back = await list(vendor, `?last=1&before=${second.body.pageInfo.startCursor}`)
    assert.deepEqual(codes(back), all.slice(1, 2))
    assert.deepEqual([back.body.pageInfo.hasPreviousPage, back.body.pageInfo.hasNextPage], [true, true])
    const beyond = await list(vendor, `?after=${second.body.pageInfo.endCursor}`)
    assert.deepEqual([codes(beyond), beyond.body.estimatedTotalCount], [[], 5])
  })

  test('contain each remaining row exactly once while other rows are inserted and deleted', async () => {
    const step = fc.record({ size: fc.integer({ min: 1, max: 9 }), inserts: fc.nat(4), deletes: fc.nat(4) })
    const walk = fc.record({
      products: fc.integer({ min: 1, max: 40 }),
      backward: fc.boolean(),
      steps: fc.array(step, { minLength: 1, maxLength: 10 })
    })
    await fc.assert(
      fc.asyncProperty(walk, async ({ products, backward, steps }) => {
        const vendor = await t.vendor()
        const remaining = new Set(await insertMany(vendor.id, products))
        const seen: string[] = []
        for (let cursor: string | undefined, turn = 0; ; turn++) {
          const { size, inserts, deletes } = steps[turn % steps.length] ?? { size: 9, inserts: 0, deletes: 0 }
          const position = cursor === undefined ? '' : `&${backward ? 'before' : 'after'}=${cursor}`
          const answer = await list(vendor, `?${backward ? 'last' : 'first'}=${size}${position}`)
          seen.push(...codes(answer))
          const { pageInfo } = answer.body
          if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
          cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
          await t.sql`
            with added as (
              insert into products (id, vendor_id, sku, slug, name)
              select id, ${vendor.id}, id, id, 'New' from (
                select uuidv7(make_interval(secs => -60 - random() * ${products}::int)) as id
                from generate_series(1, ${inserts}::int)) n
              returning id)
            insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
            select uuidv7(), id, ${vendor.id}, 0, id, 'New', 1 from added`
          const deleted = await t.sql<{ sku: string }[]>`
            delete from variants where id in (
              select id from variants where vendor_id = ${vendor.id} order by md5(id::text) limit ${deletes})
            returning sku`
          for (const { sku } of deleted) remaining.delete(sku)
        }
        assert.equal(new Set(seen).size, seen.length)
        assert.deepEqual(
          [...remaining].filter((sku) => !seen.includes(sku)),
          []
        )
      }),
      { numRuns: 15 }
    )
  })

  test('accept only cursors of the same vendor and of the export', async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await insertMany(vendor.id, 2)
    const { endCursor } = (await list(vendor, '?first=1')).body.pageInfo
    const products = await t.call('GET /vendor/products?first=1', { as: vendor.viewer })
    assert.equal((await list(vendor, `?first=5&after=${endCursor}`)).status, 200)
    assertProblem(await list(other, `?after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(vendor, `?after=${products.body.pageInfo.endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(vendor, `?after=x${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(
      await t.call(`GET /vendor/products?after=${endCursor}`, { as: vendor.viewer }),
      400,
      'INVALID_CURSOR'
    )
  })

  const refused: [string, Record<string, string>][] = [
    ['?first=0', { first: 'TOO_SMALL' }],
    ['?last=-1', { last: 'TOO_SMALL' }],
    ['?first=1.5', { first: 'INVALID_TYPE' }],
    ['?after=a&before=b', { after: 'NOT_TOGETHER' }],
    ['?after=a&last=1', { after: 'NOT_TOGETHER' }],
    ['?before=a&first=1', { before: 'NOT_TOGETHER' }],
    ['?first=1&last=1', { first: 'NOT_TOGETHER' }],
    ['?status=DRAFT&first=0', { status: 'UNKNOWN_PARAMETER', first: 'TOO_SMALL' }]
  ]
  for (const [query, faults] of refused) {
    test(`${query} is refused`, async () => assertFaults(await list(await t.vendor(), query), faults))
  }
})

describe('counts', () => {
  test('of a short list are exact on each page', async () => {
    const vendor = await t.vendor()
    for (const count of [1, 2, 3]) {
      await create(vendor, [variant('A')])
      assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, count)
    }
  })

  test('of a long list are the planner’s estimate, but at least 1,000', async () => {
    const vendor = await t.vendor()
    await insertMany(vendor.id, 999)
    assert.equal((await list(vendor, '?last=1')).body.estimatedTotalCount, 999)
    await create(vendor, [variant('A'), variant('B')])
    await t.sql`analyze variants`
    const { estimatedTotalCount } = (await list(vendor)).body
    assert.ok(estimatedTotalCount >= 1000 && estimatedTotalCount < 1100, String(estimatedTotalCount))
    await create(vendor, [variant('A')])
    assert.equal((await list(vendor)).body.estimatedTotalCount, estimatedTotalCount)
  })
})

describe('access', () => {
  for (const accept of ['application/json', 'text/csv']) {
    const headers = { accept }
    test(`to ${accept} without a token is 401`, async () =>
      assertProblem(await t.call(`GET ${path}`, { headers }), 401, 'UNAUTHENTICATED'))

    test(`to ${accept} by users without a vendor is 403`, async () => {
      for (const as of [await t.nonMember(), await t.operator()])
        assertProblem(await t.call(`GET ${path}`, { as, headers }), 403, 'NO_MEMBERSHIP')
    })
  }
})
