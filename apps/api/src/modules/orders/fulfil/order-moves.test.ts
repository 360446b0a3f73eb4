import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { type Amounts, type Move, makeMove, newModel, shownOrder } from '../../../../test/order-model.ts'
import { placeOrder, sellables, shippingMethod } from '../../../../test/orders.ts'
import { randomRuns, runsAllCases } from '../../../../test/random-runs.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const order = fc.nat(1)
const amounts: fc.Arbitrary<Amounts> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.nat(3), fc.nat(3)) },
  { weight: 1, arbitrary: fc.constant('all' as const) }
)
const kind = <K extends string>(name: K) => fc.constant(name)
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: kind('acknowledge'), order }),
  fc.record({ kind: kind('cancel'), order, amounts }),
  { weight: 2, arbitrary: fc.record({ kind: kind('ship'), order, amounts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('track'),
      order,
      shipment: fc.nat(2),
      status: fc.constantFrom('SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED')
    })
  },
  fc.record({ kind: kind('setStock'), variant: fc.nat(1), onHand: fc.nat(20) })
)

/** Places orders of the same two variants in the service. */
async function placed(vendor: TestVendor, { stock, orders }: { stock: number[]; orders: number[][] }) {
  const goods = await sellables(t, vendor, { stock })
  const shippingMethodId = await shippingMethod(t, vendor)
  const suborders: { id: string; items: string[]; shipments: string[] }[] = []
  for (const quantities of orders) {
    const items = goods.map(({ id }, index) => ({ variantId: id, quantity: quantities[index] ?? 1 }))
    const { status, body, text } = await placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items }])
    assert.equal(status, 200, text)
    const { id } = body.suborders[0]
    const read = await t.call(`GET /vendor/orders/${id}`, { as: vendor.owner })
    suborders.push({ id, items: read.body.items.map((item: { id: string }) => item.id), shipments: [] })
  }
  return { goods, suborders }
}
type Placed = Awaited<ReturnType<typeof placed>>

async function call(vendor: TestVendor, { goods, suborders }: Placed, made: Move): Promise<TestAnswer> {
  const send = (request: string, body?: object) =>
    t.call(request, { as: vendor.editor, ...(body !== undefined && { body }) })
  if (made.kind === 'setStock') {
    const { id, productId } = goods[made.variant] ?? { id: '', productId: '' }
    return send(`PATCH /vendor/products/${productId}`, {
      variantStock: [{ variantId: id, quantity: made.onHand }]
    })
  }
  const target = suborders[made.order] ?? { id: '', items: [], shipments: [] }
  if (made.kind === 'acknowledge') return send(`POST /vendor/orders/${target.id}/acknowledge`)
  if (made.kind === 'track') {
    return send(`PATCH /vendor/shipments/${target.shipments[made.shipment]}`, { status: made.status })
  }
  const { amounts } = made
  const items =
    amounts === 'all'
      ? undefined
      : target.items.flatMap((orderItemId, line) =>
          amounts[line] ? [{ orderItemId, quantity: amounts[line] }] : []
        )
  if (made.kind === 'cancel') {
    return send(`POST /vendor/orders/${target.id}/cancel`, { reason: 'OUT_OF_STOCK', items })
  }
  const answer = await send('POST /vendor/shipments', {
    ...{ orderId: target.id, carrier: 'UPS', trackingNumber: '1Z999AA10123456784', items }
  })
  if (answer.status === 200) target.shipments.push(answer.body.id)
  return answer
}

/** Reads the orders and the stock as the vendor sees them. */
async function read(vendor: TestVendor, { goods, suborders }: Placed) {
  const get = async (path: string) => (await t.call(`GET /vendor/${path}`, { as: vendor.viewer })).body
  const orders = await Promise.all(
    suborders.map(async ({ id, shipments }) => {
      const { status, allowedActions, items, shipments: shown } = await get(`orders/${id}`)
      return {
        status,
        allowedActions,
        items: items.map(({ quantity, quantityShipped, quantityCancelled }: Record<string, number>) => ({
          quantity,
          quantityShipped,
          quantityCancelled
        })),
        shipments: shipments.map(
          (shipment) => shown.find((one: { id: string }) => one.id === shipment)?.status
        )
      }
    })
  )
  const { variants } = await get(`products/${goods[0]?.productId}`)
  const stock = variants.map(({ stockOnHand, stockReserved, stockAvailable }: Record<string, number>) => ({
    ...{ onHand: stockOnHand, reserved: stockReserved, available: stockAvailable }
  }))
  return { orders, stock }
}

test('any sequence of actions changes orders and stock as the guide describes', async () => {
  const counted = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 25 }), async (moves) => {
      const vendor = await t.vendor()
      const start = {
        stock: [6, 20],
        orders: [
          [3, 2],
          [2, 1]
        ]
      }
      const model = newModel(start)
      const service = await placed(vendor, start)
      for (const made of moves) {
        const expected = makeMove(model, made)
        if (expected === 'none') continue
        const answer = await call(vendor, service, made)
        const outcome = answer.status === 200 ? 'OK' : answer.body.code
        assert.equal(outcome, expected, `${JSON.stringify(made)}: ${answer.text}`)
        counted.set(`${made.kind} ${expected}`, (counted.get(`${made.kind} ${expected}`) ?? 0) + 1)
        assert.deepEqual(await read(vendor, service), {
          orders: model.orders.map(shownOrder),
          stock: model.stock.map(({ onHand, reserved }) => ({
            ...{ onHand, reserved, available: Math.max(0, onHand - reserved) }
          }))
        })
      }
    }),
    { numRuns: randomRuns(40) }
  )
  if (!runsAllCases) return
  // Check that the random moves have covered these outcomes.
  for (const kind of [
    'acknowledge OK',
    'cancel OK',
    'cancel VALIDATION_FAILED',
    'cancel INVALID_TRANSITION'
  ]) {
    assert.ok(counted.has(kind), kind)
  }
  for (const kind of ['ship OK', 'ship OVER_SHIPPED', 'ship INVALID_TRANSITION', 'track OK']) {
    assert.ok(counted.has(kind), kind)
  }
})
