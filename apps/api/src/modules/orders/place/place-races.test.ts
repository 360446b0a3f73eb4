import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestAnswer, type TestApp, testApp, testSecret } from '../../../../test/app.ts'
import {
  placeOrder,
  sellables,
  sharedOperator,
  shippingMethod,
  shipTo,
  testOrder
} from '../../../../test/orders.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { systemOrigin } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { placeOrder as place } from './place-order.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const statuses = (answers: TestAnswer[]) => {
  const found: Record<number, number> = {}
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1
  return found
}

async function seller(stock: number[]) {
  const vendor = await t.vendor()
  const goods = await sellables(t, vendor, { stock })
  const part = { vendorId: vendor.id, shippingMethodId: await shippingMethod(t, vendor) }
  return { vendor, part, items: goods.map(({ id }) => ({ variantId: id, quantity: 1 })) }
}

test('of 200 concurrent orders of the last unit, one succeeds and the others get INSUFFICIENT_STOCK', async () => {
  for (let round = 0; round < 3; round++) {
    const { part, items } = await seller([1])
    const answers = await Promise.all(Array.from({ length: 200 }, () => placeOrder(t, [{ ...part, items }])))
    assert.deepEqual(statuses(answers), { 200: 1, 409: 199 })
    for (const answer of answers.filter(({ status }) => status === 409)) {
      assertProblem(answer, 409, 'INSUFFICIENT_STOCK', {
        '/vendors/0/items/0/quantity': 'INSUFFICIENT_STOCK'
      })
    }
    const [row] = await t.sql`
      select v.stock_on_hand, v.stock_reserved, (select sum(quantity)::int from order_items where variant_id = v.id) as sold
      from variants v where id = ${items[0]?.variantId ?? ''}`
    assert.deepEqual({ ...row }, { stockOnHand: 1, stockReserved: 1, sold: 1 })
  }
})

test('orders of the same variants in opposite order never deadlock with each other or with cancellations', async () => {
  const sellers = [await seller([1000, 1000]), await seller([1000, 1000])]
  const parts = sellers.map(({ part, items }) => ({ ...part, items }))
  const reversed = sellers.map(({ part, items }) => ({ ...part, items: items.toReversed() })).reverse()
  const before = await lastNumber()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => placeOrder(t, index % 2 === 0 ? parts : reversed))
  )
  assert.deepEqual(statuses(answers), { 200: 60 })
  const as = await sharedOperator(t)
  const both = await Promise.all(
    answers.flatMap(({ body }) => [
      t.call(`POST /platform/orders/${body.id}/cancel`, { as, body: {} }),
      placeOrder(t, reversed)
    ])
  )
  assert.deepEqual(statuses(both), { 200: 120 })
  // After a deadlock, the transaction would be retried and take another number.
  assert.equal(await lastNumber(), before + 120)
  const variantIds = parts.flatMap(({ items }) => items.map(({ variantId }) => variantId))
  const reserved = await t.sql`select distinct stock_reserved from variants where id = any(${variantIds})`
  assert.deepEqual(
    reserved.map(({ stockReserved }) => stockReserved),
    [60]
  )
})

async function lastNumber(): Promise<number> {
  return Number((await t.sql`select last_value from order_numbers`)[0]?.lastValue)
}

test('20 concurrent requests with the same order number and body create one order and get the same response', async () => {
  const { part, items } = await seller([100])
  const orderNumber = newId()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => placeOrder(t, [{ ...part, items }], { orderNumber }))
  )
  assert.deepEqual(statuses(answers), { 200: 20 })
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const [row] = await t.sql`select stock_reserved from variants where id = ${items[0]?.variantId ?? ''}`
  assert.equal(row?.stockReserved, 1)
  const orders = await t.sql`select from suborders where order_number = ${orderNumber}`
  assert.equal(orders.length, 1)
})

test('of 20 concurrent requests with the same order number and different bodies, one succeeds', async () => {
  const { part, items } = await seller([100])
  const orderNumber = newId()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      placeOrder(t, [{ ...part, items }], { orderNumber, customerNote: `${index}` })
    )
  )
  assert.deepEqual(statuses(answers), { 200: 1, 409: 19 })
  const [row] = await t.sql`select stock_reserved from variants where id = ${items[0]?.variantId ?? ''}`
  assert.equal(row?.stockReserved, 1)
})

test('20 concurrent requests with the same Idempotency-Key take effect once', async () => {
  const { part, items } = await seller([100])
  const headers = { 'idempotency-key': newId() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => placeOrder(t, [{ ...part, items }], {}, headers))
  )
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  assert.ok(answers.some(({ status }) => status === 200))
  const [row] = await t.sql`select stock_reserved from variants where id = ${items[0]?.variantId ?? ''}`
  assert.equal(row?.stockReserved, 1)
})

test('no order is created if a variant is deleted concurrently', async () => {
  const { part, items } = await seller([10, 10])
  const gone = items[0]?.variantId ?? ''
  const answer = await withLocksHeld(t, {
    hold: (tx) => tx`select from variants where id = ${gone} for update`,
    waiting: 1,
    release: (tx) => tx`delete from variants where id = ${gone}`,
    work: () => placeOrder(t, [{ ...part, items }])
  })
  assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { '/vendors/0/items/0/quantity': 'INSUFFICIENT_STOCK' })
  assert.equal(answer.body.errorCount, 1)
})

test("a variant that was ordered can't be removed, even after the order is cancelled", async () => {
  const vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [1, 1] })
  const [line] = order.items
  const path = `/vendor/products/${order.sellables[0]?.productId}/variants/${line?.variantId}`
  const remove = () => t.call(`DELETE ${path}`, { as: vendor.owner })
  assertProblem(await remove(), 409, 'IN_USE')
  await t.call(`POST /platform/orders/${order.orderId}/cancel`, { as: await sharedOperator(t), body: {} })
  const [row] = await t.sql`select stock_reserved from variants where id = ${line?.variantId ?? ''}`
  assert.equal(row?.stockReserved, 0)
  assertProblem(await remove(), 409, 'IN_USE')
})

test("a variant can't be removed if a concurrent transaction orders it", async () => {
  const { vendor, part, items } = await seller([10, 10])
  const variantId = items[0]?.variantId ?? ''
  const [variant] = await t.sql`select product_id from variants where id = ${variantId}`
  const answer = await withLocksHeld(t, {
    hold: async (tx) => {
      const body = { paymentMethodName: 'Card', shipTo, vendors: [{ ...part, items }] }
      await place(tx, systemOrigin, { body, secret: [testSecret] })
      // Release the stock as a cancellation would, so that only the order line refers to the variant.
      await tx`update variants set stock_reserved = 0 where id = ${variantId}`
    },
    waiting: 1,
    work: () =>
      t.call(`DELETE /vendor/products/${variant?.productId}/variants/${variantId}`, { as: vendor.owner })
  })
  assertProblem(answer, 409, 'IN_USE')
})
