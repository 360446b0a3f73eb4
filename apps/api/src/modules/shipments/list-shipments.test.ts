import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { testOrder } from '../../../test/orders.ts'
import { ship } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'
import { compactTallies } from '../orders/list/tally-queries.ts'

type Listed = {
  id: string
  orderId: string
  orderNumber: string
  poNumber: string
  trackingNumber: string
  status: string
  items: { sku: string }[]
  shippedAt: string
  updatedAt: string
}

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
      [`&orderId=${orders[1]}`, all.filter(({ orderId }) => orderId === orders[1])],
      ['&search=1z999', all],
      ['&shippedAfter=2000-01-01T00:00:00Z', all],
      ['&shippedBefore=2999-01-01T00:00:00Z', all]
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
      ['?last=100', 100]
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

/** Combinations of all filters. `middle` is the time of a change between others. */
function* combinations(middle: string) {
  const times = [...all].map(({ shippedAt }) => shippedAt).sort()
  for (const orderId of [undefined, orders[0], newId()]) {
    for (const status of [undefined, 'SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED']) {
      for (const updatedAfter of [undefined, '1900-01-01T00:00:00Z', middle, '2999-01-01T00:00:00Z']) {
        yield { orderId, status, updatedAfter }
        for (const search of ['1z', all[0]?.orderNumber, undefined]) {
          const [shippedAfter, shippedBefore] = [times[2], search ? times.at(-2) : undefined]
          yield { orderId, status, updatedAfter, search, shippedAfter, shippedBefore }
        }
      }
    }
  }
}

describe('filters of shipments', () => {
  test('every combination returns the right shipments and count, before and after compaction of the tallies', async () => {
    const middle = [...all].sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))[7]?.updatedAt ?? ''
    for (let round = 0; round < 2; round++) {
      for (const filters of combinations(middle)) {
        const { orderId, status, updatedAfter, search, shippedAfter, shippedBefore } = filters
        const given = Object.entries(filters).filter(([, value]) => value)
        const query = new URLSearchParams(given as [string, string][])
        const expected = all.filter(
          (one) =>
            (orderId === undefined || one.orderId === orderId) &&
            (status === undefined || one.status === status) &&
            (updatedAfter === undefined || one.updatedAt > updatedAfter) &&
            (search === undefined || search === '1z' || search === one.orderNumber) &&
            (shippedAfter === undefined || one.shippedAt > shippedAfter) &&
            (shippedBefore === undefined || one.shippedAt < shippedBefore)
        )
        const { body } = await list(`?${query}`)
        assert.deepEqual(ids(body.shipments), ids(expected), String(query))
        assert.equal(body.estimatedTotalCount, expected.length, String(query))
      }
      await compactTallies(t.sql)
    }
  })

  test('the search finds words of the tracking number, or of the order number, the PO number and the SKUs', async () => {
    const own = await t.vendor()
    const other = await t.vendor()
    const made: Listed[] = []
    for (const [index, trackingNumber] of ['1Z999-AA', 'JD 0002 77', '1Z999-BB'].entries()) {
      for (const one of [own, other]) {
        const order = await testOrder(t, one, { variant: { sku: `SK-${index}` } })
        const body = { orderId: order.id, trackingNumber }
        const answer = await ship(t, one, body)
        if (one === own) made.unshift(answer.body)
      }
    }
    const [bb, jd, aa] = made
    assert.ok(aa && jd && bb)
    const found: [search: string, shipments: Listed[]][] = [
      ['1z999', [bb, aa]],
      ['1Z999-aa', [aa]],
      ['1Z999 b', [bb]],
      ['0002', [jd]],
      ['77 jd', [jd]],
      [jd.orderNumber, [jd]],
      [aa.poNumber, [aa]],
      ['sk-1', [jd]],
      ['sk', made],
      ['Z999', []],
      ['1Z999 CC', []],
      ["'\\ :* & | ! <-> 1z999", [bb, aa]],
      ['  -- ', made],
      ['', made]
    ]
    for (const [search, expected] of found) {
      for (const others of ['', '&shippedAfter=2000-01-01T00:00:00Z&status=SHIPPED']) {
        const { body } = await list(`?search=${encodeURIComponent(search)}${others}`, own.viewer)
        assert.deepEqual(ids(body.shipments), ids(expected), search)
        assert.equal(body.estimatedTotalCount, expected.length, search)
      }
    }
    // A corrected tracking number is found, and the former one isn't.
    const trackingNumber = 'CORRECTED 5'
    await t.call(`PATCH /vendor/shipments/${jd.id}`, { as: own.owner, body: { trackingNumber } })
    assert.deepEqual(ids((await list('?search=corrected', own.viewer)).body.shipments), [jd.id])
    assert.deepEqual((await list('?search=0002', own.viewer)).body.shipments, [])
  })

  test('the many matches of a search are in the order of the list', async () => {
    const own = await t.vendor()
    const order = await testOrder(t, own)
    await t.sql`
      insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, status, shipped_at)
      select uuidv7(), ${order.id}, ${own.id}, 'UPS', 'MANY ' || i, case when i % 1000 = 0 then 'DELIVERED' else 'SHIPPED' end,
        now() - make_interval(mins => i)
      from generate_series(1, 10500) as i`
    const { body } = await list('?search=many&status=DELIVERED&first=4', own.viewer)
    assert.equal(body.estimatedTotalCount, 10)
    const numbers = (shipments: Listed[]) => shipments.map((one) => one.trackingNumber)
    assert.deepEqual(numbers(body.shipments), ['MANY 10000', 'MANY 9000', 'MANY 8000', 'MANY 7000'])
    const since = new Date(Date.now() - 5_000 * 60_000).toISOString()
    const recent = await list(`?search=many&shippedAfter=${since}&first=1`, own.viewer)
    assert.equal(recent.body.estimatedTotalCount, 4999)
    assert.deepEqual(numbers(recent.body.shipments), ['MANY 4999'])
    assert.equal((await list('?search=many', own.viewer)).body.estimatedTotalCount, 10_500)
  })

  test('the times of shipping are exclusive, and follow corrections', async () => {
    const own = await t.vendor()
    const order = await testOrder(t, own, { quantities: [3], fields: { placedAt: '2026-01-01T00:00:00Z' } })
    const items = [{ orderItemId: order.items[0]?.id, quantity: 1 }]
    const times = ['2026-03-03T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
    for (const shippedAt of times) await ship(t, own, { orderId: order.id, items, shippedAt })
    const shown = async (query: string) => {
      const { body } = await list(query, own.viewer)
      assert.equal(body.estimatedTotalCount, body.shipments.length)
      return body.shipments.map(({ shippedAt }: Listed) => Number(shippedAt.slice(8, 10)))
    }
    assert.deepEqual(await shown(''), [2, 1, 3])
    assert.deepEqual(await shown('?shippedAfter=2026-03-01T00:00:00Z'), [2, 3])
    assert.deepEqual(await shown('?shippedBefore=2026-03-03T01:00:00%2B01:00'), [2, 1])
    assert.deepEqual(
      await shown('?shippedAfter=2026-03-01T00:00:00Z&shippedBefore=2026-03-03T00:00:00Z'),
      [2]
    )
    assert.deepEqual(await shown('?shippedAfter=2026-03-03T00:00:00Z&shippedBefore=2026-03-01T00:00:00Z'), [])
    const [newest] = (await list('', own.viewer)).body.shipments
    const body = { shippedAt: '2026-03-09T00:00:00Z' }
    await t.call(`PATCH /vendor/shipments/${newest.id}`, { as: own.owner, body })
    assert.deepEqual(await shown('?shippedAfter=2026-03-03T00:00:00Z'), [9])
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
    assertFaults(await list(`?search=${'x'.repeat(256)}&shippedAfter=1&shippedBefore=2026-03-01`), {
      search: 'TOO_LONG',
      shippedAfter: 'INVALID_TIMESTAMP',
      shippedBefore: 'INVALID_TIMESTAMP'
    })
    assert.equal((await list(`?search=${'x'.repeat(255)}`)).status, 200)
    assertFaults(await list('?first=1&last=1'), { first: 'NOT_TOGETHER' })
  })
})

test('reading shipments without a token gets 401', async () => {
  assertProblem(await t.call('GET /vendor/shipments'), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call(`GET /vendor/shipments/${newId()}`), 401, 'UNAUTHENTICATED')
})
