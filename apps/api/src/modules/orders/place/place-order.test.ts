import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { placeOrder, seller, sharedOperator, shipTo, stockOfVariant } from '../../../../test/orders.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await sharedOperator(t)
})
after(() => t.close())

describe('placing an order', () => {
  test('creates one suborder per vendor at retail prices and reserves the stock', async () => {
    const [one, two] = [await seller(t, [10, 20]), await seller(t)]
    const [first, second] = one.goods
    const items = [
      { variantId: String(first?.id).toUpperCase(), quantity: 3 },
      { variantId: second?.id ?? '', quantity: 2, unitPrice: '1.0050' }
    ]
    const { status, body } = await placeOrder(t, [
      { ...one.part, items, tax: 3.1, discount: '1.60' },
      two.part
    ])
    assert.equal(status, 200)
    const { id, orderNumber, placedAt, suborders, ...rest } = body
    assert.deepEqual(rest, { currency: 'USD', warnings: [] })
    assert.match(orderNumber, /^\d{4}-\d{4}$/)
    assert.equal(new Date(placedAt).toISOString(), placedAt)
    assert.deepEqual(
      suborders.map(({ id: _, poNumber, ...suborder }: { id: string; poNumber: string }) => suborder),
      [
        {
          ...{ vendorId: one.vendor.id, status: 'CONFIRMED', subtotal: 47.01, shipping: 8.9 },
          ...{ tax: 3.1, discount: 1.6, total: 57.41 }
        },
        {
          ...{ vendorId: two.vendor.id, status: 'CONFIRMED', subtotal: 15, shipping: 8.9 },
          ...{ tax: 0, discount: 0, total: 23.9 }
        }
      ]
    )
    for (const { poNumber } of suborders) assert.match(poNumber, /^PO-\d{4}-\d{4}$/)
    assert.deepEqual(await stockOfVariant(t, first?.id ?? ''), { onHand: 10, reserved: 3 })
    assert.deepEqual(await stockOfVariant(t, second?.id ?? ''), { onHand: 20, reserved: 2 })
    const events = await t.sql`
      select vendor_id, type, subject_id, details from events where type = 'order.placed' and subject_id = any(${suborders.map((s: { id: string }) => s.id)})
      order by id`
    assert.deepEqual(
      events.map((event) => [event.vendorId, event.details.orderNumber]),
      [
        [one.vendor.id, orderNumber],
        [two.vendor.id, orderNumber]
      ]
    )
    assert.equal((await t.call(`GET /platform/orders/${id}`, { as: operator })).body.suborders.length, 2)
  })

  test('the storefront shows the reduced stock immediately', async () => {
    const { goods, part } = await seller(t, [3])
    const [{ slug } = { slug: '' }] = await t.sql<
      { slug: string }[]
    >`select slug from products where id = ${goods[0]?.productId ?? ''}`
    const available = async () =>
      (await t.call(`GET /storefront/products/${slug}`)).body.variants[0].stockAvailable
    assert.equal(await available(), 3)
    assert.equal((await placeOrder(t, [part])).status, 200)
    assert.equal(await available(), 2)
  })

  test('search finds the suborder by order number, PO number, SKU and vendor', async () => {
    const { vendor, goods, part } = await seller(t)
    const { body } = await placeOrder(t, [part])
    const words = [body.orderNumber, body.suborders[0].poNumber, goods[0]?.sku ?? '']
    for (const word of words) {
      const found = await t.sql`
        select id from suborders
        where search @@ (plainto_tsquery('simple', search_words(${word})) && ${`'@${vendor.id}'`}::tsquery)`
      assert.deepEqual(
        found.map(({ id }) => id),
        [body.suborders[0].id],
        word
      )
    }
  })

  test('a generated number that a storefront has already used is skipped', async () => {
    const { part } = await seller(t, [1000])
    const { body } = await placeOrder(t, [part])
    const [{ next } = { next: '' }] = await t.sql<
      { next: string }[]
    >`select (last_value + 1)::text as next from order_numbers`
    const { orderNumber } = await import('./order-numbers.ts')
    const taken = [orderNumber(next), orderNumber(String(Number(next) + 2))]
    // Each order takes a value from the sequence, even if the request contains an order number.
    for (const number of taken)
      assert.equal((await placeOrder(t, [part], { orderNumber: number })).status, 200)
    const later = await placeOrder(t, [part])
    assert.equal(later.status, 200)
    assert.ok(![...taken, body.orderNumber].includes(later.body.orderNumber))
  })

  test('an unknown weight counts as 0 and gets a warning', async () => {
    const { goods, part } = await seller(t, [5, 5], { variant: { weight: null } })
    const fields = { orderNumber: newId() }
    const { body } = await placeOrder(t, [part], fields)
    assert.deepEqual(
      body.warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/vendors/0/items/0/variantId', 'WEIGHT_UNKNOWN'],
        ['/vendors/0/items/1/variantId', 'WEIGHT_UNKNOWN']
      ]
    )
    await t.sql`update variants set weight = 1 where id = ${goods[0]?.id ?? ''}`
    assert.deepEqual((await placeOrder(t, [part], fields)).body, body)
  })

  test('a unit price can be 0, and a discount can be the whole amount', async () => {
    const { part } = await seller(t)
    const items = part.items.map((item) => ({ ...item, unitPrice: 0 }))
    const { body } = await placeOrder(t, [{ ...part, items, tax: '0.10', discount: 9 }])
    assert.equal(body.suborders[0].total, 0)
    assertFaults(await placeOrder(t, [{ ...part, items, tax: '0.10', discount: 9.01 }]), {
      '/vendors/0/discount': 'TOO_LARGE'
    })
  })

  test('accepts an order of the maximum size', async () => {
    const vendors = []
    for (let index = 0; index < 50; index++) vendors.push((await seller(t, [1_000_000])).part)
    const fields = {
      ...{
        orderNumber: 'A-_./#9'.padEnd(64, 'z'),
        paymentMethodName: 'é'.repeat(255),
        customerNote: 'é'.repeat(2000)
      },
      shipTo: Object.fromEntries(
        [
          'name',
          'company',
          'addressLine1',
          'addressLine2',
          'city',
          'state',
          'zipCode',
          'phone',
          'country'
        ].map((name) => [name, name === 'country' ? 'US' : 'é'.repeat(255)])
      )
    }
    const wide = await seller(t, Array(200).fill(1_000_000))
    const items = wide.part.items.map((item) => ({ ...item, quantity: 1_000_000 }))
    const { status, body } = await placeOrder(t, [{ ...wide.part, items }, ...vendors.slice(1)], fields)
    assert.equal(status, 200)
    assert.equal(body.suborders.length, 50)
    assert.equal(body.suborders[0].subtotal, 15 * 200_000_000)
    assertFaults(await placeOrder(t, [wide.part, ...vendors]), { '/vendors': 'TOO_MANY' })
  })
})

describe('an order number that is sent again', () => {
  test('returns the same order for an equivalent body, and nothing else happens', async () => {
    const { goods, part } = await seller(t)
    const orderNumber = `WEB-${newId()}`
    const first = await placeOrder(t, [{ ...part, tax: 1.5, discount: null }], {
      orderNumber,
      placedAt: '2026-03-01T10:30:00.0001999999+01:00'
    })
    assert.equal(first.status, 200)
    assert.deepEqual([first.body.orderNumber, first.body.placedAt], [orderNumber, '2026-03-01T09:30:00.000Z'])
    const items = part.items.map(({ variantId, quantity }) => ({
      unitPrice: null,
      quantity,
      variantId: variantId.toUpperCase()
    }))
    const again = await t.call('POST /platform/orders', {
      as: operator,
      body: {
        vendors: [{ items, tax: '1.50', shippingMethodId: part.shippingMethodId, vendorId: part.vendorId }],
        ...{ placedAt: '2026-03-01T09:30:00.000Z', orderNumber: ` ${orderNumber} `, customerNote: null },
        ...{ shipTo: { ...shipTo, phone: null }, paymentMethodName: 'Credit card ' }
      }
    })
    assert.deepEqual(again.body, first.body)
    assert.deepEqual(await stockOfVariant(t, goods[0]?.id ?? ''), { onHand: 10, reserved: 1 })
  })

  test("with a different body gets 409, even if that body couldn't be placed", async () => {
    const { goods, part } = await seller(t)
    const orderNumber = `WEB-${newId()}`
    await placeOrder(t, [part], { orderNumber })
    for (const fields of [
      { customerNote: 'x' },
      { shipTo: { ...shipTo, city: 'Ely' } },
      { placedAt: '2026-03-01T09:30:00Z' }
    ]) {
      assertProblem(await placeOrder(t, [part], { orderNumber, ...fields }), 409, 'ORDER_NUMBER_TAKEN')
    }
    const unknown = [{ variantId: newId(), quantity: 1 }]
    assertProblem(
      await placeOrder(t, [{ ...part, items: unknown }], { orderNumber }),
      409,
      'ORDER_NUMBER_TAKEN'
    )
    assert.deepEqual(await stockOfVariant(t, goods[0]?.id ?? ''), { onHand: 10, reserved: 1 })
  })

  test('can be used again if the first order was rejected', async () => {
    const { part } = await seller(t, [1])
    const fields = { orderNumber: newId() }
    const many = part.items.map((item) => ({ ...item, quantity: 2 }))
    assertProblem(await placeOrder(t, [{ ...part, items: many }], fields), 409, 'INSUFFICIENT_STOCK')
    assert.equal((await placeOrder(t, [part], fields)).status, 200)
  })

  test('an Idempotency-Key replays the response as on every write', async () => {
    const { goods, part } = await seller(t)
    const headers = { 'idempotency-key': newId() }
    const [first, again] = [
      await placeOrder(t, [part], {}, headers),
      await placeOrder(t, [part], {}, headers)
    ]
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assertProblem(await placeOrder(t, [part], { customerNote: 'x' }, headers), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.deepEqual(await stockOfVariant(t, goods[0]?.id ?? ''), { onHand: 10, reserved: 1 })
  })
})
