import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { shipTo, type TestOrder, testOrder } from '../../../test/orders.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

const call = (request: string, body?: unknown, as = vendor.owner) =>
  t.call(request, { as, ...(body !== undefined && { body }) })
const read = async (id: string) => (await call(`GET /vendor/orders/${id}`)).body
const acknowledge = (id: string, body?: unknown) => call(`POST /vendor/orders/${id}/acknowledge`, body)
const cancel = (id: string, body: unknown) => call(`POST /vendor/orders/${id}/cancel`, body)
const setStatus = (id: string, status: string) =>
  t.sql`update suborders set status = ${status} where id = ${id}`

/** What is on hand, reserved and available of the order's lines, as the product shows it. */
async function stock(order: TestOrder) {
  const { body } = await call(`GET /vendor/products/${order.sellables[0]?.productId}`)
  return body.variants.map(
    ({ stockOnHand, stockReserved, stockAvailable }: Record<string, number>) =>
      `${stockOnHand} ${stockReserved} ${stockAvailable}`
  )
}

const eventsOf = (id: string) =>
  t.sql`select type, changed_fields, details, actor_type from events where subject_id = ${id} order by id`

describe('reading', () => {
  test('shows all of the order at the prices that the customer paid', async () => {
    const order = await testOrder(t, vendor, {
      quantities: [3, 2],
      part: { tax: 3.1, discount: '1.60' },
      fields: { customerNote: 'Leave at the door', placedAt: '2026-03-01T09:30:00Z' }
    })
    const { body, headers } = await call(`GET /vendor/orders/${order.id}`)
    assert.ok(headers.etag)
    const { createdAt, updatedAt, vendor: supplier, billTo, ...shown } = body
    const line = {
      productName: 'Hex bolt M8',
      price: 15,
      imageUrl: null,
      quantityShipped: 0,
      quantityCancelled: 0
    }
    assert.deepEqual(shown, {
      id: order.id,
      orderNumber: order.orderNumber,
      status: 'CONFIRMED',
      placedAt: '2026-03-01T09:30:00.000Z',
      poNumber: order.poNumber,
      shipTo: { company: null, addressLine2: null, phone: null, ...shipTo },
      items: order.items.map(({ id, sku, variantId, quantity }) => ({
        ...{ ...line, id, sku, quantity, subtotal: 15 * quantity, variantId },
        productId: order.sellables[0]?.productId
      })),
      subtotal: 75,
      shipping: 8.9,
      tax: 3.1,
      discount: 1.6,
      total: 85.4,
      currency: 'USD',
      paymentMethodName: 'Credit card',
      shippingMethodName: 'Ground',
      customerNote: 'Leave at the door',
      acknowledgedAt: null,
      allowedActions: ['acknowledge', 'ship', 'cancel'],
      shipments: [],
      cancellations: []
    })
    assert.equal(supplier.name, `Vendor ${vendor.id}`)
    assert.ok('zipCode' in billTo)
    assert.ok(createdAt <= updatedAt)
  })

  test('a picture is that of the time of ordering, by its URL', async () => {
    const order = await testOrder(t, vendor)
    for (const [image, url] of [
      ['products/a.png', 'https://assets.test/assets/products/a.png'],
      ['https://cdn.test/a.png', 'https://cdn.test/a.png']
    ] as const) {
      await t.sql`update order_items set image = ${image} where suborder_id = ${order.id}`
      assert.equal((await read(order.id)).items[0].imageUrl, url)
    }
  })

  test('an ETag that is still right answers 304, and changes with the order', async () => {
    const { id } = await testOrder(t, vendor)
    const get = (etag: string) =>
      t.call(`GET /vendor/orders/${id}`, { as: vendor.viewer, headers: { 'if-none-match': etag } })
    const etag = (await get('""')).headers.etag ?? ''
    assert.equal((await get(etag)).status, 304)
    await acknowledge(id)
    assert.equal((await get(etag)).status, 200)
  })

  test('amounts are exact, however large and however small', async () => {
    const order = await testOrder(t, vendor, { variant: { vendorPrice: '9999999.0001' }, quantities: [1000] })
    const { items, subtotal, total } = await read(order.id)
    assert.deepEqual(
      [items[0].price, items[0].subtotal, subtotal, total],
      [11999998.8, 11999998800, 11999998800, 11999998808.9]
    )
    const small = await testOrder(t, vendor, { part: {}, variant: { vendorPrice: '0.0001' } })
    const cheap = await read(small.id)
    assert.deepEqual([cheap.items[0].price, cheap.subtotal], [0, 0])
  })

  test('an id that is none is told, one that is nobody’s is 404', async () => {
    assertFaults(await call('GET /vendor/orders/1'), { id: 'INVALID_UUID' })
    assertProblem(await call(`GET /vendor/orders/${newId()}`), 404, 'NOT_FOUND')
    const { id } = await testOrder(t, vendor)
    assert.equal((await call(`GET /vendor/orders/${id.toUpperCase()}`)).body.id, id)
  })
})

describe('acknowledging', () => {
  test('moves a confirmed order on, once, and says so in the feed', async () => {
    const { id } = await testOrder(t, vendor)
    const { status, body, headers } = await acknowledge(id)
    assert.equal(status, 200)
    assert.equal(body.status, 'ACKNOWLEDGED')
    assert.deepEqual(body.allowedActions, ['ship', 'cancel'])
    assert.ok(Math.abs(Date.parse(body.acknowledgedAt) - Date.now()) < 60_000)
    assert.ok(body.updatedAt >= body.acknowledgedAt)
    const again = await call(`GET /vendor/orders/${id}`)
    assert.deepEqual([again.body, again.headers.etag], [body, headers.etag])
    const refused = await acknowledge(id)
    assertProblem(refused, 409, 'INVALID_TRANSITION')
    assert.match(refused.body.detail, /ACKNOWLEDGED/)
    assert.deepEqual(await read(id), body)
    assert.deepEqual(
      (await eventsOf(id))
        .map(({ type, changedFields, actorType }) => [type, changedFields, actorType])
        .slice(1),
      [['order.acknowledged', ['status', 'acknowledgedAt'], 'USER']]
    )
  })

  test('takes no body or an empty one', async () => {
    const { id } = await testOrder(t, vendor)
    assertFaults(await acknowledge(id, { status: 'SHIPPED', 'a/b': 1 }), {
      '/status': 'UNKNOWN_FIELD',
      '/a~1b': 'UNKNOWN_FIELD'
    })
    for (const body of [[], 'yes', null, 1]) assertFaults(await acknowledge(id, body), { '': 'INVALID_TYPE' })
    assert.equal((await read(id)).status, 'CONFIRMED')
    const headers = { 'content-type': 'text/plain' }
    const seen = await t.call(`POST /vendor/orders/${id}/acknowledge`, {
      as: vendor.owner,
      raw: 'seen',
      headers
    })
    assertProblem(seen, 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.equal((await acknowledge(id, {})).status, 200)
  })

  test('is refused from every other status, which is named', async () => {
    const { id } = await testOrder(t, vendor)
    for (const status of ['ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED']) {
      await setStatus(id, status)
      const answer = await acknowledge(id)
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.ok(answer.body.detail.includes(status))
    }
  })

  test('has one effect under one key, and of 20 at once one succeeds', async () => {
    const { id } = await testOrder(t, vendor)
    const keyed = () =>
      t.call(`POST /vendor/orders/${id}/acknowledge`, {
        as: vendor.owner,
        headers: { 'idempotency-key': id }
      })
    const [first, second] = [await keyed(), await keyed()]
    assert.equal(second.text, first.text)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    const { id: raced } = await testOrder(t, vendor)
    const answers = await Promise.all(Array.from({ length: 20 }, () => acknowledge(raced)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
    assert.equal((await eventsOf(raced)).filter(({ type }) => type === 'order.acknowledged').length, 1)
  })
})

describe('cancelling', () => {
  test('without items it takes all that is not shipped, and its stock is free again', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    assert.deepEqual(await stock(order), ['10 3 7', '10 2 8'])
    const { status, body } = await cancel(order.id, { reason: 'DISCONTINUED', note: 'Gone\nfor good ' })
    assert.equal(status, 200)
    assert.equal(body.status, 'CANCELLED')
    assert.deepEqual(body.allowedActions, [])
    assert.deepEqual(
      body.items.map(({ quantityCancelled }: { quantityCancelled: number }) => quantityCancelled),
      [3, 2]
    )
    const [{ id, createdAt, ...cancellation }, ...more] = body.cancellations
    assert.deepEqual(more, [])
    assert.ok(id && createdAt)
    assert.deepEqual(cancellation, {
      reason: 'DISCONTINUED',
      note: 'Gone\nfor good ',
      cancelledBy: 'VENDOR',
      items: order.items.map(({ id: orderItemId, quantity }) => ({ orderItemId, quantity }))
    })
    assert.deepEqual(await stock(order), ['10 0 10', '10 0 10'])
    assert.deepEqual(await read(order.id), body)
    assert.deepEqual((await eventsOf(order.id)).at(-1), {
      type: 'order.cancelled',
      changedFields: ['status', 'items'],
      details: { reason: 'DISCONTINUED', quantity: 5, status: 'CANCELLED' },
      actorType: 'USER'
    })
    assertProblem(await cancel(order.id, { reason: 'OTHER' }), 409, 'INVALID_TRANSITION')
    // What was agreed stays as it was: amounts are those of the time of ordering.
    assert.equal(body.subtotal, 75)
  })

  test('with items it takes a part, and keeps each cancellation', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    const [first, second] = order.items.map(({ id }) => id)
    const one = await cancel(order.id, {
      reason: 'OUT_OF_STOCK',
      note: null,
      items: [{ orderItemId: first?.toUpperCase(), quantity: 2 }]
    })
    assert.equal(one.body.status, 'CONFIRMED')
    assert.deepEqual(await stock(order), ['10 1 9', '10 2 8'])
    await acknowledge(order.id)
    const two = await cancel(order.id, { reason: 'OTHER', items: [{ orderItemId: second, quantity: 2 }] })
    assert.equal(two.body.status, 'ACKNOWLEDGED')
    assert.deepEqual(
      two.body.cancellations.map(({ reason, note, items }: Record<string, unknown>) => ({
        reason,
        note,
        items
      })),
      [
        { reason: 'OUT_OF_STOCK', note: null, items: [{ orderItemId: first, quantity: 2 }] },
        { reason: 'OTHER', note: null, items: [{ orderItemId: second, quantity: 2 }] }
      ]
    )
    const rest = await cancel(order.id, { reason: 'CUSTOMER_REQUEST', items: null })
    assert.equal(rest.body.status, 'CANCELLED')
    assert.deepEqual(await stock(order), ['10 0 10', '10 0 10'])
  })

  test('names every fault of the body, and then of the lines, and changes nothing', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2] })
    const [first, second] = order.items.map(({ id }) => id)
    const before = await read(order.id)
    assertFaults(
      await cancel(order.id, {
        note: 5,
        items: [{ orderItemId: 'x', quantity: 0 }, { quantity: '1' }, 3],
        by: 'me'
      }),
      {
        '/reason': 'REQUIRED',
        '/note': 'INVALID_TYPE',
        '/items/0/orderItemId': 'INVALID_UUID',
        '/items/0/quantity': 'TOO_SMALL',
        '/items/1/orderItemId': 'REQUIRED',
        '/items/1/quantity': 'INVALID_TYPE',
        '/items/2': 'INVALID_TYPE',
        '/by': 'UNKNOWN_FIELD'
      }
    )
    assertFaults(await cancel(order.id, { reason: 'BORED', items: [] }), {
      '/reason': 'NOT_ALLOWED',
      '/items': 'TOO_FEW'
    })
    assertFaults(await cancel(order.id, { reason: 'OTHER', note: 'é'.repeat(1001) }), { '/note': 'TOO_LONG' })
    assertFaults(await call(`POST /vendor/orders/${order.id}/cancel`), { '': 'REQUIRED' })
    const other = await testOrder(t, vendor)
    assertFaults(
      await cancel(order.id, {
        reason: 'OTHER',
        items: [
          { orderItemId: first, quantity: 4 },
          { orderItemId: second, quantity: 1 },
          { orderItemId: other.items[0]?.id, quantity: 1 },
          { orderItemId: newId(), quantity: 1 }
        ]
      }),
      {
        '/items/0/quantity': 'TOO_LARGE',
        '/items/2/orderItemId': 'UNKNOWN_ID',
        '/items/3/orderItemId': 'UNKNOWN_ID'
      }
    )
    const one = { orderItemId: second, quantity: 1 }
    assertFaults(
      await cancel(order.id, { items: [one, one, { ...one, orderItemId: second?.toUpperCase() }] }),
      {
        '/reason': 'REQUIRED',
        '/items/1/orderItemId': 'DUPLICATE',
        '/items/2/orderItemId': 'DUPLICATE'
      }
    )
    assert.deepEqual(await read(order.id), before)
    assert.deepEqual((await read(other.id)).status, 'CONFIRMED')
  })

  test('takes 200 lines and a note of 1,000 characters, and no more', async () => {
    const order = await testOrder(t, vendor, { quantities: Array(200).fill(1), stock: 5 })
    const items = order.items.map(({ id: orderItemId }) => ({ orderItemId, quantity: 1 }))
    const many = [...items, { orderItemId: newId(), quantity: 1 }]
    assertFaults(await cancel(order.id, { reason: 'OTHER', items: many }), { '/items': 'TOO_MANY' })
    const { body } = await cancel(order.id, { reason: 'OTHER', note: '😀'.repeat(1000), items })
    assert.equal(body.status, 'CANCELLED')
    assert.equal(
      (await stock(order)).every((one: string) => one === '5 0 5'),
      true
    )
  })

  test('from SHIPPED on there is nothing to cancel', async () => {
    const { id, items } = await testOrder(t, vendor)
    for (const status of ['SHIPPED', 'DELIVERED', 'CANCELLED']) {
      await setStatus(id, status)
      for (const chosen of [undefined, [{ orderItemId: items[0]?.id, quantity: 1 }]]) {
        const answer = await cancel(id, { reason: 'OTHER', items: chosen })
        assertProblem(answer, 409, 'INVALID_TRANSITION')
        assert.ok(answer.body.detail.includes(status))
      }
    }
  })

  test('an order whose products are deleted meanwhile can be read and cancelled', async () => {
    const order = await testOrder(t, vendor)
    await call(`DELETE /vendor/products/${order.sellables[0]?.productId}`)
    const before = await read(order.id)
    assert.equal(before.items[0].productName, 'Hex bolt M8')
    assert.equal((await cancel(order.id, { reason: 'DISCONTINUED' })).body.status, 'CANCELLED')
  })

  test('of 20 at once that want a piece each of 10, 10 get one', async () => {
    const order = await testOrder(t, vendor, { quantities: [10], stock: 10 })
    const items = [{ orderItemId: order.items[0]?.id, quantity: 1 }]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => cancel(order.id, { reason: 'OTHER', items }))
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 10)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertProblem(answer, 409, 'INVALID_TRANSITION')
    }
    assert.deepEqual(await stock(order), ['10 0 10'])
    assert.equal((await read(order.id)).cancellations.length, 10)
  })

  test('orders that hold the same variants are cancelled at once without standing in each other’s way', async () => {
    const first = await testOrder(t, vendor, { quantities: [1, 1, 1], stock: 100 })
    const orders = [first]
    const { body } = await call(`GET /vendor/me/shipping-methods`)
    for (const turned of [true, false, true]) {
      const variants = turned ? first.sellables.toReversed() : first.sellables
      const answer = await t.call('POST /platform/orders', {
        as: await t.operator(),
        body: {
          paymentMethodName: 'Credit card',
          shipTo,
          vendors: [
            {
              vendorId: vendor.id,
              shippingMethodId: body.shippingMethods[0].id,
              items: variants.map(({ id: variantId }) => ({ variantId, quantity: 2 }))
            }
          ]
        }
      })
      orders.push({ ...first, id: answer.body.suborders[0].id })
    }
    const answers = await Promise.all(orders.map(({ id }) => cancel(id, { reason: 'OTHER' })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200]
    )
    assert.deepEqual(await stock(first), Array(3).fill('100 0 100'))
  })
})
