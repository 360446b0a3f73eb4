import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { orderCalls, shipTo, testOrder } from '../../../../test/orders.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

const { call, read, acknowledge, cancel, setStatus, eventsOf, stock } = orderCalls(() => ({ t, vendor }))

describe('cancelling a suborder', () => {
  test('without items it cancels all quantities not yet shipped and releases their stock', async () => {
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
    // The amounts are those from the time of the order.
    assert.equal(body.subtotal, 75)
  })

  test('with items it cancels these quantities and stores each cancellation', async () => {
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

  test('every error of the body, then of the lines, is reported, and nothing changes', async () => {
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

  test('accepts at most 200 lines and a note of at most 1,000 characters', async () => {
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

  test("an order that is SHIPPED, DELIVERED or CANCELLED can't be cancelled", async () => {
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

  test('an order whose products were deleted can be read and cancelled', async () => {
    const order = await testOrder(t, vendor)
    await call(`DELETE /vendor/products/${order.sellables[0]?.productId}`)
    const before = await read(order.id)
    assert.equal(before.items[0].productName, 'Hex bolt M8')
    assert.equal((await cancel(order.id, { reason: 'DISCONTINUED' })).body.status, 'CANCELLED')
  })

  test('of 20 concurrent cancellations of one unit out of 10, 10 succeed', async () => {
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

  test('orders of the same variants can be cancelled concurrently without deadlocks', async () => {
    const first = await testOrder(t, vendor, { quantities: [1, 1, 1], stock: 100 })
    const orders = [first]
    const { body } = await call(`GET /vendor/me/shipping-methods`)
    for (const isReversed of [true, false, true]) {
      const variants = isReversed ? first.sellables.toReversed() : first.sellables
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
