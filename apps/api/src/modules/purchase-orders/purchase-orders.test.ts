import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { placeOrder, sellables, shippingMethod, shipTo, testOrder } from '../../../test/orders.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

const get = (path: string, as = vendor.viewer) => t.call(`GET /vendor/${path}`, { as })

test('a purchase order shows the order with the same id at the vendor cost', async () => {
  await t.call('PATCH /platform/settings', {
    as: await t.operator(),
    body: {
      address: { name: 'Accounts payable', addressLine1: '1 Harbor Way', city: 'Portland', country: 'US' }
    }
  })
  const order = await testOrder(t, vendor, {
    quantities: [3, 2],
    part: { tax: 3.1, discount: '1.60' },
    fields: { placedAt: '2026-03-01T09:30:00Z' }
  })
  const { body, headers } = await get(`purchase-orders/${order.id}`)
  assert.ok(headers.etag)
  const { vendor: supplier, billTo, ...shown } = body
  assert.deepEqual(shown, {
    id: order.id,
    orderNumber: order.orderNumber,
    status: 'CONFIRMED',
    placedAt: '2026-03-01T09:30:00.000Z',
    poNumber: order.poNumber,
    paymentMethodName: 'Credit card',
    shippingMethodName: 'Ground',
    shipTo: { company: null, addressLine2: null, phone: null, ...shipTo },
    items: order.items.map(({ id, sku, quantity }) => ({
      ...{ id, productName: 'Hex bolt M8', sku, quantity, price: 12.5, subtotal: 12.5 * quantity }
    })),
    subtotal: 62.5,
    shipping: 8.9,
    tax: 0,
    discount: 0,
    total: 71.4,
    net: { subtotal: 62.5, shipping: 8.9, tax: 0, discount: 0, total: 71.4 },
    currency: 'USD',
    ...{ acknowledgeBy: null, shipBy: null, dueAt: null, isLate: false }
  })
  const retail = (await get(`orders/${order.id}`)).body
  assert.deepEqual([supplier, billTo], [retail.vendor, retail.billTo])
  assert.deepEqual([billTo.name, billTo.city], ['Accounts payable', 'Portland'])
  assert.deepEqual([retail.subtotal, retail.total], [75, 85.4])
})

test('the list of purchase orders leaves out the names of the payment and shipping methods', async () => {
  const owner = await t.vendor()
  const orders = [await testOrder(t, owner), await testOrder(t, owner, { quantities: [1, 4] })].reverse()
  await testOrder(t, await t.vendor())
  const { body } = await get('purchase-orders', owner.viewer)
  const reads = await Promise.all(orders.map(({ id }) => get(`purchase-orders/${id}`, owner.viewer)))
  assert.deepEqual(
    body.purchaseOrders,
    reads.map(({ body: { paymentMethodName, shippingMethodName, ...rest } }) => rest)
  )
  assert.equal(body.estimatedTotalCount, 2)
  const { pageInfo, purchaseOrders } = (await get('purchase-orders?first=1', owner.viewer)).body
  assert.deepEqual(
    purchaseOrders.map(({ id }: { id: string }) => id),
    [orders[0]?.id]
  )
  const next = (await get(`purchase-orders?after=${pageInfo.endCursor}`, owner.viewer)).body
  assert.deepEqual(next.purchaseOrders, body.purchaseOrders.slice(1))
  assert.equal(next.pageInfo.hasNextPage, false)
})

test('the list of purchase orders has the same filters as the list of orders', async () => {
  const owner = await t.vendor()
  const [one, two] = [await testOrder(t, owner), await testOrder(t, owner)]
  await t.call(`POST /vendor/orders/${one.id}/acknowledge`, { as: owner.owner })
  const found = async (query: string) => {
    const { body } = await get(`purchase-orders?${query}`, owner.viewer)
    assert.equal(body.estimatedTotalCount, body.purchaseOrders.length)
    return body.purchaseOrders.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await found('status=ACKNOWLEDGED'), [one.id])
  assert.deepEqual(await found(`search=${one.poNumber}`), [one.id])
  assert.deepEqual(await found('placedAfter=2099-01-01T00:00:00Z'), [])
  assert.deepEqual(await found('placedBefore=2099-01-01T00:00:00Z'), [two.id, one.id])
  assert.deepEqual(await found('updatedAfter=2026-01-01T00:00:00Z'), [two.id, one.id])
  assertFaults(await get('purchase-orders?state=OPEN&last=0'), {
    state: 'UNKNOWN_PARAMETER',
    last: 'TOO_SMALL'
  })
})

test("later changes to prices, names, addresses and methods don't change a purchase order", async () => {
  const owner = await t.vendor()
  const order = await testOrder(t, owner)
  const before = (await get(`purchase-orders/${order.id}`, owner.viewer)).body
  const { productId, id } = order.sellables[0] ?? { productId: '', id: '' }
  const change = (request: string, body: object) => t.call(request, { as: owner.owner, body })
  await change(`PATCH /vendor/products/${productId}`, {
    sku: newId(),
    variants: [{ id, vendorPrice: 99, sku: 'NEW', name: 'New' }]
  })
  await t.sql`update products set name = 'Renamed' where id = ${productId}`
  await change('PATCH /vendor/me/profile', { name: 'Renamed', address: { city: 'Elsewhere' } })
  const { body: methods } = await t.call('GET /vendor/me/shipping-methods', { as: owner.owner })
  await t.call(`DELETE /vendor/me/shipping-methods/${methods.shippingMethods[0].id}`, { as: owner.owner })
  assert.deepEqual((await get(`purchase-orders/${order.id}`, owner.viewer)).body, before)
})

/** Converts ten-thousandths of the currency into decimal text. */
const moneyText = (n: bigint) => `${n / 10_000n}.${String(n % 10_000n).padStart(4, '0')}`
/** Returns cost × quantity in cents, rounded half up. The cost is in ten-thousandths. */
const lineCents = (cost: bigint, quantity: number) => (cost * BigInt(quantity) + 50n) / 100n
const amountOf = (cents: bigint) => Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)

test('amounts are exact for any cost and quantity', async () => {
  const line = fc.record({
    cost: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
    quantity: fc.integer({ min: 1, max: 1000 })
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
      const owner = await t.vendor()
      const shippingMethodId = await shippingMethod(t, owner)
      const goods = await Promise.all(
        lines.map(({ cost }) =>
          sellables(t, owner, { stock: [1000], variant: { vendorPrice: moneyText(cost) } })
        )
      )
      const items = goods.flatMap(([sellable], index) =>
        sellable ? [{ variantId: sellable.id, quantity: lines[index]?.quantity ?? 1 }] : []
      )
      const placed = await placeOrder(t, [{ vendorId: owner.id, shippingMethodId, items }])
      assert.equal(placed.status, 200, placed.text)
      const { body } = await get(`purchase-orders/${placed.body.suborders[0].id}`, owner.viewer)
      const cents = lines.map(({ cost, quantity }) => lineCents(cost, quantity))
      const sum = cents.reduce((total, one) => total + one, 0n)
      assert.deepEqual(
        body.items.map(({ price, subtotal }: Record<string, number>) => [price, subtotal]),
        lines.map(({ cost }, index) => [Number(moneyText(cost)), amountOf(cents[index] ?? 0n)])
      )
      assert.deepEqual([body.subtotal, body.total], [amountOf(sum), amountOf(sum + 890n)])
    }),
    { numRuns: randomRuns(25) }
  )
})

test("a vendor can't read or change the suborder of another vendor in the same order", async () => {
  const [one, two] = [await t.vendor(), await t.vendor()]
  const parts = await Promise.all(
    [one, two].map(async (owner) => ({
      vendorId: owner.id,
      shippingMethodId: await shippingMethod(t, owner),
      items: (await sellables(t, owner)).map(({ id }) => ({ variantId: id, quantity: 1 }))
    }))
  )
  const { body } = await placeOrder(t, parts)
  const [first, second] = body.suborders
  for (const kind of ['orders', 'purchase-orders']) {
    assert.equal((await get(`${kind}/${first.id}`, one.viewer)).body.id, first.id)
    assertProblem(await get(`${kind}/${second.id}`, one.viewer), 404, 'NOT_FOUND')
    assertProblem(await get(`${kind}/${body.id}`, one.viewer), 404, 'NOT_FOUND')
  }
  for (const [action, sent] of [
    ['acknowledge', {}],
    ['cancel', { reason: 'OTHER' }]
  ] as const) {
    const answer = await t.call(`POST /vendor/orders/${second.id}/${action}`, { as: one.owner, body: sent })
    assertProblem(answer, 404, 'NOT_FOUND')
  }
  assert.equal((await get(`orders/${second.id}`, two.viewer)).body.status, 'CONFIRMED')
  await t.call(`POST /vendor/orders/${first.id}/cancel`, { as: one.owner, body: { reason: 'OTHER' } })
  assert.equal((await get(`orders/${second.id}`, two.viewer)).body.status, 'CONFIRMED')
})
