import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type TestOrder, testOrder } from '../../../test/orders.ts'
import { lineOf, ship, shipmentCalls } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { stock, read, cancel } = shipmentCalls(() => ({ t, vendor }))

describe('rejected shipments', () => {
  let order: TestOrder
  before(async () => {
    order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
  })

  test('quantities above what is left get 409 with an error for each line, and nothing is shipped', async () => {
    const answer = await ship(t, vendor, {
      orderId: order.id,
      items: [lineOf(order, 0, 4), lineOf(order, 1, 3)]
    })
    assertProblem(answer, 409, 'OVER_SHIPPED', {
      '/items/0/quantity': 'OVER_SHIPPED',
      '/items/1/quantity': 'OVER_SHIPPED'
    })
    assert.equal(answer.body.errorCount, 2)
    const huge = await ship(t, vendor, {
      orderId: order.id,
      items: [lineOf(order, 0, 3), lineOf(order, 1, 1e300)]
    })
    assertProblem(huge, 409, 'OVER_SHIPPED', { '/items/1/quantity': 'OVER_SHIPPED' })
    assert.deepEqual(await read(order), { status: 'CONFIRMED', shipped: [0, 0], cancelled: [0, 0] })
    assert.deepEqual(await stock(order), ['10 3', '10 2'])
  })

  test('lines that are unknown, repeated or of another order get 400, before quantities are checked', async () => {
    const other = await testOrder(t, vendor)
    const items = [lineOf(order, 0, 99), { orderItemId: newId(), quantity: 1 }, lineOf(other, 0, 1)]
    assertFaults(await ship(t, vendor, { orderId: order.id, items, shippedAt: '2020-01-01T00:00:00Z' }), {
      '/items/1/orderItemId': 'UNKNOWN_ID',
      '/items/2/orderItemId': 'UNKNOWN_ID',
      '/shippedAt': 'TOO_SMALL'
    })
    const upper = { ...lineOf(order, 0, 1), orderItemId: order.items[0]?.id.toUpperCase() }
    assertFaults(await ship(t, vendor, { orderId: order.id, items: [lineOf(order, 0, 1), upper] }), {
      '/items/1/orderItemId': 'DUPLICATE'
    })
  })

  test('an unknown order and an order of another vendor get the same 404', async () => {
    const other = await testOrder(t, await t.vendor())
    const answers = await Promise.all(
      [newId(), other.id, other.orderId].map((orderId) => ship(t, vendor, { orderId }))
    )
    const [first] = answers
    for (const answer of answers) {
      assertProblem(answer, 404, 'NOT_FOUND')
      assert.equal(answer.body.detail, first?.body.detail)
    }
    const [row] = await t.sql`select count(*)::int as n from shipments where suborder_id = ${other.id}`
    assert.equal(row?.n, 0)
  })

  test('an order with nothing left to ship gets 409 with its status', async () => {
    const done = await testOrder(t, vendor, { quantities: [1], stock: 10 })
    const { body } = await ship(t, vendor, { orderId: done.id })
    const again = await ship(t, vendor, { orderId: done.id })
    assertProblem(again, 409, 'INVALID_TRANSITION')
    assert.match(again.body.detail, /is SHIPPED/)
    const withItems = await ship(t, vendor, { orderId: done.id, items: [lineOf(done, 0, 1)] })
    assertProblem(withItems, 409, 'OVER_SHIPPED', { '/items/0/quantity': 'OVER_SHIPPED' })
    assert.match(withItems.body.detail, /is SHIPPED/)
    await t.call(`PATCH /vendor/shipments/${body.id}`, { as: vendor.owner, body: { status: 'DELIVERED' } })
    assert.match((await ship(t, vendor, { orderId: done.id })).body.detail, /is DELIVERED/)
    assert.deepEqual(await stock(done), ['9 0'])

    const cancelled = await testOrder(t, vendor)
    await cancel(cancelled)
    for (const items of [undefined, [lineOf(cancelled, 0, 1)]]) {
      const answer = await ship(t, vendor, { orderId: cancelled.id, items })
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.match(answer.body.detail, /is CANCELLED/)
    }
  })

  const good = { carrier: 'UPS', trackingNumber: '1Z' }
  const bad: [string, object, Record<string, string>][] = [
    ['no fields', {}, { '/orderId': 'REQUIRED', '/carrier': 'REQUIRED', '/trackingNumber': 'REQUIRED' }],
    ['an invalid order id', { ...good, orderId: '12' }, { '/orderId': 'INVALID_UUID' }],
    [
      'blank strings',
      { orderId: newId(), carrier: ' ', trackingNumber: ' ' },
      { '/carrier': 'TOO_SHORT', '/trackingNumber': 'TOO_SHORT' }
    ],
    [
      'strings of 101 characters',
      { orderId: newId(), carrier: 'é'.repeat(101), trackingNumber: 'é'.repeat(101) },
      { '/carrier': 'TOO_LONG', '/trackingNumber': 'TOO_LONG' }
    ],
    [
      'a tracking URL of 2,049 characters',
      { ...good, orderId: newId(), trackingUrl: `https://a.test/${'x'.repeat(2034)}` },
      { '/trackingUrl': 'TOO_LONG' }
    ],
    ...['ftp://a.test/1', 'javascript:alert(1)', 'https://me:pw@a.test/1', '/1', ''].map(
      (trackingUrl): [string, object, Record<string, string>] => [
        `the tracking URL ${JSON.stringify(trackingUrl)}`,
        { ...good, orderId: newId(), trackingUrl },
        { '/trackingUrl': 'INVALID_URL' }
      ]
    ),
    ['an empty list of items', { ...good, orderId: newId(), items: [] }, { '/items': 'TOO_FEW' }],
    [
      '201 items',
      {
        ...good,
        orderId: newId(),
        items: Array.from({ length: 201 }, () => ({ orderItemId: newId(), quantity: 1 }))
      },
      { '/items': 'TOO_MANY' }
    ],
    [
      'items with missing, unknown or invalid fields',
      {
        ...good,
        orderId: newId(),
        items: [{}, { orderItemId: 'x', quantity: 0 }, { orderItemId: newId(), quantity: 1.5, sku: 'HB' }, 7]
      },
      {
        '/items/0/orderItemId': 'REQUIRED',
        '/items/0/quantity': 'REQUIRED',
        '/items/1/orderItemId': 'INVALID_UUID',
        '/items/1/quantity': 'TOO_SMALL',
        '/items/2/quantity': 'INVALID_TYPE',
        '/items/2/sku': 'UNKNOWN_FIELD',
        '/items/3': 'INVALID_TYPE'
      }
    ],
    [
      'unknown and read-only fields',
      { ...good, orderId: newId(), status: 'DELIVERED', deliveredAt: null, tracking: '1Z' },
      { '/status': 'READ_ONLY_FIELD', '/deliveredAt': 'READ_ONLY_FIELD', '/tracking': 'UNKNOWN_FIELD' }
    ]
  ]
  for (const [name, body, faults] of bad) {
    test(`rejects a shipment with ${name}`, async () =>
      assertFaults(await t.call('POST /vendor/shipments', { as: vendor.owner, body }), faults))
  }

  test('accepts the maximum of every bound', async () => {
    const trackingUrl = `https://a.test/${'x'.repeat(2033)}`
    const carrier = 'é'.repeat(100)
    const answer = await ship(t, vendor, {
      orderId: (await testOrder(t, vendor)).id,
      ...{ carrier, trackingNumber: carrier, trackingUrl, shippedAt: null, items: null }
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      [answer.body.carrier, answer.body.trackingNumber, answer.body.trackingUrl],
      [carrier, carrier, trackingUrl]
    )
  })

  test('a request without a token gets 401; a viewer gets 403 before the body is checked', async () => {
    assertProblem(await t.call('POST /vendor/shipments', { body: {} }), 401, 'UNAUTHENTICATED')
    assertProblem(await ship(t, vendor, { as: vendor.viewer, broken: 1 }), 403, 'INSUFFICIENT_ROLE')
    for (const as of [vendor.admin, vendor.editor]) {
      assert.equal((await ship(t, vendor, { as, orderId: (await testOrder(t, vendor)).id })).status, 200)
    }
  })
})
