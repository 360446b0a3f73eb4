import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type TestOrder, testOrder } from '../../../test/orders.ts'
import { fulfillment, ship, stockOf } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.editor, body, headers })
const line = (order: TestOrder, index: number, quantity: number) => ({
  orderItemId: order.items[index]?.id ?? '',
  quantity
})
const stock = (order: TestOrder) =>
  stockOf(
    t,
    order.items.map(({ variantId }) => variantId)
  )
const read = (order: TestOrder) => fulfillment(t, vendor, order.id)
const eventsOf = async (id: string) => {
  const rows =
    await t.sql`select type, changed_fields, details from events where subject_id = ${id} order by id`
  return rows.map(({ type, changedFields, details }) => [type, changedFields, details.orderStatus])
}

async function shipped(fields: Record<string, unknown> = {}) {
  const order = await testOrder(t, vendor, { quantities: [3], stock: 10 })
  const answer = await ship(t, vendor, { orderId: order.id, ...fields })
  return { order, id: answer.body.id as string, body: answer.body, etag: String(answer.headers.etag) }
}

describe('changing the status of a shipment', () => {
  test('shipments can become IN_TRANSIT and DELIVERED; the last one delivers the order', async () => {
    const order = await testOrder(t, vendor, { quantities: [3], stock: 10 })
    const [first, second] = await Promise.all(
      [1, 2].map(async (quantity) => {
        const { body } = await ship(t, vendor, { orderId: order.id, items: [line(order, 0, quantity)] })
        return body
      })
    )
    const moved = await patch(first.id, { status: 'IN_TRANSIT' })
    assert.deepEqual([moved.status, moved.body.status, moved.body.deliveredAt], [200, 'IN_TRANSIT', null])
    assert.equal((await read(order)).status, 'SHIPPED')
    const delivered = await patch(first.id, { status: 'DELIVERED' })
    assert.ok(delivered.body.deliveredAt >= delivered.body.shippedAt)
    assert.equal((await read(order)).status, 'SHIPPED')
    assert.equal((await patch(second.id, { status: 'DELIVERED' })).body.status, 'DELIVERED')
    assert.deepEqual(await read(order), { status: 'DELIVERED', shipped: [3], cancelled: [0] })
    assert.deepEqual(await stock(order), ['7 0'])
    assert.deepEqual(await eventsOf(first.id), [
      ['shipment.created', [], (await eventsOf(first.id))[0]?.[2]],
      ['shipment.updated', ['status'], 'SHIPPED'],
      ['shipment.delivered', ['status'], 'SHIPPED']
    ])
    assert.deepEqual((await eventsOf(second.id)).at(-1), ['shipment.delivered', ['status'], 'DELIVERED'])
  })

  test('an order with quantities left stays PARTIALLY_SHIPPED when its shipment is delivered', async () => {
    const order = await testOrder(t, vendor, { quantities: [3] })
    const { body } = await ship(t, vendor, { orderId: order.id, items: [line(order, 0, 1)] })
    await patch(body.id, { status: 'DELIVERED' })
    assert.equal((await read(order)).status, 'PARTIALLY_SHIPPED')
    await t.call(`POST /vendor/orders/${order.id}/cancel`, {
      as: vendor.owner,
      body: { reason: 'OUT_OF_STOCK' }
    })
    assert.deepEqual(await read(order), { status: 'DELIVERED', shipped: [1], cancelled: [2] })
  })

  test('a cancelled shipment returns its quantities and stock; without shipments the order is ACKNOWLEDGED', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    const first = await ship(t, vendor, { orderId: order.id, items: [line(order, 0, 2)] })
    const second = await ship(t, vendor, { orderId: order.id })
    await patch(second.body.id, { status: 'IN_TRANSIT' })
    const { body } = await patch(second.body.id, { status: 'CANCELLED' })
    assert.equal(body.status, 'CANCELLED')
    assert.equal(body.items.length, 2)
    assert.deepEqual(await read(order), { status: 'PARTIALLY_SHIPPED', shipped: [2, 0], cancelled: [0, 0] })
    assert.deepEqual(await stock(order), ['8 1', '10 2'])
    await patch(first.body.id, { status: 'CANCELLED' })
    assert.deepEqual(await read(order), { status: 'ACKNOWLEDGED', shipped: [0, 0], cancelled: [0, 0] })
    assert.deepEqual(await stock(order), ['10 3', '10 2'])
    assert.deepEqual((await eventsOf(first.body.id)).at(-1), [
      'shipment.cancelled',
      ['status'],
      'ACKNOWLEDGED'
    ])
    assert.equal((await ship(t, vendor, { orderId: order.id })).status, 200)
    assert.deepEqual(await stock(order), ['7 0', '8 0'])
  })

  test('only units that were taken from the stock are returned to it', async () => {
    const order = await testOrder(t, vendor, { quantities: [5], stock: 10 })
    const { variantId } = order.items[0] ?? { variantId: '' }
    const setStock = (quantity: number) =>
      t.call(`PATCH /vendor/products/${order.sellables[0]?.productId}`, {
        as: vendor.owner,
        body: { variantStock: [{ variantId, quantity }] }
      })
    await setStock(2)
    const { body } = await ship(t, vendor, { orderId: order.id })
    assert.deepEqual(await stock(order), ['0 0'])
    await patch(body.id, { status: 'CANCELLED' })
    assert.deepEqual(await stock(order), ['2 5'])
    const again = await ship(t, vendor, { orderId: order.id, items: [line(order, 0, 2)] })
    await setStock(2_147_483_647)
    assert.equal((await patch(again.body.id, { status: 'CANCELLED' })).status, 200)
    assert.deepEqual(await stock(order), ['2147483647 5'])
  })

  test('sending the current values writes nothing', async () => {
    for (const way of [[], ['IN_TRANSIT'], ['DELIVERED'], ['CANCELLED']]) {
      const { id, order } = await shipped()
      for (const status of way) await patch(id, { status })
      const before = await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer })
      const events = await eventsOf(id)
      for (const body of [{ status: before.body.status }, {}, { carrier: 'ups' }]) {
        const answer = await patch(id, body)
        assert.deepEqual([answer.status, answer.body], [200, before.body])
      }
      assert.deepEqual(await eventsOf(id), events)
      assert.equal((await read(order)).shipped[0], before.body.status === 'CANCELLED' ? 0 : 3)
    }
  })

  test('any other change of status gets 409 with the current status, and changes nothing', async () => {
    for (const [way, refused] of [
      [['IN_TRANSIT'], ['SHIPPED']],
      [['DELIVERED'], ['SHIPPED', 'IN_TRANSIT', 'CANCELLED']],
      [['CANCELLED'], ['SHIPPED', 'IN_TRANSIT', 'DELIVERED']]
    ] as const) {
      const { id, order } = await shipped()
      for (const status of way) await patch(id, { status })
      const before = [await read(order), await stock(order)]
      for (const status of refused) {
        const answer = await patch(id, { status, carrier: 'DHL' })
        assertProblem(answer, 409, 'INVALID_TRANSITION')
        assert.match(answer.body.detail, new RegExp(`is ${way[0]}\\.`))
      }
      const { body } = await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer })
      assert.deepEqual([body.status, body.carrier], [way[0], 'UPS'])
      assert.deepEqual([await read(order), await stock(order)], before)
    }
  })
})

describe('correcting a shipment', () => {
  test('carrier and tracking number can be corrected even after delivery, which updates the order', async () => {
    const { id, order } = await shipped()
    await patch(id, { status: 'DELIVERED' })
    const delivered = await t.call(`GET /vendor/orders/${order.id}`, { as: vendor.viewer })
    const { body } = await patch(id, { carrier: 'Fedex', trackingNumber: ' 77 ' })
    assert.deepEqual(
      [body.carrier, body.trackingNumber, body.trackingUrl, body.status],
      ['FEDEX', '77', 'https://www.fedex.com/fedextrack/?trknbr=77', 'DELIVERED']
    )
    assert.equal(body.deliveredAt, delivered.body.shipments[0].deliveredAt)
    const after = await t.call(`GET /vendor/orders/${order.id}`, { as: vendor.viewer })
    assert.notEqual(after.headers.etag, delivered.headers.etag)
    assert.ok(after.body.updatedAt > delivered.body.updatedAt)
    assert.equal(after.body.status, 'DELIVERED')
    assert.deepEqual((await eventsOf(id)).at(-1), [
      'shipment.updated',
      ['carrier', 'trackingNumber', 'trackingUrl'],
      'DELIVERED'
    ])
  })

  test('a tracking URL that was sent stays, a generated one is updated, and null clears it', async () => {
    const sent = await shipped({ trackingUrl: 'https://track.example.com/1' })
    assert.equal((await patch(sent.id, { carrier: 'DHL' })).body.trackingUrl, 'https://track.example.com/1')
    assert.equal((await patch(sent.id, { trackingUrl: null })).body.trackingUrl, null)
    assert.equal((await patch(sent.id, { status: 'IN_TRANSIT' })).body.trackingUrl, null)
    const made = await shipped()
    assert.equal((await patch(made.id, { carrier: 'Bolt Freight' })).body.trackingUrl, null)
    const named = await patch(made.id, { carrier: 'UPS', trackingNumber: '1Z' })
    assert.equal(named.body.trackingUrl, 'https://www.ups.com/track?tracknum=1Z')
    const given = await patch(made.id, { trackingNumber: '2Z', trackingUrl: 'http://a.test/2Z' })
    assert.equal(given.body.trackingUrl, 'http://a.test/2Z')
  })

  test('shippedAt must be between the time of the order and the delivery', async () => {
    const order = await testOrder(t, vendor, { fields: { placedAt: '2026-03-01T09:30:00Z' } })
    const { body } = await ship(t, vendor, { orderId: order.id, shippedAt: '2026-03-02T00:00:00Z' })
    const { id } = body
    assert.equal(
      (await patch(id, { shippedAt: '2026-03-01T09:30:00Z' })).body.shippedAt,
      '2026-03-01T09:30:00.000Z'
    )
    assertFaults(await patch(id, { shippedAt: '2026-03-01T09:29:59.999Z' }), { '/shippedAt': 'TOO_SMALL' })
    const ahead = new Date(Date.now() + 4 * 60_000).toISOString()
    await patch(id, { shippedAt: ahead })
    const delivered = await patch(id, { status: 'DELIVERED' })
    assert.equal(delivered.body.deliveredAt, ahead)
    const later = new Date(Date.parse(ahead) + 1).toISOString()
    assertFaults(await patch(id, { shippedAt: later }), { '/shippedAt': 'TOO_LARGE' })
  })

  test("a cancelled shipment can't be changed", async () => {
    const { id, body } = await shipped()
    const { body: cancelled } = await patch(id, { status: 'CANCELLED' })
    for (const change of [
      { carrier: 'DHL' },
      { trackingNumber: '2' },
      { trackingUrl: null },
      { shippedAt: new Date(Date.now() + 1000).toISOString() }
    ]) {
      const answer = await patch(id, change)
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.match(answer.body.detail, /is CANCELLED/)
    }
    assert.equal((await patch(id, { trackingNumber: body.trackingNumber })).status, 200)
    assert.deepEqual((await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer })).body, cancelled)
  })

  test('every error of the body is reported', async () => {
    const { id } = await shipped()
    assertFaults(
      await patch(id, {
        ...{
          carrier: null,
          trackingNumber: '',
          trackingUrl: 'ftp://a.test',
          shippedAt: null,
          status: 'LOST'
        },
        ...{ orderId: newId(), items: [], deliveredAt: '2026-03-01T00:00:00Z', tracking: '1' }
      }),
      {
        '/carrier': 'REQUIRED',
        '/trackingNumber': 'TOO_SHORT',
        '/trackingUrl': 'INVALID_URL',
        '/shippedAt': 'REQUIRED',
        '/status': 'NOT_ALLOWED',
        '/orderId': 'READ_ONLY_FIELD',
        '/items': 'READ_ONLY_FIELD',
        '/deliveredAt': 'READ_ONLY_FIELD',
        '/tracking': 'UNKNOWN_FIELD'
      }
    )
    assertFaults(await patch(id, { status: null }), { '/status': 'REQUIRED' })
    assertFaults(await patch('12', {}), { id: 'INVALID_UUID' })
    assertProblem(await patch(newId(), { status: 'DELIVERED' }), 404, 'NOT_FOUND')
  })
})

test('an outdated If-Match gets 412 and changes nothing', async () => {
  const { id, etag } = await shipped()
  const match = { 'if-match': etag }
  assert.equal((await patch(id, { status: 'IN_TRANSIT' }, match)).status, 200)
  assertProblem(await patch(id, { status: 'CANCELLED' }, match), 412, 'PRECONDITION_FAILED')
  assertProblem(await patch(id, { status: 'IN_TRANSIT' }, match), 412, 'PRECONDITION_FAILED')
  assert.equal((await patch(id, { status: 'DELIVERED' }, { 'if-match': '*' })).status, 200)
})

test('a read with the current ETag gets 304', async () => {
  const { id, etag } = await shipped()
  const headers = { 'if-none-match': etag }
  assert.equal((await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer, headers })).status, 304)
})

test('a request without a token gets 401; a viewer gets 403 before the body is checked', async () => {
  const { id } = await shipped()
  assertProblem(await t.call(`PATCH /vendor/shipments/${id}`, { body: {} }), 401, 'UNAUTHENTICATED')
  const answer = await t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.viewer, body: { broken: 1 } })
  assertProblem(answer, 403, 'INSUFFICIENT_ROLE')
})
