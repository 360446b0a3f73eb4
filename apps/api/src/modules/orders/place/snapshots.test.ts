import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  placeOrder,
  sellables,
  sharedOperator,
  shippingMethod,
  shipTo,
  testOrder
} from '../../../../test/orders.ts'
import { liveImage } from '../../../../test/staged.ts'
import { sweepAssets } from '../../media/sweep-assets.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await sharedOperator(t)
})
after(() => t.close())

const read = async (id: string) => (await t.call(`GET /platform/orders/${id}`, { as: operator })).body

test('later changes to products, prices, methods, vendors and settings do not change an order', async () => {
  const vendor = await t.vendor({ commissionPercent: 20 })
  const admin = await t.operator()
  const address = { addressLine1: '1 Dock', city: 'Ely', country: 'GB', phone: '' }
  await t.call(`PATCH /platform/vendors/${vendor.id}`, {
    as: admin,
    body: { name: 'Acme', phone: '+44 1', address }
  })
  await t.call('PATCH /platform/settings', {
    as: admin,
    body: { address: { company: 'Market', city: 'Bonn' } }
  })
  const [first, second] = await sellables(t, vendor, { stock: [10, 10] })
  const productId = first?.productId ?? ''
  const primary = await liveImage(t, vendor, { productId, isPrimary: true })
  const own = await liveImage(t, vendor, { productId, variantId: second?.id ?? '', sortOrder: 5 })
  const shippingMethodId = await shippingMethod(t, vendor)
  const items = [first, second].map((one) => ({ variantId: one?.id ?? '', quantity: 2 }))
  const placed = await placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items }], {
    customerNote: 'Ring\ntwice'
  })
  const before = await read(placed.body.id)

  const [part] = before.suborders
  const unset = {
    name: null,
    company: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
    phone: null
  }
  assert.deepEqual(part.vendor, { ...unset, ...address, name: 'Acme', company: 'Acme', phone: '+44 1' })
  assert.deepEqual(part.billTo, { ...unset, company: 'Market', city: 'Bonn' })
  assert.deepEqual(part.shipTo, { ...unset, ...shipTo })
  assert.deepEqual(before.shipTo, part.shipTo)
  assert.deepEqual(
    [part.shippingMethodName, part.paymentMethodName, part.customerNote],
    ['Ground', 'Credit card', 'Ring\ntwice']
  )
  assert.deepEqual([part.subtotal, part.costSubtotal, part.total, before.total], [60, 50, 68.9, 68.9])
  assert.deepEqual(
    part.items.map(({ id: _, ...item }: { id: string }) => item),
    [
      [first, primary],
      [second, own]
    ].map(([one, image]) => ({
      ...{
        productName: 'Hex bolt M8',
        sku: (one as typeof first)?.sku,
        quantity: 2,
        price: 15,
        subtotal: 30
      },
      ...{ cost: 12.5, costSubtotal: 25, variantId: (one as typeof first)?.id, productId },
      imageUrl: `https://assets.test/assets/${(image as typeof own).path}`,
      ...{ quantityShipped: 0, quantityCancelled: 0 }
    }))
  )

  await t.call(`PATCH /platform/vendors/${vendor.id}`, {
    as: admin,
    body: { commissionPercent: 50, address: { city: 'York' }, phone: '+44 2' }
  })
  await t.call('PATCH /platform/settings', { as: admin, body: { address: { city: 'Berlin' } } })
  await t.call(`PATCH /vendor/products/${productId}`, {
    as: vendor.owner,
    body: { variants: [{ id: first?.id, sku: 'NEW', vendorPrice: 99 }] }
  })
  await t.call(`DELETE /vendor/me/shipping-methods/${shippingMethodId}`, { as: vendor.owner })
  await t.sql`update products set name = 'Other' where id = ${productId}`
  assert.deepEqual(await read(placed.body.id), before)
  assert.equal((await t.call(`DELETE /vendor/products/${productId}`, { as: vendor.owner })).status, 200)
  await sweepAssets(t.sql, t.app.deps.assets, { now: new Date(Date.now() + 2 * 3_600_000) })
  assert.deepEqual(await read(placed.body.id), before)
  for (const { imageUrl } of part.items) {
    assert.equal((await t.call(`GET ${imageUrl.replace('https://assets.test/', '')}`)).status, 200)
  }
  // The order can still be cancelled.
  assert.equal(
    (await t.call(`POST /platform/orders/${placed.body.id}/cancel`, { as: operator, body: {} })).status,
    200
  )
})

test('an external image URL is shown unchanged, and a line without an image shows null', async () => {
  const vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [1, 1] })
  await t.sql`update order_items set image = 'https://img.example/a.png' where id = ${order.items[1]?.id ?? ''}`
  const { suborders } = await read(order.orderId)
  assert.deepEqual(
    suborders[0].items.map(({ imageUrl }: { imageUrl: string }) => imageUrl),
    [null, 'https://img.example/a.png']
  )
})

test("the marketplace's currency can't change while there are orders, even if their products are deleted", async () => {
  const admin = await t.operator()
  await t.sql`delete from shipping_methods`
  await t.sql`delete from products`
  const { status, body } = await t.call('PATCH /platform/settings', {
    as: admin,
    body: { currency: 'JPY' }
  })
  assert.deepEqual([status, body.code], [409, 'CURRENCY_IN_USE'])
})
