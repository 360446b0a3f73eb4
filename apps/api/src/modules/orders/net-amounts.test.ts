import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { sharedOperator, testOrder } from '../../../test/orders.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { insertStoredOrders } from '../../../test/stored-orders.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

type Amounts = Record<'subtotal' | 'shipping' | 'tax' | 'discount' | 'total', number>

const cancel = (id: string, items?: object[]) =>
  t.call(`POST /vendor/orders/${id}/cancel`, {
    as: vendor.owner,
    body: { reason: 'OTHER', ...(items && { items }) }
  })
const read = async (path: string) => (await t.call(`GET ${path}`, { as: vendor.viewer })).body
const none: Amounts = { subtotal: 0, shipping: 0, tax: 0, discount: 0, total: 0 }
const amountsOf = ({ subtotal, shipping, tax, discount, total }: Amounts): Amounts => ({
  ...{ subtotal, shipping, tax, discount, total }
})

suite('the net amounts of an order', () => {
  test('are its amounts while nothing is cancelled', async () => {
    const { id } = await testOrder(t, vendor, { quantities: [3, 1], part: { tax: 3.1, discount: 1.6 } })
    for (const path of ['orders', 'purchase-orders']) {
      const order = await read(`/vendor/${path}/${id}`)
      assert.deepEqual(order.net, amountsOf(order))
    }
  })

  test('have only the pieces that are left, with tax and discount in proportion', async () => {
    const { id, orderId, items } = await testOrder(t, vendor, {
      ...{ quantities: [3, 1], variant: { vendorPrice: '10' }, part: { tax: 4.81, discount: 1 } }
    })
    await cancel(id, [{ orderItemId: items[0]?.id, quantity: 1 }])
    const net = { subtotal: 36, shipping: 8.9, tax: 3.61, discount: 0.75, total: 47.76 }
    const netCost = { subtotal: 30, shipping: 8.9, tax: 0, discount: 0, total: 38.9 }
    const order = await read(`/vendor/orders/${id}`)
    assert.deepEqual([order.net, order.subtotal, order.tax, order.total], [net, 48, 4.81, 60.71])
    assert.deepEqual((await read('/vendor/orders')).orders[0].net, net)
    const purchaseOrder = await read(`/vendor/purchase-orders/${id}`)
    assert.deepEqual([purchaseOrder.net, purchaseOrder.total], [netCost, 48.9])
    assert.deepEqual((await read('/vendor/purchase-orders')).purchaseOrders[0].net, netCost)

    const as = await sharedOperator(t)
    const whole = (await t.call(`GET /platform/orders/${orderId}`, { as })).body
    assert.deepEqual([whole.total, whole.netTotal], [60.71, 47.76])
    assert.deepEqual([whole.suborders[0].net, whole.suborders[0].netCost], [net, netCost])
    const [listed] = (await t.call(`GET /platform/orders?vendorId=${vendor.id}`, { as })).body.orders
    const { total, shipping, costSubtotal, net: listedNet, netCost: listedCost } = listed.suborders[0]
    assert.deepEqual(
      [listed.netTotal, total, shipping, costSubtotal, listedNet, listedCost],
      [47.76, 60.71, 8.9, 40, net, netCost]
    )
  })

  test('are 0 if everything is cancelled', async () => {
    const { id } = await testOrder(t, vendor, { part: { tax: 3.1, discount: 1.6 } })
    await cancel(id)
    assert.deepEqual((await read(`/vendor/orders/${id}`)).net, none)
    assert.deepEqual((await read(`/vendor/purchase-orders/${id}`)).net, none)
  })

  test('are the same, whatever the steps of the cancellation', async () => {
    const steps = [
      [
        [0, 3],
        [1, 2]
      ],
      [
        [1, 1],
        [0, 1],
        [1, 1],
        [0, 2]
      ],
      [
        [0, 1],
        [0, 1],
        [0, 1],
        [1, 2]
      ]
    ] as const
    const nets = []
    for (const each of steps) {
      const { id, items } = await testOrder(t, vendor, {
        ...{ quantities: [7, 5], variant: { vendorPrice: '0.3333' }, part: { tax: 1.01, discount: 0.37 } }
      })
      for (const [line, quantity] of each) await cancel(id, [{ orderItemId: items[line]?.id, quantity }])
      nets.push((await read(`/vendor/orders/${id}`)).net)
    }
    assert.deepEqual(nets, Array(3).fill(nets[0]))
  })
})

/** Prices and costs are in units of 0.0001, other amounts in cents. `cancelled` is the share of the quantity in quarters. */
const line = fc.record({
  price: fc.oneof(fc.constant(0), fc.nat(5_000_000)),
  cost: fc.nat(5_000_000),
  quantity: fc.integer({ min: 1, max: 1000 }),
  cancelled: fc.constantFrom(0, 0, 1, 2, 3, 4, 4)
})
const suborder = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  shipping: fc.nat(10_000),
  tax: fc.nat(100_000),
  discountPercent: fc.constantFrom(0, 7, 50, 100)
})

/** Divides and rounds half up. */
const divided = (value: bigint, by: bigint) => (2n * value + by) / (2n * by)
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const cents = (text = '') => BigInt(text.replace('.', ''))

test('random orders and cancellations: the parts add up, nothing cancelled is the order, all cancelled is 0', async () => {
  await fc.assert(
    fc.asyncProperty(suborder, fc.boolean(), async ({ lines, shipping, tax, discountPercent }, atCost) => {
      const items = lines.map(({ price, cost, quantity, cancelled }) => ({
        ...{ price: price / 10_000, cost: cost / 10_000, quantity },
        ...{ unit: BigInt(atCost ? cost : price), pieces: quantity - Math.floor((quantity * cancelled) / 4) }
      }))
      const gross = sum(items.map(({ unit, quantity }) => divided(unit * BigInt(quantity), 100n)))
      const discount = ((gross + BigInt(shipping + tax)) * BigInt(discountPercent)) / 100n
      const [id = ''] = await insertStoredOrders(t, vendor.id, [{}])
      await t.sql`delete from order_items where suborder_id = ${id}`
      await t.sql`
        insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
          unit_price, unit_cost, quantity_cancelled)
        select uuidv7(), ${id}, ${vendor.id}, 1, uuidv7(), uuidv7(), 'Bolt', 'B', quantity, price, cost, quantity - pieces
        from jsonb_to_recordset(${t.sql.json(items.map(({ unit, ...item }) => item))})
          as r (price numeric, cost numeric, quantity integer, pieces integer)`
      const [row] = await t.sql<Record<keyof Amounts, string>[]>`
        select round(subtotal, 2) as subtotal, round(shipping, 2) as shipping, round(tax, 2) as tax,
          round(discount, 2) as discount, round(total, 2) as total
        from net_amounts(${id}, ${shipping}::numeric / 100, ${tax}::numeric / 100, ${String(discount)}::numeric / 100,
          ${atCost})`
      const net = {
        ...{ subtotal: cents(row?.subtotal), shipping: cents(row?.shipping), tax: cents(row?.tax) },
        ...{ discount: cents(row?.discount), total: cents(row?.total) }
      }
      const pieces = sum(items.map((item) => BigInt(item.pieces)))
      const subtotal = sum(items.map((item) => divided(item.unit * BigInt(item.pieces), 100n)))
      const [part, whole] =
        gross > 0n ? [subtotal, gross] : [pieces, sum(items.map(({ quantity }) => BigInt(quantity)))]
      const isEmpty = pieces === 0n
      assert.equal(net.subtotal, subtotal)
      assert.equal(net.shipping, isEmpty ? 0n : BigInt(shipping))
      assert.equal(net.tax, divided(BigInt(tax) * part, whole))
      const before = net.subtotal + net.shipping + net.tax
      const share = divided(discount * part, whole)
      assert.equal(net.discount, share < before ? share : before)
      assert.equal(net.total, before - net.discount)
      assert.ok(net.total >= 0n)
      if (isEmpty) assert.deepEqual(Object.values(net), [0n, 0n, 0n, 0n, 0n])
      if (items.every((item) => item.pieces === item.quantity))
        assert.deepEqual([net.subtotal, net.tax, net.discount], [gross, BigInt(tax), discount])
    }),
    { numRuns: randomRuns(150) }
  )
})
