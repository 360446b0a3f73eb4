import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { testOrder } from '../../../test/orders.ts'
import { lineOf, ship, shipmentCalls } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'
import { carriers } from './carriers.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { stock, read, cancel } = shipmentCalls(() => ({ t, vendor }))

describe('creating a shipment', () => {
  test('without items, it ships all quantities left and updates the order and its stock', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    assert.deepEqual(await stock(order), ['10 3', '10 2'])
    const answer = await ship(t, vendor, { orderId: order.id })
    assert.equal(answer.status, 200)
    const { id, shippedAt, createdAt, updatedAt, ...shown } = answer.body
    assert.deepEqual(shown, {
      orderId: order.id,
      orderNumber: order.orderNumber,
      poNumber: order.poNumber,
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
      status: 'SHIPPED',
      deliveredAt: null,
      items: order.items.map(({ id: orderItemId, sku, quantity }) => ({
        ...{ orderItemId, productName: 'Hex bolt M8', sku, quantity }
      }))
    })
    assert.equal(createdAt, updatedAt)
    assert.ok(Math.abs(Date.parse(shippedAt) - Date.parse(createdAt)) < 1000)
    const again = await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer })
    assert.deepEqual([again.body, again.headers.etag], [answer.body, answer.headers.etag])
    assert.deepEqual(await stock(order), ['7 0', '8 0'])
    assert.deepEqual(await read(order), { status: 'SHIPPED', shipped: [3, 2], cancelled: [0, 0] })
    const whole = await t.call(`GET /vendor/orders/${order.id}`, { as: vendor.viewer })
    assert.deepEqual(whole.body.shipments, [answer.body])
    assert.ok(whole.body.acknowledgedAt)
  })

  test('with items, it ships these quantities; a later shipment without items ships the rest', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    const first = await ship(t, vendor, {
      orderId: order.id.toUpperCase(),
      items: [{ ...lineOf(order, 0, 2), orderItemId: order.items[0]?.id.toUpperCase() }]
    })
    assert.deepEqual(
      first.body.items.map(({ quantity }: { quantity: number }) => quantity),
      [2]
    )
    assert.deepEqual(await read(order), { status: 'PARTIALLY_SHIPPED', shipped: [2, 0], cancelled: [0, 0] })
    assert.deepEqual(await stock(order), ['8 1', '10 2'])
    const rest = await ship(t, vendor, { orderId: order.id })
    assert.deepEqual(
      rest.body.items.map(({ quantity }: { quantity: number }) => quantity),
      [1, 2]
    )
    assert.deepEqual(await stock(order), ['7 0', '8 0'])
    assert.equal((await read(order)).status, 'SHIPPED')
  })

  test('cancelled quantities are not shipped', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    await cancel(order, [lineOf(order, 0, 1), lineOf(order, 1, 2)])
    const { body } = await ship(t, vendor, { orderId: order.id })
    assert.deepEqual(
      body.items.map(({ orderItemId, quantity }: { orderItemId: string; quantity: number }) => ({
        orderItemId,
        quantity
      })),
      [lineOf(order, 0, 2)]
    )
    assert.deepEqual(await read(order), { status: 'SHIPPED', shipped: [2, 0], cancelled: [1, 2] })
    assert.deepEqual(await stock(order), ['8 0', '10 0'])
  })

  test('acknowledgedAt of an acknowledged order stays unchanged', async () => {
    const order = await testOrder(t, vendor)
    const { body } = await t.call(`POST /vendor/orders/${order.id}/acknowledge`, { as: vendor.editor })
    await ship(t, vendor, { orderId: order.id })
    const after = await t.call(`GET /vendor/orders/${order.id}`, { as: vendor.viewer })
    assert.equal(after.body.acknowledgedAt, body.acknowledgedAt)
  })

  test('the stock on hand never falls below zero', async () => {
    const order = await testOrder(t, vendor, { quantities: [5], stock: 10 })
    const { variantId } = order.items[0] ?? { variantId: '' }
    await t.call(`PATCH /vendor/products/${order.sellables[0]?.productId}`, {
      as: vendor.owner,
      body: { variantStock: [{ variantId, quantity: 2 }] }
    })
    assert.deepEqual(await stock(order), ['2 5'])
    const { body } = await ship(t, vendor, { orderId: order.id, items: [lineOf(order, 0, 4)] })
    assert.deepEqual(await stock(order), ['0 1'])
    const [row] = await t.sql`select stock_taken from shipment_items where shipment_id = ${body.id}`
    assert.equal(row?.stockTaken, 2)
  })

  test('a line of a deleted product can be shipped, with the names from the time of the order', async () => {
    const order = await testOrder(t, vendor, { quantities: [3] })
    const path = `/vendor/products/${order.sellables[0]?.productId}`
    assert.equal((await t.call(`DELETE ${path}`, { as: vendor.owner })).status, 200)
    const { status, body } = await ship(t, vendor, { orderId: order.id })
    assert.equal(status, 200)
    assert.equal(body.items[0].sku, order.items[0]?.sku)
    assert.deepEqual(await stock(order), ['gone'])
    assert.equal((await read(order)).status, 'SHIPPED')
    const cancelled = await t.call(`PATCH /vendor/shipments/${body.id}`, {
      as: vendor.owner,
      body: { status: 'CANCELLED' }
    })
    assert.equal(cancelled.status, 200)
    assert.equal((await read(order)).status, 'ACKNOWLEDGED')
  })

  test('a known carrier is stored as its code and sets the tracking URL; other carriers are stored as sent', async () => {
    for (const [carrier, trackingNumber, stored, link] of [
      ['fedex', '12 34/5', 'FEDEX', 'https://www.fedex.com/fedextrack/?trknbr=12%2034%2F5'],
      [
        ' Royal mail ',
        'AB1',
        'ROYAL_MAIL',
        'https://www.royalmail.com/track-your-item#/tracking-results/AB1'
      ],
      ['Bolt Freight', 'AB1', 'Bolt Freight', null]
    ] as const) {
      const { id: orderId } = await testOrder(t, vendor)
      const { body } = await ship(t, vendor, { orderId, carrier, trackingNumber, trackingUrl: null })
      assert.deepEqual([body.carrier, body.trackingUrl], [stored, link])
    }
    const { id: orderId } = await testOrder(t, vendor)
    const trackingUrl = 'https://track.example.com/AB1'
    assert.equal((await ship(t, vendor, { orderId, trackingUrl })).body.trackingUrl, trackingUrl)
  })

  test('shippedAt must be between the time of the order and now', async () => {
    const placedAt = '2026-03-01T09:30:00.000Z'
    const at = async (shippedAt: string) => {
      const { id: orderId } = await testOrder(t, vendor, { fields: { placedAt } })
      return ship(t, vendor, { orderId, shippedAt })
    }
    assert.equal((await at('2026-03-01T10:30:00+01:00')).body.shippedAt, placedAt)
    const { body } = await at('2026-03-01T09:30:00.0019999999Z')
    assert.equal(body.shippedAt, '2026-03-01T09:30:00.001Z')
    assertFaults(await at('2026-03-01T09:29:59.999Z'), { '/shippedAt': 'TOO_SMALL' })
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()
    assert.equal((await at(ahead(4 * 60_000))).status, 200)
    assertFaults(await at(ahead(6 * 60_000)), { '/shippedAt': 'TOO_LARGE' })
    assertFaults(await at('2026-12-31T23:59:60Z'), { '/shippedAt': 'INVALID_TIMESTAMP' })
    assertFaults(await at('2026-03-01'), { '/shippedAt': 'INVALID_TIMESTAMP' })
  })

  test('concurrent requests with the same Idempotency-Key ship once', async () => {
    const order = await testOrder(t, vendor, { quantities: [5], stock: 10 })
    const body = { orderId: order.id, carrier: 'UPS', trackingNumber: '1', items: [lineOf(order, 0, 1)] }
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => t.call('POST /vendor/shipments', { as: vendor.owner, body, headers }))
    )
    const done = answers.filter(({ status }) => status === 200)
    assert.equal(new Set(done.map(({ body: { id } }) => id)).size, 1)
    assert.deepEqual((await read(order)).shipped, [1])
  })

  test('the event contains the order, its new status and the quantity', async () => {
    const own = await t.vendor()
    const order = await testOrder(t, own, { quantities: [3, 2] })
    const { body } = await ship(t, own, {
      orderId: order.id,
      items: [lineOf(order, 0, 2), lineOf(order, 1, 2)]
    })
    const events = await t.sql`
      select subject_type, subject_id, details from events where vendor_id = ${own.id} and type = 'shipment.created'`
    assert.deepEqual(
      events.map((event) => ({ ...event })),
      [
        {
          subjectType: 'shipment',
          subjectId: body.id,
          details: { orderId: order.id, orderStatus: 'PARTIALLY_SHIPPED', quantity: 4 }
        }
      ]
    )
  })
})

test('a shipment can have 200 lines', async () => {
  const order = await testOrder(t, vendor, { quantities: Array(200).fill(2), stock: 5 })
  const items = order.items.map((_, index) => lineOf(order, index, 1))
  const { status, body } = await ship(t, vendor, { orderId: order.id, items })
  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map(({ orderItemId }: { orderItemId: string }) => orderItemId),
    order.items.map(({ id }) => id)
  )
  assert.deepEqual(new Set(await stock(order)), new Set(['4 1']))
})

test('known carriers are listed with their tracking URLs', async () => {
  const { body, headers } = await t.call('GET /vendor/carriers', { as: vendor.viewer })
  assert.deepEqual(body, { carriers })
  assert.ok(headers.etag)
  assertProblem(await t.call('GET /vendor/carriers'), 401, 'UNAUTHENTICATED')
})
