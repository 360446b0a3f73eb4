import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { placeOrder, sellables, sharedOperator, shippingMethod, testOrder } from '../../../../test/orders.ts'
import { newId } from '../../../lib/ids.ts'
import { cancelReasons } from '../schema.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await sharedOperator(t)
})
after(() => t.close())

const cancel = (id: string, body: unknown = {}, as = operator) =>
  t.call(`POST /platform/orders/${id}/cancel`, { as, body })
const reserved = async (variantId = '') =>
  (await t.sql`select stock_reserved from variants where id = ${variantId}`)[0]?.stockReserved

/** Places an order of two vendors with two lines each. */
async function order() {
  const vendors = [await t.vendor(), await t.vendor()]
  const parts = []
  for (const vendor of vendors) {
    const goods = await sellables(t, vendor, { stock: [10, 10] })
    parts.push({
      vendorId: vendor.id,
      shippingMethodId: await shippingMethod(t, vendor),
      items: goods.map(({ id }) => ({ variantId: id, quantity: 3 }))
    })
  }
  const { body } = await placeOrder(t, parts)
  return { id: body.id, suborders: body.suborders as { id: string }[], vendors, parts }
}

const statuses = (body: { suborders: { status: string }[] }) => body.suborders.map(({ status }) => status)

test('cancelling an order cancels all quantities not yet shipped in every suborder and releases their stock', async () => {
  const { id, suborders, vendors, parts } = await order()
  const [line] =
    await t.sql`select id, variant_id from order_items where suborder_id = ${suborders[0]?.id ?? ''} order by position`
  await t.sql`update order_items set quantity_shipped = 2 where id = ${line?.id}`
  await t.sql`update variants set stock_reserved = 1 where id = ${line?.variantId}`
  const answer = await cancel(id, { note: 'By phone' })
  assert.equal(answer.status, 200)
  const read = await t.call(`GET /platform/orders/${id}`, { as: operator })
  assert.deepEqual([read.body, read.headers.etag], [answer.body, answer.headers.etag])
  assert.deepEqual(statuses(answer.body), ['DELIVERED', 'CANCELLED'])
  const [first, second] = answer.body.suborders
  assert.deepEqual(first.allowedActions, [])
  assert.deepEqual(
    first.items.map(({ quantityShipped, quantityCancelled }: Record<string, number>) => [
      quantityShipped,
      quantityCancelled
    ]),
    [
      [2, 1],
      [0, 3]
    ]
  )
  assert.deepEqual(
    second.cancellations.map(({ id: _, createdAt: __, ...one }: { id: string; createdAt: string }) => one),
    [
      {
        ...{ reason: 'CUSTOMER_REQUEST', note: 'By phone', cancelledBy: 'PLATFORM' },
        items: second.items.map((item: { id: string }) => ({ orderItemId: item.id, quantity: 3 }))
      }
    ]
  )
  for (const { items } of parts) for (const { variantId } of items) assert.equal(await reserved(variantId), 0)
  const events = await t.sql`
    select vendor_id, actor_is_platform from events
    where type = 'order.cancelled' and vendor_id = any(${vendors.map((vendor) => vendor.id)})`
  assert.deepEqual(
    events.map((event) => event.actorIsPlatform),
    [true, true]
  )
})

test('with a vendorId, only the suborder of this vendor is cancelled; the rest can be cancelled later', async () => {
  const { id, vendors, parts } = await order()
  const one = await cancel(id, { vendorId: vendors[1]?.id.toUpperCase(), reason: 'OUT_OF_STOCK' })
  assert.deepEqual(statuses(one.body), ['CONFIRMED', 'CANCELLED'])
  assert.equal(one.body.suborders[1].cancellations[0].reason, 'OUT_OF_STOCK')
  assert.equal(await reserved(parts[0]?.items[0]?.variantId), 3)
  assertProblem(await cancel(id, { vendorId: vendors[1]?.id }), 409, 'INVALID_TRANSITION')
  assert.deepEqual(statuses((await cancel(id)).body), ['CANCELLED', 'CANCELLED'])
  const again = await cancel(id)
  assertProblem(again, 409, 'INVALID_TRANSITION')
  assert.match(again.body.detail, /CANCELLED/)
})

test('every reason is accepted, and null is the same as an omitted field', async () => {
  for (const reason of [...cancelReasons, null]) {
    const { orderId } = await testOrder(t, await t.vendor())
    const { body } = await cancel(orderId, { reason, note: null, vendorId: null })
    assert.equal(body.suborders[0].cancellations[0].reason, reason ?? 'CUSTOMER_REQUEST')
  }
})

test('every error of the body, an unknown order and a vendor that is not in the order are reported', async () => {
  const { orderId } = await testOrder(t, await t.vendor())
  assertFaults(await cancel(orderId, { reason: 'BORED', note: 'x'.repeat(2001), vendorId: '1', items: [] }), {
    '/reason': 'NOT_ALLOWED',
    '/note': 'TOO_LONG',
    '/vendorId': 'INVALID_UUID',
    '/items': 'UNKNOWN_FIELD'
  })
  assertFaults(await cancel(orderId, { vendorId: (await t.vendor()).id }), { '/vendorId': 'UNKNOWN_ID' })
  assertFaults(await cancel('12'), { id: 'INVALID_UUID' })
  assertProblem(await cancel(newId()), 404, 'NOT_FOUND')
  assert.equal((await cancel(orderId, { note: 'é'.repeat(2000) })).status, 200)
})

test('a request without a token gets 401 and a vendor 403; a viewer gets 403 before the body is checked', async () => {
  const vendor = await t.vendor()
  const { orderId } = await testOrder(t, vendor)
  assertProblem(await t.call(`POST /platform/orders/${orderId}/cancel`, { body: {} }), 401, 'UNAUTHENTICATED')
  assertProblem(await cancel(orderId, {}, vendor.owner), 403, 'NOT_PLATFORM_USER')
  assertProblem(await cancel(newId(), { broken: 1 }, await t.operator('VIEWER')), 403, 'INSUFFICIENT_ROLE')
  assert.equal((await cancel(orderId, {}, await t.operator('EDITOR'))).status, 200)
})

test('of 20 concurrent cancellations of an order, one succeeds', async () => {
  const { id, parts } = await order()
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  assert.equal(await reserved(parts[0]?.items[0]?.variantId), 0)
})
