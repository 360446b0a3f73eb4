import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { orderCalls, shipTo, testOrder } from '../../../test/orders.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

const { call, read, acknowledge } = orderCalls(() => ({ t, vendor }))

describe('reading an order', () => {
  test('shows the whole order at the prices that the customer paid', async () => {
    const order = await testOrder(t, vendor, {
      quantities: [3, 2],
      part: { tax: 3.1, discount: '1.60' },
      fields: { customerNote: 'Leave at the door', placedAt: '2026-03-01T09:30:00Z' }
    })
    const { body, headers } = await call(`GET /vendor/orders/${order.id}`)
    assert.ok(headers.etag)
    const { createdAt, updatedAt, vendor: supplier, billTo, ...shown } = body
    const line = {
      productName: 'Hex bolt M8',
      price: 15,
      imageUrl: null,
      quantityShipped: 0,
      quantityCancelled: 0
    }
    assert.deepEqual(shown, {
      id: order.id,
      orderNumber: order.orderNumber,
      status: 'CONFIRMED',
      placedAt: '2026-03-01T09:30:00.000Z',
      poNumber: order.poNumber,
      shipTo: { company: null, addressLine2: null, phone: null, ...shipTo },
      items: order.items.map(({ id, sku, variantId, quantity }) => ({
        ...{ ...line, id, sku, quantity, subtotal: 15 * quantity, variantId },
        productId: order.sellables[0]?.productId
      })),
      subtotal: 75,
      shipping: 8.9,
      tax: 3.1,
      discount: 1.6,
      total: 85.4,
      net: { subtotal: 75, shipping: 8.9, tax: 3.1, discount: 1.6, total: 85.4 },
      currency: 'USD',
      ...{ acknowledgeBy: null, shipBy: null, dueAt: null, isLate: false },
      paymentMethodName: 'Credit card',
      shippingMethodName: 'Ground',
      customerNote: 'Leave at the door',
      acknowledgedAt: null,
      allowedActions: ['acknowledge', 'ship', 'cancel'],
      shipments: [],
      cancellations: []
    })
    assert.equal(supplier.name, `Vendor ${vendor.id}`)
    assert.ok('zipCode' in billTo)
    assert.ok(createdAt <= updatedAt)
  })

  test('imageUrl shows the image from the time of the order, as a URL', async () => {
    const order = await testOrder(t, vendor)
    for (const [image, url] of [
      ['products/a.png', 'https://assets.test/assets/products/a.png'],
      ['https://cdn.test/a.png', 'https://cdn.test/a.png']
    ] as const) {
      await t.sql`update order_items set image = ${image} where suborder_id = ${order.id}`
      assert.equal((await read(order.id)).items[0].imageUrl, url)
    }
  })

  test('a current ETag gives 304, and the ETag changes with the order', async () => {
    const { id } = await testOrder(t, vendor)
    const get = (etag: string) =>
      t.call(`GET /vendor/orders/${id}`, { as: vendor.viewer, headers: { 'if-none-match': etag } })
    const etag = (await get('""')).headers.etag ?? ''
    assert.equal((await get(etag)).status, 304)
    await acknowledge(id)
    assert.equal((await get(etag)).status, 200)
  })

  test('very large and very small amounts are exact', async () => {
    const order = await testOrder(t, vendor, { variant: { vendorPrice: '9999999.0001' }, quantities: [1000] })
    const { items, subtotal, total } = await read(order.id)
    assert.deepEqual(
      [items[0].price, items[0].subtotal, subtotal, total],
      [11999998.8, 11999998800, 11999998800, 11999998808.9]
    )
    const small = await testOrder(t, vendor, { part: {}, variant: { vendorPrice: '0.0001' } })
    const cheap = await read(small.id)
    assert.deepEqual([cheap.items[0].price, cheap.subtotal], [0, 0])
  })

  test('an invalid id gets 400, and an unknown id 404', async () => {
    assertFaults(await call('GET /vendor/orders/1'), { id: 'INVALID_UUID' })
    assertProblem(await call(`GET /vendor/orders/${newId()}`), 404, 'NOT_FOUND')
    const { id } = await testOrder(t, vendor)
    assert.equal((await call(`GET /vendor/orders/${id.toUpperCase()}`)).body.id, id)
  })
})
