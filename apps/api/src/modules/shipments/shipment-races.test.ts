import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import {
  placeOrder,
  sellables,
  sharedOperator,
  shippingMethod,
  type TestOrder,
  testOrder
} from '../../../test/orders.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { fulfillment, ship, stockOf } from '../../../test/shipments.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const line = (order: TestOrder, index: number, quantity: number) => ({
  orderItemId: order.items[index]?.id ?? '',
  quantity
})
const variantIdsOf = (order: TestOrder) => order.items.map(({ variantId }) => variantId)
const cancel = (order: TestOrder, items?: object[]) =>
  t.call(`POST /vendor/orders/${order.id}/cancel`, {
    as: vendor.owner,
    body: { reason: 'OUT_OF_STOCK', ...(items && { items }) }
  })
const move = (id: string, status: string) =>
  t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.owner, body: { status } })
const statuses = (answers: TestAnswer[]) => answers.map(({ status }) => status).sort()

test('of 20 concurrent shipments of one unit out of 10, 10 succeed', async () => {
  const order = await testOrder(t, vendor, { quantities: [10], stock: 10 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ship(t, vendor, { orderId: order.id, items: [line(order, 0, 1)] }))
  )
  assert.deepEqual(statuses(answers), [...Array(10).fill(200), ...Array(10).fill(409)])
  for (const { status, body } of answers) if (status === 409) assert.equal(body.code, 'OVER_SHIPPED')
  assert.deepEqual(await fulfillment(t, vendor, order.id), {
    status: 'SHIPPED',
    shipped: [10],
    cancelled: [0]
  })
  assert.deepEqual(await stockOf(t, variantIdsOf(order)), ['0 0'])
})

test('of a concurrent shipment and cancellation of the whole order, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await testOrder(t, vendor, { quantities: [2], stock: 10 })
    const [shipped, cancelled] = await withLocksHeld(t, {
      hold: (tx) => tx`select from suborders where id = ${order.id} for update`,
      waiting: 2,
      work: () => Promise.all([ship(t, vendor, { orderId: order.id }), cancel(order)])
    })
    assert.deepEqual(statuses([shipped, cancelled]), [200, 409])
    const lost = shipped.status === 409 ? shipped : cancelled
    assert.equal(lost.body.code, 'INVALID_TRANSITION')
    const won = shipped.status === 200
    assert.deepEqual(await fulfillment(t, vendor, order.id), {
      status: won ? 'SHIPPED' : 'CANCELLED',
      shipped: [won ? 2 : 0],
      cancelled: [won ? 0 : 2]
    })
    assert.deepEqual(await stockOf(t, variantIdsOf(order)), [won ? '8 0' : '10 0'])
  }
})

test('a shipment that is delivered and cancelled concurrently gets one of the two statuses', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await testOrder(t, vendor, { quantities: [2], stock: 10 })
    const { id } = (await ship(t, vendor, { orderId: order.id })).body
    const answers = await withLocksHeld(t, {
      hold: (tx) => tx`select from suborders where id = ${order.id} for update`,
      waiting: 4,
      work: () => Promise.all(['DELIVERED', 'CANCELLED', 'DELIVERED', 'CANCELLED'].map((to) => move(id, to)))
    })
    assert.deepEqual(statuses(answers), [200, 200, 409, 409])
    const { body } = await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer })
    const isDelivered = body.status === 'DELIVERED'
    assert.deepEqual(await fulfillment(t, vendor, order.id), {
      status: isDelivered ? 'DELIVERED' : 'ACKNOWLEDGED',
      shipped: [isDelivered ? 2 : 0],
      cancelled: [0]
    })
    assert.deepEqual(await stockOf(t, variantIdsOf(order)), [isDelivered ? '8 0' : '10 2'])
    const [events] = await t.sql`
      select count(*)::int as n from events where subject_id = ${id} and type <> 'shipment.created'`
    assert.equal(events?.n, 1)
  }
})

test('an order is DELIVERED after its last two shipments are delivered concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await testOrder(t, vendor, { quantities: [2] })
    const made = await Promise.all(
      [1, 1].map((quantity) => ship(t, vendor, { orderId: order.id, items: [line(order, 0, quantity)] }))
    )
    await withLocksHeld(t, {
      hold: (tx) => tx`select from suborders where id = ${order.id} for update`,
      waiting: 2,
      work: () => Promise.all(made.map(({ body }) => move(body.id, 'DELIVERED')))
    })
    assert.equal((await fulfillment(t, vendor, order.id)).status, 'DELIVERED')
  }
})

test('a shipment that waits for the stock uses the stock that was set in the meantime', async () => {
  const order = await testOrder(t, vendor, { quantities: [5], stock: 10 })
  const [variantId = ''] = variantIdsOf(order)
  const { status, body } = await withLocksHeld(t, {
    hold: (tx) => tx`select from variants where id = ${variantId} for update`,
    waiting: 1,
    release: (tx) => tx`update variants set stock_on_hand = 2 where id = ${variantId}`,
    work: () => ship(t, vendor, { orderId: order.id })
  })
  assert.equal(status, 200)
  assert.deepEqual(await stockOf(t, [variantId]), ['0 0'])
  await move(body.id, 'CANCELLED')
  assert.deepEqual(await stockOf(t, [variantId]), ['2 5'])
})

test('a shipment that waits for the stock of a product succeeds if the product is deleted', async () => {
  const order = await testOrder(t, vendor, { quantities: [5], stock: 10 })
  const { status } = await withLocksHeld(t, {
    hold: (tx) => tx`delete from products where id = ${order.sellables[0]?.productId ?? ''}`,
    waiting: 1,
    work: () => ship(t, vendor, { orderId: order.id })
  })
  assert.equal(status, 200)
  assert.deepEqual(await stockOf(t, variantIdsOf(order)), ['gone'])
})

test('orders of the same variants can be shipped, cancelled and placed concurrently without deadlocks', async () => {
  const goods = await sellables(t, vendor, { stock: [1000, 1000, 1000] })
  const shippingMethodId = await shippingMethod(t, vendor)
  const items = goods.map(({ id }) => ({ variantId: id, quantity: 2 }))
  const part = { vendorId: vendor.id, shippingMethodId }
  await sharedOperator(t)
  const place = (index: number) =>
    placeOrder(t, [{ ...part, items: index % 2 === 0 ? items : items.toReversed() }])
  const placed = await Promise.all(Array.from({ length: 30 }, (_, index) => place(index)))
  const suborders: string[] = placed.map(({ body }) => body.suborders[0].id)
  const answers = await Promise.all([
    ...suborders.slice(0, 20).map((orderId) => ship(t, vendor, { orderId })),
    ...suborders
      .slice(20)
      .map((id) =>
        t.call(`POST /vendor/orders/${id}/cancel`, { as: vendor.owner, body: { reason: 'OTHER' } })
      ),
    ...Array.from({ length: 10 }, (_, index) => place(index))
  ])
  assert.deepEqual(new Set(statuses(answers)), new Set([200]))
  const made = answers.slice(0, 20)
  const cancelled = await Promise.all(made.slice(0, 10).map(({ body }) => move(body.id, 'CANCELLED')))
  assert.deepEqual(new Set(statuses(cancelled)), new Set([200]))
  assert.deepEqual(
    await stockOf(
      t,
      goods.map(({ id }) => id)
    ),
    Array(3).fill('980 40')
  )
})

type Step =
  | { kind: 'ship'; quantities: number[] }
  | { kind: 'cancel'; quantities: number[] }
  | { kind: 'move'; which: number; to: string }
  | { kind: 'stock'; quantity: number }

const quantities = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ship' as const), quantities }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), quantities }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which: fc.nat({ max: 5 }),
      to: fc.constantFrom('IN_TRANSIT', 'DELIVERED', 'CANCELLED', 'CANCELLED')
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stock' as const), quantity: fc.nat({ max: 12 }) }) }
)

async function perform(order: TestOrder, made: string[], one: Step): Promise<TestAnswer | undefined> {
  if (one.kind === 'move') {
    const id = made[one.which]
    return id === undefined ? undefined : move(id, one.to)
  }
  if (one.kind === 'stock') {
    return t.call(`PATCH /vendor/products/${order.sellables[0]?.productId}`, {
      as: vendor.owner,
      body: { variantStock: [{ variantId: variantIdsOf(order)[0], quantity: one.quantity }] }
    })
  }
  const items = one.quantities.flatMap((quantity, index) =>
    quantity > 0 ? [line(order, index, quantity)] : []
  )
  if (items.length === 0) return
  const answer =
    one.kind === 'ship' ? await ship(t, vendor, { orderId: order.id, items }) : await cancel(order, items)
  if (one.kind === 'ship' && answer.status === 200) made.push(answer.body.id)
  return answer
}

/**
 * Checks the invariants of an order's lines, shipments, status and stock. No other order has reserved this
 * stock.
 */
async function assertSums(order: TestOrder, steps: Step[]) {
  const rows = await t.sql`
    select i.quantity, i.quantity_shipped, i.quantity_cancelled, v.stock_on_hand, v.stock_reserved, (
      select coalesce(sum(q.quantity), 0)::int from shipment_items q join shipments h on h.id = q.shipment_id
      where q.order_item_id = i.id and h.status <> 'CANCELLED') as in_shipments
    from order_items i join variants v on v.id = i.variant_id where i.suborder_id = ${order.id}`
  for (const row of rows) {
    assert.equal(row.quantityShipped, row.inShipments)
    assert.equal(row.stockReserved, row.quantity - row.quantityShipped - row.quantityCancelled)
    assert.ok(row.stockOnHand >= 0)
    const isSet = steps.some(({ kind }) => kind === 'stock')
    if (!isSet) assert.equal(row.stockOnHand, 10 - row.quantityShipped)
  }
  const [counts] = await t.sql`
    select count(*)::int as n, count(*) filter (where status in ('SHIPPED', 'IN_TRANSIT'))::int as under_way
    from shipments where suborder_id = ${order.id} and status <> 'CANCELLED'`
  const { status, shipped, cancelled } = await fulfillment(t, vendor, order.id)
  const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
  const [ordered, out, gone] = [total(rows.map((row) => row.quantity)), total(shipped), total(cancelled)]
  if (gone === ordered) assert.equal(status, 'CANCELLED')
  else if (out + gone === ordered) assert.equal(status, counts?.underWay === 0 ? 'DELIVERED' : 'SHIPPED')
  else if (out > 0) assert.equal(status, 'PARTIALLY_SHIPPED')
  else assert.ok(status === 'CONFIRMED' || status === 'ACKNOWLEDGED')
}

test('quantities, stock and status are consistent after any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const order = await testOrder(t, vendor, { quantities: [6, 4], stock: 10 })
      const made: string[] = []
      for (const one of steps) {
        const answer = await perform(order, made, one)
        if (answer) assert.ok([200, 400, 409].includes(answer.status), answer.text)
        await assertSums(order, steps)
      }
    }),
    { numRuns: randomRuns(25) }
  )
})

test('quantities, stock and status are consistent after concurrent actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const order = await testOrder(t, vendor, { quantities: [6, 4], stock: 10 })
      const made: string[] = []
      for (const quantity of [1, 2]) {
        made.push((await ship(t, vendor, { orderId: order.id, items: [line(order, 0, quantity)] })).body.id)
      }
      const answers = await Promise.all(steps.map((one) => perform(order, made, one)))
      for (const answer of answers) {
        if (answer) assert.ok([200, 400, 409].includes(answer.status), answer.text)
      }
      await assertSums(order, steps)
    }),
    { numRuns: randomRuns(25) }
  )
})
