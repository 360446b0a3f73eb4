import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { placeOrder, sellables, sharedOperator, shippingMethod } from '../../../test/orders.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
/** The orders contain the first vendor, both or the second vendor in turn, from the oldest to the newest. */
let vendors: TestVendor[]
const placed: {
  id: string
  orderNumber: string
  placedAt: string
  suborders: { id: string; poNumber: string }[]
}[] = []
const timestamps = [
  '2026-03-01T23:59:59.999Z',
  '2026-03-02T00:00:00.000Z',
  '2026-03-02T12:00:00.000Z',
  '2026-03-02T12:00:00.000Z',
  '2026-03-04T00:00:00.000Z',
  '2026-03-04T00:00:00.001Z'
]
before(async () => {
  t = await testApp()
  operator = await sharedOperator(t)
  vendors = [await t.vendor(), await t.vendor()]
  const parts: Parameters<typeof placeOrder>[1] = []
  for (const vendor of vendors) {
    const [one] = await sellables(t, vendor)
    const shippingMethodId = await shippingMethod(t, vendor)
    parts.push({ vendorId: vendor.id, shippingMethodId, items: [{ variantId: one?.id ?? '', quantity: 1 }] })
  }
  for (const [index, placedAt] of timestamps.entries()) {
    const chosen = parts.filter((_, vendor) => index % 3 === 1 || vendor === (index % 3) / 2)
    placed.push((await placeOrder(t, chosen, { placedAt, customerNote: `${index}` })).body)
  }
})
after(() => t.close())

type Answer = {
  orders: { id: string; customerNote: string }[]
  estimatedTotalCount: number
  pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean; hasPreviousPage: boolean }
}
const list = async (query: Record<string, string> = {}): Promise<Answer> => {
  const answer = await t.call(`GET /platform/orders?${new URLSearchParams(query)}`, { as: operator })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const notes = ({ orders }: Answer) => orders.map(({ customerNote }) => Number(customerNote))

/** Returns the ids that the list must show, by a simple query. */
async function expected({
  search,
  vendorId,
  status,
  placedAfter,
  placedBefore
}: Record<string, string>): Promise<string[]> {
  const rows = await t.sql`
    select distinct o.id, o.placed_at from orders o join suborders s on s.order_id = o.id
    where ${search ? t.sql`(o.order_number = ${search} or s.po_number = ${search})` : t.sql`true`}
      and exists (
        select from suborders x where x.order_id = o.id
          and ${vendorId ? t.sql`x.vendor_id = ${vendorId}` : t.sql`true`}
          and ${status ? t.sql`x.status = ${status}` : t.sql`true`})
      and o.placed_at > ${placedAfter ?? '-infinity'} and o.placed_at < ${placedBefore ?? 'infinity'}
    order by o.placed_at desc, o.id desc`
  return rows.map(({ id }) => id)
}

describe('the list of all orders', () => {
  test('shows all orders, newest first, with their suborders and their number', async () => {
    const all = await list()
    assert.deepEqual(
      all.orders.map(({ id }) => id),
      await expected({})
    )
    assert.equal(all.estimatedTotalCount, 6)
    const shown = all.orders.find(({ id }) => id === placed[1]?.id) as Record<string, unknown> &
      (typeof all.orders)[number]
    const { shipTo, createdAt, updatedAt, suborders, ...rest } = shown as never as {
      suborders: object[]
    } & Record<string, unknown>
    assert.deepEqual(rest, {
      ...{ id: placed[1]?.id, orderNumber: placed[1]?.orderNumber, placedAt: timestamps[1], currency: 'USD' },
      ...{ paymentMethodName: 'Credit card', customerNote: '1', total: 42.8, netTotal: 42.8 }
    })
    assert.ok(shipTo && createdAt && updatedAt)
    assert.deepEqual(
      suborders,
      vendors.map(({ id }, index) => ({
        ...{ id: placed[1]?.suborders[index]?.id, vendorId: id, vendorName: `Vendor ${id}` },
        ...{ poNumber: placed[1]?.suborders[index]?.poNumber, status: 'CONFIRMED', total: 21.4 },
        ...{ shipping: 8.9, costSubtotal: 12.5 },
        net: { subtotal: 12.5, shipping: 8.9, tax: 0, discount: 0, total: 21.4 },
        netCost: { subtotal: 12.5, shipping: 8.9, tax: 0, discount: 0, total: 21.4 },
        ...{ dueAt: null, isLate: false }
      }))
    )
  })

  test('every combination of filters returns the right orders and count, in pages of both directions', async () => {
    await t.sql`update suborders set status = 'ACKNOWLEDGED' where id = any(${[placed[1]?.suborders[1]?.id, placed[4]?.suborders[0]?.id, placed[5]?.suborders[0]?.id].map(String)}::uuid[])`
    const choices = {
      search: ['', placed[1]?.orderNumber, placed[4]?.suborders[1]?.poNumber, 'none'],
      vendorId: ['', vendors[0]?.id, vendors[1]?.id, newId()],
      status: ['', 'CONFIRMED', 'ACKNOWLEDGED', 'SHIPPED'],
      placedAfter: [
        '',
        '2026-03-01T23:59:59.998Z',
        '2026-03-02T00:00:00Z',
        '2026-03-03T10:00:00Z',
        '0000-01-01T00:00:00Z'
      ],
      placedBefore: [
        '',
        '2026-03-02T12:00:00Z',
        '2026-03-02T23:00:00+02:00',
        '2026-03-04T00:00:00.0009Z',
        '9999-12-31T23:59:59Z'
      ]
    }
    let queries: Record<string, string>[] = [{}]
    for (const [name, values] of Object.entries(choices)) {
      queries = queries.flatMap((query) =>
        values.map((value) => (value ? { ...query, [name]: value } : query))
      )
    }
    assert.equal(queries.length, 1600)
    // Test every tenth combination, and all combinations of at most two filters.
    const tested = queries.filter((query, index) => index % 10 === 0 || Object.keys(query).length <= 2)
    for (const query of tested) {
      const ids = await expected({
        ...query,
        ...(query.placedAfter?.startsWith('0000') && { placedAfter: '-infinity' })
      })
      const whole = await list(query)
      const sorted = (some: string[]) => [...some].sort()
      // Orders with the same timestamp are sorted by suborder id if a vendor is given.
      if (query.vendorId)
        assert.deepEqual(sorted(whole.orders.map(({ id }) => id)), sorted(ids), JSON.stringify(query))
      else
        assert.deepEqual(
          whole.orders.map(({ id }) => id),
          ids,
          JSON.stringify(query)
        )
      assert.equal(whole.estimatedTotalCount, ids.length, JSON.stringify(query))
      if (ids.length < 2) continue
      const forward: string[] = []
      for (let after = ''; ; ) {
        const page = await list({ ...query, first: '2', ...(after && { after }) })
        forward.push(...page.orders.map(({ id }) => id))
        if (!page.pageInfo.hasNextPage) break
        after = page.pageInfo.endCursor
      }
      assert.deepEqual(
        forward,
        whole.orders.map(({ id }) => id),
        JSON.stringify(query)
      )
      const backward: string[] = []
      for (let before = ''; ; ) {
        const page = await list({ ...query, last: '2', ...(before && { before }) })
        backward.unshift(...page.orders.map(({ id }) => id))
        if (!page.pageInfo.hasPreviousPage) break
        before = page.pageInfo.startCursor
      }
      assert.deepEqual(backward, forward, JSON.stringify(query))
    }
  })

  test('a cursor is valid only for the filters that it was issued for', async () => {
    const { pageInfo } = await list({ first: '1' })
    const answer = await t.call(`GET /platform/orders?after=${pageInfo.endCursor}&status=CONFIRMED`, {
      as: operator
    })
    assertProblem(answer, 400, 'INVALID_CURSOR')
  })

  const rejected: [string, Record<string, string>][] = [
    ['?status=LOST', { status: 'NOT_ALLOWED' }],
    ['?vendorId=12', { vendorId: 'INVALID_UUID' }],
    ['?search=', { search: 'TOO_SHORT' }],
    [`?search=${'x'.repeat(256)}`, { search: 'TOO_LONG' }],
    ['?placedAfter=2026-03-01&placedBefore=2016-12-31T23:59:60Z', { placedAfter: 'INVALID_TIMESTAMP' }],
    ['?placedBefore=2016-12-31T23:59:60Z', { placedBefore: 'INVALID_TIMESTAMP' }],
    ['?first=0&sku=1', { first: 'TOO_SMALL', sku: 'UNKNOWN_PARAMETER' }]
  ]
  for (const [query, faults] of rejected) {
    test(`rejects ${query.slice(0, 60)}`, async () =>
      assertFaults(await t.call(`GET /platform/orders${query}`, { as: operator }), faults))
  }

  test('orders are sorted by placedAt, not by when they were stored', async () => {
    assert.deepEqual(notes(await list({ placedAfter: '2026-03-03T00:00:00Z' })), [5, 4])
  })
})

describe('reading one order', () => {
  test('the ETag changes with every change by any of its vendors', async () => {
    const path = `GET /platform/orders/${placed[1]?.id}`
    const { headers, body } = await t.call(path, { as: await t.operator('VIEWER') })
    const unchanged = await t.call(path, { as: operator, headers: { 'if-none-match': String(headers.etag) } })
    assert.equal(unchanged.status, 304)
    assert.deepEqual(
      body.suborders.map(({ vendorId }: { vendorId: string }) => vendorId),
      vendors.map(({ id }) => id)
    )
    const suborderId = placed[1]?.suborders[0]?.id ?? ''
    const [line] = body.suborders[0].items
    const shipment = newId()
    await t.sql`
      insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, shipped_at)
      values (${shipment}, ${suborderId}, ${vendors[0]?.id ?? ''}, 'UPS', '1Z', '2026-03-03T00:00:00.000Z')`
    await t.sql`
      insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
      values (${shipment}, ${line.id}, ${vendors[0]?.id ?? ''}, 1, 1)`
    const changed = await t.call(path, { as: operator, headers: { 'if-none-match': String(headers.etag) } })
    assert.equal(changed.status, 200)
    const [{ createdAt, updatedAt, ...shown }] = changed.body.suborders[0].shipments
    assert.ok(createdAt && updatedAt)
    assert.deepEqual(shown, {
      ...{ id: shipment, orderId: suborderId, orderNumber: placed[1]?.orderNumber },
      ...{
        poNumber: placed[1]?.suborders[0]?.poNumber,
        carrier: 'UPS',
        trackingNumber: '1Z',
        trackingUrl: null
      },
      ...{ status: 'SHIPPED', shippedAt: '2026-03-03T00:00:00.000Z', deliveredAt: null },
      items: [{ orderItemId: line.id, productName: 'Hex bolt M8', sku: line.sku, quantity: 1 }]
    })
  })

  test('an invalid id gets 400; an unknown id and the id of a suborder get 404', async () => {
    assertFaults(await t.call('GET /platform/orders/12', { as: operator }), { id: 'INVALID_UUID' })
    for (const id of [newId(), placed[0]?.suborders[0]?.id]) {
      assertProblem(await t.call(`GET /platform/orders/${id}`, { as: operator }), 404, 'NOT_FOUND')
    }
  })
})

test('every read gets 401 without a token and 403 for vendors', async () => {
  for (const path of ['/platform/orders', `/platform/orders/${placed[0]?.id}`]) {
    assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(`GET ${path}`, { as: vendors[0]?.owner ?? '' }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(`GET ${path}`, { as: await t.nonMember() }), 403, 'NOT_PLATFORM_USER')
  }
})
