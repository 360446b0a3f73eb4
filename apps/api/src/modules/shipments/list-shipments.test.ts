import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { testOrder } from '../../../test/orders.ts'
import { ship } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'
import { compactTallies } from '../orders/list/tally-queries.ts'

type Listed = { id: string; orderId: string; status: string; updatedAt: string }

let t: TestApp
let vendor: TestVendor
/** The shipments of three orders of five units each, newest first, in all statuses. */
let all: Listed[]
let orders: string[]
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  const other = await t.vendor()
  await ship(t, other, { orderId: (await testOrder(t, other)).id })
  const placed = [5, 5, 5].map((quantity) => testOrder(t, vendor, { quantities: [quantity] }))
  const made = await Promise.all(placed)
  orders = made.map(({ id }) => id)
  const ids: string[] = []
  for (const status of ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED', 'SHIPPED']) {
    for (const order of made) {
      const items = [{ orderItemId: order.items[0]?.id, quantity: 1 }]
      const { body } = await ship(t, vendor, { orderId: order.id, items })
      if (status !== 'SHIPPED') {
        await t.call(`PATCH /vendor/shipments/${body.id}`, { as: vendor.owner, body: { status } })
      }
      ids.unshift(body.id)
    }
  }
  const reads = await Promise.all(
    ids.map((id) => t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer }))
  )
  all = reads.map(({ body }) => body)
})
after(() => t.close())

const list = (query = '', as = vendor.viewer) => t.call(`GET /vendor/shipments${query}`, { as })
const ids = (shipments: Listed[]) => shipments.map(({ id }) => id)

describe('pages of shipments', () => {
  test('the list of a vendor without shipments is empty', async () => {
    assert.deepEqual((await list('', (await t.vendor()).viewer)).body, {
      shipments: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test("the list shows the vendor's own shipments whole, newest first", async () => {
    const { body } = await list()
    assert.deepEqual(body.shipments, all)
    assert.equal(body.estimatedTotalCount, 15)
    assert.deepEqual([body.pageInfo.hasNextPage, body.pageInfo.hasPreviousPage], [false, false])
  })

  test('the list can be paged forward and backward with any filter', async () => {
    for (const [filter, expected] of [
      ['', all],
      ['&status=SHIPPED', all.filter(({ status }) => status === 'SHIPPED')],
      ['&updatedAfter=2000-01-01T00:00:00Z', all],
      [`&orderId=${orders[1]}`, all.filter(({ orderId }) => orderId === orders[1])]
    ] as const) {
      const forward: Listed[] = []
      let after = ''
      for (;;) {
        const { body } = await list(`?first=4${filter}${after}`)
        assert.equal(body.estimatedTotalCount, expected.length, filter)
        assert.equal(body.pageInfo.hasPreviousPage, after !== '')
        forward.push(...body.shipments)
        if (!body.pageInfo.hasNextPage) break
        after = `&after=${body.pageInfo.endCursor}`
      }
      assert.deepEqual(ids(forward), ids(expected), filter)
      const backward: Listed[] = []
      let before = ''
      for (;;) {
        const { body } = await list(`?last=4${filter}${before}`)
        backward.unshift(...body.shipments)
        if (!body.pageInfo.hasPreviousPage) break
        before = `&before=${body.pageInfo.startCursor}`
      }
      assert.deepEqual(ids(backward), ids(expected), filter)
    }
  })

  test('a page has 24 shipments by default and at most 100', async () => {
    const own = await t.vendor()
    const order = await testOrder(t, own, { quantities: [105] })
    await t.sql`
      insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, shipped_at)
      select uuidv7(), ${order.id}, ${own.id}, 'UPS', '1Z', now() from generate_series(1, 105)`
    for (const [query, size] of [
      ['', 24],
      ['?first=1', 1],
      ['?first=100', 100],
      ['?first=101', 100],
      ['?last=101', 100]
    ] as const) {
      const { body } = await list(query, own.viewer)
      assert.equal(body.shipments.length, size, query)
      assert.equal(body.estimatedTotalCount, 105)
    }
  })

  test('a cursor is valid only for the vendor and filters that it was issued for', async () => {
    const { body } = await list('?first=1')
    const cursor = body.pageInfo.endCursor
    assert.equal((await list(`?after=${cursor}`)).status, 200)
    assertProblem(await list(`?after=${cursor}&status=SHIPPED`), 400, 'INVALID_CURSOR')
    assertProblem(await list(`?after=${cursor}`, (await t.vendor()).viewer), 400, 'INVALID_CURSOR')
    assertProblem(await list(`?after=x${cursor}`), 400, 'INVALID_CURSOR')
  })
})

describe('filters of shipments', () => {
  test('every combination returns the right shipments and count, before and after compaction of the tallies', async () => {
    const middle = [...all].sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))[7]?.updatedAt ?? ''
    for (let round = 0; round < 2; round++) {
      for (const orderId of [undefined, orders[0], newId()]) {
        for (const status of [undefined, 'SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED']) {
          for (const updatedAfter of [undefined, '1900-01-01T00:00:00Z', middle, '2999-01-01T00:00:00Z']) {
            const given = Object.entries({ orderId, status, updatedAfter }).filter(([, value]) => value)
            const query = new URLSearchParams(given as [string, string][])
            const expected = all.filter(
              (one) =>
                (orderId === undefined || one.orderId === orderId) &&
                (status === undefined || one.status === status) &&
                (updatedAfter === undefined || one.updatedAt > updatedAfter)
            )
            const { body } = await list(`?${query}`)
            assert.deepEqual(ids(body.shipments), ids(expected), String(query))
            assert.equal(body.estimatedTotalCount, expected.length, String(query))
          }
        }
      }
      await compactTallies(t.sql)
    }
  })

  test('filtering by an order of another vendor returns no shipments', async () => {
    const other = await t.vendor()
    const { id } = await testOrder(t, other)
    await ship(t, other, { orderId: id })
    const { body } = await list(`?orderId=${id}`)
    assert.deepEqual([body.shipments, body.estimatedTotalCount], [[], 0])
    assert.equal((await list(`?orderId=${id.toUpperCase()}`, other.viewer)).body.shipments.length, 1)
  })

  test('all invalid and unknown parameters are reported', async () => {
    assertFaults(await list('?orderId=1&status=shipped&updatedAfter=2026-03-01&carrier=UPS&first=0'), {
      orderId: 'INVALID_UUID',
      status: 'NOT_ALLOWED',
      updatedAfter: 'INVALID_TIMESTAMP',
      carrier: 'UNKNOWN_PARAMETER',
      first: 'TOO_SMALL'
    })
    assertFaults(await list('?updatedAfter=2026-12-31T23:59:60Z'), { updatedAfter: 'INVALID_TIMESTAMP' })
    assertFaults(await list('?first=1&last=1'), { first: 'NOT_TOGETHER' })
  })
})

test('reading shipments without a token gets 401', async () => {
  assertProblem(await t.call('GET /vendor/shipments'), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call(`GET /vendor/shipments/${newId()}`), 401, 'UNAUTHENTICATED')
})
