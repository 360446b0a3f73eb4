import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { idsOf, productList } from '../../../../test/listed-products.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const { list, create, insertMany } = productList(() => t)

describe('pages', () => {
  test('the list of a vendor without products is empty', async () => {
    assert.deepEqual((await list(await t.vendor())).body, {
      products: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test('products are complete, newest first, and only those of the vendor', async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await create(other)
    const [first, second] = [await create(vendor, { tagIds: [] }), await create(vendor)]
    const expected = [first, second].sort((a, b) => (a.id < b.id ? 1 : -1))
    const { body } = await list(vendor)
    assert.deepEqual(body.products, expected)
    assert.equal(body.estimatedTotalCount, 2)
  })

  test('a page has 24 products by default, and at most 100', async () => {
    const vendor = await t.vendor()
    const all = (await insertMany(vendor.id, 105)).reverse()
    for (const [query, size] of [
      ['', 24],
      ['?first=1', 1],
      ['?first=100', 100]
    ] as const) {
      assert.deepEqual(idsOf(await list(vendor, query)), all.slice(0, size), query)
    }
    for (const [query, size] of [
      ['?last=1', 1],
      ['?last=100', 100]
    ] as const) {
      assert.deepEqual(idsOf(await list(vendor, query)), all.slice(-size), query)
    }
  })

  test('pages can be read forward and backward, and pageInfo reports where the list ends', async () => {
    const vendor = await t.vendor()
    const all = (await insertMany(vendor.id, 5)).reverse()
    const first = await list(vendor, '?first=2')
    assert.deepEqual(idsOf(first), all.slice(0, 2))
    const { startCursor, endCursor, ...flags } = first.body.pageInfo
    assert.deepEqual(flags, { hasNextPage: true, hasPreviousPage: false })
    assert.notEqual(startCursor, endCursor)
    const second = await list(vendor, `?first=3&after=${endCursor}`)
    assert.deepEqual(idsOf(second), all.slice(2))
    assert.equal(second.body.pageInfo.hasNextPage, false)
    const back = await list(vendor, `?last=1&before=${second.body.pageInfo.startCursor}`)
    assert.deepEqual(idsOf(back), all.slice(1, 2))
    assert.deepEqual([back.body.pageInfo.hasPreviousPage, back.body.pageInfo.hasNextPage], [true, true])
    const beyond = await list(vendor, `?after=${second.body.pageInfo.endCursor}`)
    assert.deepEqual([idsOf(beyond), beyond.body.estimatedTotalCount], [[], 5])
  })

  test("each product that isn't deleted is returned exactly once, despite inserts and deletes", async () => {
    const step = fc.record({ size: fc.integer({ min: 1, max: 9 }), inserts: fc.nat(4), deletes: fc.nat(4) })
    const walk = fc.record({
      products: fc.integer({ min: 1, max: 40 }),
      backward: fc.boolean(),
      steps: fc.array(step, { minLength: 1, maxLength: 10 })
    })
    await fc.assert(
      fc.asyncProperty(walk, async ({ products, backward, steps }) => {
        const vendor = await t.vendor()
        const lasting = new Set(await insertMany(vendor.id, products))
        const seen: string[] = []
        for (let cursor: string | undefined, turn = 0; ; turn++) {
          const { size, inserts, deletes } = steps[turn % steps.length] ?? { size: 9, inserts: 0, deletes: 0 }
          const cursorParameter = cursor === undefined ? '' : `&${backward ? 'before' : 'after'}=${cursor}`
          const answer = await list(vendor, `?${backward ? 'last' : 'first'}=${size}${cursorParameter}`)
          seen.push(...idsOf(answer))
          const { pageInfo } = answer.body
          if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
          cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
          // The new ids are anywhere between the others, as if another server's clock were behind.
          await t.sql`
            insert into products (id, vendor_id, sku, slug, name)
            select id, ${vendor.id}, id, id, 'New' from (
              select uuidv7(make_interval(secs => -60 - random() * ${products}::int)) as id
              from generate_series(1, ${inserts}::int)) n`
          const deleted = await t.sql<{ id: string }[]>`
            delete from products where id in (
              select id from products where vendor_id = ${vendor.id} order by md5(id::text) limit ${deletes})
            returning id`
          for (const { id } of deleted) lasting.delete(id)
        }
        assert.equal(new Set(seen).size, seen.length)
        assert.deepEqual(
          [...lasting].filter((id) => !seen.includes(id)),
          []
        )
      }),
      { numRuns: 15 }
    )
  })

  test('a cursor is valid only for its vendor and its filters', async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await insertMany(vendor.id, 2)
    const { endCursor } = (await list(vendor, '?first=1&status=PENDING_APPROVAL')).body.pageInfo
    assert.equal((await list(vendor, `?status=PENDING_APPROVAL&first=5&after=${endCursor}`)).status, 200)
    assertProblem(await list(vendor, `?after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(vendor, `?status=DRAFT&after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(other, `?status=PENDING_APPROVAL&after=${endCursor}`), 400, 'INVALID_CURSOR')
  })

  const refused: [string, Record<string, string>][] = [
    ['?first=0', { first: 'TOO_SMALL' }],
    ['?last=-1', { last: 'TOO_SMALL' }],
    ['?maxStockAvailable=-1', { maxStockAvailable: 'TOO_SMALL' }],
    ['?maxStockAvailable=2147483648', { maxStockAvailable: 'TOO_LARGE' }],
    ['?isRejected=1', { isRejected: 'INVALID_TYPE' }],
    ['?first=1.5', { first: 'INVALID_TYPE' }],
    ['?after=a&before=b', { after: 'NOT_TOGETHER' }],
    ['?after=a&last=1', { after: 'NOT_TOGETHER' }],
    ['?before=a&first=1', { before: 'NOT_TOGETHER' }],
    ['?first=1&last=1', { first: 'NOT_TOGETHER' }],
    ['?status=published', { status: 'NOT_ALLOWED' }],
    ['?status=DRAFT&status=HIDDEN', { status: 'INVALID_TYPE' }],
    ['?hasPendingRevision=1', { hasPendingRevision: 'INVALID_TYPE' }],
    ['?needsModeration=yes', { needsModeration: 'INVALID_TYPE' }],
    ['?categoryId=12', { categoryId: 'INVALID_UUID' }],
    ['?bulkImportJobId=12', { bulkImportJobId: 'INVALID_UUID' }],
    ['?updatedAfter=2026-03-01', { updatedAfter: 'INVALID_TIMESTAMP' }],
    ['?updatedAfter=2016-12-31T23:59:60Z', { updatedAfter: 'INVALID_TIMESTAMP' }],
    [`?search=${'x'.repeat(256)}`, { search: 'TOO_LONG' }],
    [`?sku=${'x'.repeat(256)}`, { sku: 'TOO_LONG' }],
    ['?colour=red', { colour: 'UNKNOWN_PARAMETER' }]
  ]
  for (const [query, faults] of refused) {
    test(`${query.slice(0, 40)} is refused`, async () =>
      assertFaults(await list(await t.vendor(), query), faults))
  }

  test('a request without a token is 401', async () =>
    assertProblem(await t.call('GET /vendor/products'), 401, 'UNAUTHENTICATED'))
})

describe('counts', () => {
  test('a short list is counted with each page', async () => {
    const vendor = await t.vendor()
    for (const count of [1, 2, 3]) {
      await create(vendor)
      assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, count)
    }
  })

  test('the count of a long list is the planner’s estimate, at least 1,000', async () => {
    const vendor = await t.vendor()
    await insertMany(vendor.id, 999)
    assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, 999)
    await insertMany((await t.vendor()).id, 500)
    await create(vendor)
    assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, 1000)
    await t.sql`analyze products`
    assert.equal((await list(vendor, '?first=1&needsModeration=true')).body.estimatedTotalCount, 1000)
    assert.equal(
      (await list(vendor, '?first=1&updatedAfter=2020-01-01T00:00:00Z')).body.estimatedTotalCount,
      1000
    )
  })
})
