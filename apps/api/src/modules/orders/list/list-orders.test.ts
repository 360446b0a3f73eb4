import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { testOrder } from '../../../../test/orders.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { insertStoredOrders, type StoredOrder } from '../../../../test/stored-orders.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

type Listed = { id: string; status: string; placedAt: string; updatedAt: string; items: { sku: string }[] }

const list = (vendor: TestVendor, query = '') => t.call(`GET /vendor/orders${query}`, { as: vendor.viewer })
const ids = (answer: { body: { orders: Listed[] } }) => answer.body.orders.map(({ id }) => id)
const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString()

/** The order of the list: newest first, and for the same timestamp the greatest id first. */
const newestFirst = (a: Listed, b: Listed) =>
  a.placedAt === b.placedAt ? (a.id < b.id ? 1 : -1) : a.placedAt < b.placedAt ? 1 : -1

describe('pages of orders', () => {
  test('the list of a vendor without orders is empty', async () => {
    assert.deepEqual((await list(await t.vendor())).body, {
      orders: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test("the list shows the vendor's own orders whole, newest first", async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await testOrder(t, other)
    const late = await testOrder(t, vendor, { quantities: [2, 1] })
    const early = await testOrder(t, vendor, { fields: { placedAt: '2026-01-02T03:04:05.006Z' } })
    const { body } = await list(vendor)
    const reads = await Promise.all(
      [late, early].map(({ id }) => t.call(`GET /vendor/orders/${id}`, { as: vendor.viewer }))
    )
    assert.deepEqual(
      body.orders,
      reads.map((read) => read.body)
    )
    assert.equal(body.estimatedTotalCount, 2)
  })

  test('a page has 24 orders by default and at most 100', async () => {
    const vendor = await t.vendor()
    const all = await insertStoredOrders(t, vendor.id, Array<StoredOrder>(105).fill({}))
    for (const [query, size] of [
      ['', 24],
      ['?first=1', 1],
      ['?first=100', 100]
    ] as const) {
      const answer = await list(vendor, query)
      assert.deepEqual(ids(answer), all.slice(0, size), query)
      assert.equal(answer.body.estimatedTotalCount, 105)
    }
    for (const [query, size] of [
      ['?last=1', 1],
      ['?last=100', 100]
    ] as const) {
      assert.deepEqual(ids(await list(vendor, query)), all.slice(-size), query)
    }
  })

  test('the list can be paged forward and backward, even if orders have the same timestamp', async () => {
    const vendor = await t.vendor()
    await insertStoredOrders(
      t,
      vendor.id,
      [1, 1, 1, 2, 2].map((n) => ({ placedAt: minute(n) }))
    )
    const all = (await list(vendor)).body.orders.sort(newestFirst).map(({ id }: Listed) => id)
    const first = await list(vendor, '?first=3')
    assert.deepEqual(ids(first), all.slice(0, 3))
    const { startCursor, endCursor, ...flags } = first.body.pageInfo
    assert.deepEqual(flags, { hasNextPage: true, hasPreviousPage: false })
    const second = await list(vendor, `?first=2&after=${endCursor}`)
    assert.deepEqual(ids(second), all.slice(3))
    assert.deepEqual([second.body.pageInfo.hasNextPage, second.body.pageInfo.hasPreviousPage], [false, true])
    const back = await list(vendor, `?last=2&before=${second.body.pageInfo.startCursor}`)
    assert.deepEqual(ids(back), all.slice(1, 3))
    assert.deepEqual([back.body.pageInfo.hasPreviousPage, back.body.pageInfo.hasNextPage], [true, true])
    const beyond = await list(vendor, `?after=${second.body.pageInfo.endCursor}`)
    assert.deepEqual([ids(beyond), beyond.body.estimatedTotalCount], [[], 5])
  })

  test('each order is returned once, even if orders are placed between two pages', async () => {
    const walk = fc.record({
      minutes: fc.array(fc.nat(5), { minLength: 1, maxLength: 25 }),
      size: fc.integer({ min: 1, max: 9 }),
      backward: fc.boolean(),
      placed: fc.array(fc.nat(5), { maxLength: 3 }),
      filter: fc.constantFrom('', '&status=CONFIRMED', '&search=hb', `&updatedAfter=${minute(-1)}`)
    })
    await fc.assert(
      fc.asyncProperty(walk, async ({ minutes, size, backward, placed, filter }) => {
        const vendor = await t.vendor()
        const at = (numbers: number[]) => numbers.map((n) => ({ placedAt: minute(n) }))
        const existing = new Set(await insertStoredOrders(t, vendor.id, at(minutes)))
        const seen: string[] = []
        for (let cursor: string | undefined; ; ) {
          const position = cursor === undefined ? '' : `&${backward ? 'before' : 'after'}=${cursor}`
          const answer = await list(vendor, `?${backward ? 'last' : 'first'}=${size}${filter}${position}`)
          seen.push(...ids(answer))
          const { pageInfo } = answer.body
          if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
          cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
          if (seen.length < 100) await insertStoredOrders(t, vendor.id, at(placed))
        }
        assert.equal(new Set(seen).size, seen.length)
        assert.deepEqual(seen.filter((id) => existing.has(id)).length, existing.size)
      }),
      { numRuns: randomRuns(15) }
    )
  })

  test('a cursor is valid only for the vendor, list and filters that it was issued for', async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await insertStoredOrders(t, vendor.id, [{}, {}])
    const { endCursor } = (await list(vendor, '?first=1&status=CONFIRMED')).body.pageInfo
    assert.equal(ids(await list(vendor, `?status=CONFIRMED&after=${endCursor}`)).length, 1)
    for (const answer of [
      await list(other, `?status=CONFIRMED&after=${endCursor}`),
      await list(vendor, `?after=${endCursor}`),
      await list(vendor, `?status=SHIPPED&after=${endCursor}`),
      await list(vendor, `?status=CONFIRMED&after=${endCursor}x`),
      await t.call(`GET /vendor/purchase-orders?status=CONFIRMED&after=${endCursor}`, { as: vendor.owner })
    ]) {
      assertProblem(answer, 400, 'INVALID_CURSOR')
    }
  })
})

describe('filters of orders', () => {
  test('a search matches prefixes of the words of order numbers, PO numbers and SKUs', async () => {
    const vendor = await t.vendor()
    const [one, two] = [await testOrder(t, vendor), await testOrder(t, vendor, { quantities: [1, 1] })]
    await testOrder(t, await t.vendor())
    const found = async (search: string) => ids(await list(vendor, `?search=${encodeURIComponent(search)}`))
    for (const order of [one, two]) {
      assert.deepEqual(await found(order.orderNumber), [order.id])
      assert.deepEqual(await found(order.poNumber), [order.id])
      assert.deepEqual(await found(order.poNumber.toLowerCase()), [order.id])
      for (const { sku } of order.items) assert.deepEqual(await found(sku), [order.id])
      assert.deepEqual(await found(`${order.orderNumber} ${order.items[0]?.sku.slice(0, 6)}`), [order.id])
    }
    assert.deepEqual(await found('PO'), [two.id, one.id])
    assert.deepEqual(await found(`${one.orderNumber} ${two.poNumber}`), [])
    assert.deepEqual(await found('nothing'), [])
    for (const all of ['', ' ', '-', "'", '&|!:*']) assert.deepEqual(await found(all), [two.id, one.id], all)
  })

  test('timestamps are exclusive bounds, exact to the millisecond', async () => {
    const vendor = await t.vendor()
    const at = (ms: number) => `2026-03-01T00:00:00.00${ms}Z`
    const [one, two, three] = await insertStoredOrders(
      t,
      vendor.id,
      [1, 2, 3].map((ms) => ({ placedAt: at(ms), updatedAt: at(ms) }))
    )
    for (const [query, expected] of [
      [`?placedAfter=${at(1)}`, [three, two]],
      [`?placedBefore=${at(3)}`, [two, one]],
      [`?placedAfter=${at(1)}&placedBefore=${at(3)}`, [two]],
      [`?placedAfter=${at(2)}&placedBefore=${at(2)}`, []],
      [`?placedAfter=${at(3)}&placedBefore=${at(1)}`, []],
      [`?placedAfter=2026-03-02T00:00:00Z&placedBefore=${at(3)}`, []],
      ['?placedBefore=2026-03-01T01:00:00.003%2B01:00', [two, one]],
      [`?updatedAfter=${at(1)}`, [three, two]],
      [`?updatedAfter=${at(1)}&placedBefore=${at(3)}`, [two]],
      ['?placedAfter=0001-01-01T00:00:00Z&placedBefore=9999-12-31T23:59:59Z', [three, two, one]],
      ['?placedAfter=2026-03-01T23:59:00.001%2B23:59', [three, two]],
      ['?updatedAfter=2026-02-28T00:01:00.001-23:59', [three, two]],
      ['?placedAfter=2026-03-01T00:00:00.0019999999Z', [three, two]],
      ['?placedBefore=2026-03-01T00:00:00.0020000001Z', [two, one]],
      ['?placedBefore=9999-12-31T23:59:59-23:59', [three, two, one]],
      ['?placedAfter=9999-12-31T23:59:59-23:59', []]
    ] as const) {
      const answer = await list(vendor, query)
      assert.deepEqual(ids(answer), expected, query)
      assert.equal(answer.body.estimatedTotalCount, expected.length, query)
    }
  })

  test('unknown filters and invalid values are all reported', async () => {
    const vendor = await t.vendor()
    assertFaults(
      await list(
        vendor,
        '?status=OPEN&placedAfter=yesterday&updatedAfter=2026-13-01T00:00:00Z&sku=A&first=0'
      ),
      {
        status: 'NOT_ALLOWED',
        placedAfter: 'INVALID_TIMESTAMP',
        updatedAfter: 'INVALID_TIMESTAMP',
        sku: 'UNKNOWN_PARAMETER',
        first: 'TOO_SMALL'
      }
    )
    assertFaults(await list(vendor, `?search=${'a'.repeat(256)}`), { search: 'TOO_LONG' })
    assert.equal((await list(vendor, `?search=${'a'.repeat(255)}`)).status, 200)
    assertFaults(await list(vendor, '?after=a&before=b'), { after: 'NOT_TOGETHER' })
  })
})
