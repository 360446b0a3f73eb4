import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { orderCount, placeOrder, seller, shipTo, stockOfVariant } from '../../../../test/orders.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

describe('lines without enough stock', () => {
  test('each line is reported with the available stock, and nothing is created', async () => {
    const [one, two] = [await seller(t, [5, 3, 4]), await seller(t, [2])]
    await t.sql`update variants set stock_reserved = 6 where id = ${one.goods[2]?.id ?? ''}`
    const many = (part: typeof one.part) => ({
      ...part,
      items: part.items.map((item) => ({ ...item, quantity: 4 }))
    })
    const before = await orderCount(t)
    const answer = await placeOrder(t, [many(one.part), many(two.part)])
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK')
    assert.deepEqual(answer.body.errors, [
      {
        pointer: '/vendors/0/items/1/quantity',
        code: 'INSUFFICIENT_STOCK',
        message: 'must not exceed the available stock, which is 3'
      },
      {
        pointer: '/vendors/0/items/2/quantity',
        code: 'INSUFFICIENT_STOCK',
        message: 'must not exceed the available stock, which is 0'
      },
      {
        pointer: '/vendors/1/items/0/quantity',
        code: 'INSUFFICIENT_STOCK',
        message: 'must not exceed the available stock, which is 2'
      }
    ])
    assert.equal(await orderCount(t), before)
    assert.deepEqual(await stockOfVariant(t, one.goods[0]?.id ?? ''), { onHand: 5, reserved: 0 })
    const events =
      await t.sql`select from events where vendor_id = ${one.vendor.id} and type = 'order.placed'`
    assert.equal(events.length, 0)
  })
})

describe('an order with invalid parts', () => {
  test('every error is reported with its pointer, and nothing is created', async () => {
    const [one, two, other] = [await seller(t, [1, 1, 1, 1, 1]), await seller(t), await seller(t)]
    const [live, retired, hidden, ,] = one.goods
    const draft = await seller(t)
    await t.sql`update variants set is_active = false where id = ${retired?.id ?? ''}`
    await t.sql`update products set status = 'HIDDEN' where id = ${draft.goods[0]?.productId ?? ''}`
    await t.sql`update variants set product_id = ${draft.goods[0]?.productId ?? ''} where id = ${hidden?.id ?? ''}`
    await t.sql`update vendors set is_active = false where id = ${two.vendor.id}`
    const before = await orderCount(t)
    const item = (variantId = '') => ({ variantId, quantity: 1 })
    const answer = await placeOrder(t, [
      {
        ...one.part,
        items: [item(live?.id), item(retired?.id), item(hidden?.id), item(other.goods[0]?.id), item(newId())]
      },
      two.part,
      { ...other.part, shippingMethodId: one.part.shippingMethodId },
      { ...draft.part, shippingMethodId: newId() },
      { ...part(newId()), items: [item(live?.id), item(newId())] }
    ])
    assertFaults(answer, {
      '/vendors/0/items/1/variantId': 'INACTIVE',
      '/vendors/0/items/2/variantId': 'NOT_PUBLISHED',
      '/vendors/0/items/3/variantId': 'OTHER_VENDOR',
      '/vendors/0/items/4/variantId': 'UNKNOWN_ID',
      '/vendors/1/vendorId': 'INACTIVE',
      '/vendors/2/shippingMethodId': 'OTHER_VENDOR',
      '/vendors/3/items/0/variantId': 'NOT_PUBLISHED',
      '/vendors/3/shippingMethodId': 'UNKNOWN_ID',
      '/vendors/4/vendorId': 'UNKNOWN_ID',
      '/vendors/4/items/1/variantId': 'UNKNOWN_ID'
    })
    assert.equal(await orderCount(t), before)
    assert.deepEqual(await stockOfVariant(t, live?.id ?? ''), { onHand: 1, reserved: 0 })
  })

  const part = (vendorId: string) => ({ vendorId, shippingMethodId: newId(), items: [] })

  test("variants of products that aren't PUBLISHED can't be ordered", async () => {
    const { goods, part } = await seller(t)
    for (const status of ['PENDING_APPROVAL', 'DRAFT', 'HIDDEN']) {
      await t.sql`update products set status = ${status} where id = ${goods[0]?.productId ?? ''}`
      assertFaults(await placeOrder(t, [part]), { '/vendors/0/items/0/variantId': 'NOT_PUBLISHED' })
    }
    await t.call(`DELETE /vendor/products/${goods[0]?.productId}`, { as: (await seller(t)).vendor.owner })
    await t.sql`delete from products where id = ${goods[0]?.productId ?? ''}`
    assertFaults(await placeOrder(t, [part]), { '/vendors/0/items/0/variantId': 'UNKNOWN_ID' })
  })

  test('amounts above the limit are rejected', async () => {
    const { goods, part } = await seller(t, [1_000_000])
    const items = (quantity: number, unitPrice?: string) => [
      { variantId: goods[0]?.id ?? '', quantity, ...(unitPrice && { unitPrice }) }
    ]
    assertFaults(await placeOrder(t, [{ ...part, items: items(1000, '9999999999.9999') }]), {
      '/vendors/0/items': 'TOO_LARGE'
    })
    const largest = await placeOrder(t, [{ ...part, items: items(1000, '9999999999.98') }])
    assert.equal(largest.body.suborders[0].subtotal, 9999999999980)
    await t.sql`update variants set vendor_price = 9999999999 where id = ${goods[0]?.id ?? ''}`
    assertFaults(await placeOrder(t, [{ ...part, items: items(1) }]), {
      '/vendors/0/items/0/variantId': 'TOO_LARGE'
    })
    assertFaults(await placeOrder(t, [{ ...part, items: items(100_000, '1') }]), {
      '/vendors/0/items': 'TOO_LARGE'
    })
  })
})

test('a request without a token gets 401 and a vendor 403; a viewer gets 403 before the body is checked', async () => {
  const { vendor, part } = await seller(t)
  const body = { paymentMethodName: 'Card', shipTo, vendors: [part] }
  assertProblem(await t.call('POST /platform/orders', { body }), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call('POST /platform/orders', { as: vendor.owner, body }), 403, 'NOT_PLATFORM_USER')
  const viewer = await t.operator('VIEWER')
  assertProblem(await t.call('POST /platform/orders', { as: viewer, body: {} }), 403, 'INSUFFICIENT_ROLE')
  for (const role of ['ADMIN', 'EDITOR'] as const) {
    assert.equal((await t.call('POST /platform/orders', { as: await t.operator(role), body })).status, 200)
  }
})
