import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { testOrder } from '../../../../test/orders.ts'
import { withLocksHeld } from '../../../../test/races.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('with concurrent actions no unit is shipped or cancelled twice, and the reserved stock is what is left', async () => {
  const vendor = await t.vendor()
  const outcomes = new Set<string>()
  for (const round of [0, 1, 2, 3]) {
    const order = await testOrder(t, vendor, { quantities: [6, 5], stock: 20 })
    const [first, second] = order.items.map(({ id }) => id)
    const items = (turn: number) => [
      { orderItemId: turn % 2 === 0 ? first : second, quantity: 1 + (turn % 3) }
    ]
    const send = (request: string, body?: object) =>
      t.call(request, { as: vendor.owner, ...(body && { body }) })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const turn = n + round
        if (turn % 6 === 0) return send(`POST /vendor/orders/${order.id}/acknowledge`)
        const selection = turn % 11 === 10 ? {} : { items: items(turn) }
        if (turn % 2 === 0) {
          return send(`POST /vendor/orders/${order.id}/cancel`, { reason: 'OTHER', ...selection })
        }
        return send('POST /vendor/shipments', {
          ...{ orderId: order.id, carrier: 'UPS', trackingNumber: '1Z', ...selection }
        })
      })
    )
    for (const { status, body } of answers) outcomes.add(status === 200 ? 'OK' : body.code)
    const { body } = await send(`GET /vendor/orders/${order.id}`)
    type Line = Record<'quantity' | 'quantityShipped' | 'quantityCancelled', number>
    const totalQuantity = (
      lists: { items: { orderItemId: string; quantity: number }[] }[],
      line: string | undefined
    ) =>
      lists
        .flatMap((list) => list.items)
        .filter(({ orderItemId }) => orderItemId === line)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    const expected = [first, second].map((line, index) => ({
      quantity: order.items[index]?.quantity ?? 0,
      quantityShipped: totalQuantity(body.shipments, line),
      quantityCancelled: totalQuantity(body.cancellations, line)
    }))
    const lines = body.items.map(({ quantity, quantityShipped, quantityCancelled }: Line) => ({
      ...{ quantity, quantityShipped, quantityCancelled }
    }))
    assert.deepEqual(lines, expected)
    const product = await send(`GET /vendor/products/${order.sellables[0]?.productId}`)
    assert.deepEqual(
      product.body.variants.map(({ stockOnHand, stockReserved }: Record<string, number>) => [
        stockOnHand,
        stockReserved
      ]),
      lines.map(({ quantity, quantityShipped, quantityCancelled }: Line) => [
        20 - quantityShipped,
        quantity - quantityShipped - quantityCancelled
      ])
    )
  }
  outcomes.delete('VALIDATION_FAILED')
  assert.deepEqual([...outcomes].sort(), ['INVALID_TRANSITION', 'OK', 'OVER_SHIPPED'])
})

test('an action that waited for the lock sees the changes of the transaction before it', async () => {
  const vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [4] })
  const call = (move: string, body: object) =>
    t.call(`POST /vendor/orders/${order.id}/${move}`, { as: vendor.owner, body })
  const [acknowledged, cancelled] = await withLocksHeld(t, {
    hold: (tx) => tx`select from suborders where id = ${order.id} for update`,
    waiting: 2,
    release: async (tx) => {
      await tx`update order_items set quantity_cancelled = 3 where suborder_id = ${order.id}`
      await tx`update suborders set status = 'ACKNOWLEDGED', acknowledged_at = now() where id = ${order.id}`
    },
    work: () =>
      Promise.all([
        call('acknowledge', {}),
        call('cancel', { reason: 'OTHER', items: [{ orderItemId: order.items[0]?.id, quantity: 2 }] })
      ])
  })
  assertProblem(acknowledged, 409, 'INVALID_TRANSITION')
  assertProblem(cancelled, 400, 'VALIDATION_FAILED', { '/items/0/quantity': 'TOO_LARGE' })
})

test('a cancelled unit can be sold again immediately, and only once', async () => {
  const vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [5], stock: 5 })
  const { body } = await t.call('GET /vendor/me/shipping-methods', { as: vendor.owner })
  const operator = await t.operator()
  const buy = () =>
    t.call('POST /platform/orders', {
      as: operator,
      body: {
        paymentMethodName: 'Credit card',
        shipTo: { name: 'Ana Lima', addressLine1: '12 Mill Road', city: 'Springfield', country: 'US' },
        vendors: [
          {
            vendorId: vendor.id,
            shippingMethodId: body.shippingMethods[0].id,
            items: [{ variantId: order.sellables[0]?.id, quantity: 1 }]
          }
        ]
      }
    })
  assertProblem(await buy(), 409, 'INSUFFICIENT_STOCK')
  const cancel = (quantity: number) =>
    t.call(`POST /vendor/orders/${order.id}/cancel`, {
      as: vendor.owner,
      body: { reason: 'OTHER', items: [{ orderItemId: order.items[0]?.id, quantity }] }
    })
  await Promise.all([cancel(1), cancel(2), ...Array.from({ length: 8 }, buy)])
  await Promise.all(Array.from({ length: 8 }, buy))
  assert.equal(
    (await t.call(`GET /vendor/orders?first=100`, { as: vendor.viewer })).body.estimatedTotalCount,
    4
  )
  const [stock] = await t.sql`
    select stock_on_hand, stock_reserved from variants where id = ${order.sellables[0]?.id ?? ''}`
  assert.deepEqual({ ...stock }, { stockOnHand: 5, stockReserved: 5 })
})
