import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { placeOrder, sellables, shippingMethod, testOrder } from '../../../test/orders.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { fulfillment, lineOf, ship, stockOf } from '../../../test/shipments.ts'
import { insertOpenOrders, type OpenOrder } from '../../../test/stored-orders.ts'
import type { Tx } from '../../db/connect.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

type New = {
  orderId: string
  carrier: string
  trackingNumber: string
  shippedAt?: string
  items?: { orderItemId: string; quantity: number }[]
}
const of = (orderId: string, more: Partial<New> = {}): New => ({
  ...{ orderId, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
  ...more
})
const shipAll = (shipments: unknown, { as = vendor.owner, headers = {} } = {}) =>
  t.call('POST /vendor/shipments/bulk', { as, body: { shipments }, headers })
const variants = async (stock: number[], seller = vendor) =>
  (await sellables(t, seller, { stock })).map(({ id }) => id)
const item = (order: OpenOrder, index: number, quantity: number) => ({
  orderItemId: order.items[index]?.id ?? '',
  quantity
})
const codes = (body: { results: { error: { code: string } | null }[] }) =>
  body.results.map(({ error }) => error?.code ?? null)

describe('creating several shipments', () => {
  test('of 500 shipments, two thirds succeed and the others fail with their own errors', async () => {
    const [own, other] = [await t.vendor(), await t.vendor()]
    const variantIds = await variants([5000, 5000], own)
    const orders = await insertOpenOrders(t, own.id, { count: 470, variantIds, quantity: 3 })
    const [theirs] = await insertOpenOrders(t, other.id, { count: 1, variantIds: [newId()], quantity: 1 })
    const [cancelled, shipped, ...open] = orders
    await t.sql`update suborders set status = 'CANCELLED' where id = ${cancelled?.id ?? ''}`
    assert.equal((await ship(t, own, { orderId: shipped?.id ?? '' })).status, 200)
    const wrong: ((order: OpenOrder) => [New, string, Record<string, string>])[] = [
      () => [of(newId()), 'NOT_FOUND', {}],
      () => [of(theirs?.id ?? ''), 'NOT_FOUND', {}],
      () => [of(cancelled?.id ?? ''), 'INVALID_TRANSITION', {}],
      () => [of(shipped?.id ?? ''), 'INVALID_TRANSITION', {}],
      ({ id }) => [
        of(id, { shippedAt: '2020-01-01T00:00:00Z', items: [{ orderItemId: newId(), quantity: 1 }] }),
        'VALIDATION_FAILED',
        { '/shippedAt': 'TOO_SMALL', '/items/0/orderItemId': 'UNKNOWN_ID' }
      ],
      (order) => [
        of(order.id, { items: [item(order, 0, 4), item(order, 1, 3)] }),
        'OVER_SHIPPED',
        { '/items/0/quantity': 'OVER_SHIPPED' }
      ]
    ]
    const cases = Array.from({ length: 500 }, (_, index): [New, string | null, Record<string, string>] => {
      const order = open[index % open.length] as OpenOrder
      const one = wrong[((index - 2) / 3) % wrong.length]
      if (one) return one(order)
      return [of(order.id, { items: [item(order, 0, 1)] }), null, {}]
    })
    const headers = { 'idempotency-key': newId() }
    const shipments = cases.map(([shipment]) => shipment)
    const answer = await shipAll(shipments, { as: own.owner, headers })
    assert.equal(answer.status, 200, answer.text)
    const { results, ...counts } = answer.body
    assert.deepEqual(counts, { total: 500, succeeded: 334, failed: 166 })
    for (const [index, [, code, faults]] of cases.entries()) {
      const { id, error, ...result } = results[index]
      assert.deepEqual(result, { index, status: code === null ? 'SUCCEEDED' : 'FAILED' })
      assert.equal(id === null, code !== null)
      assert.equal(error?.code ?? null, code)
      const found = (error?.errors ?? []).map(({ pointer, code }: Record<string, string>) => [pointer, code])
      const expected = Object.entries(faults).map(([pointer, code]) => [
        `/shipments/${index}${pointer}`,
        code
      ])
      assert.deepEqual(found, expected)
    }
    // Each error is the one that a request with only this shipment gets.
    for (const index of wrong.keys()) {
      const [shipment] = cases[index * 3 + 2] as [New, string, object]
      const alone = await ship(t, own, { ...shipment })
      const { error } = results[index * 3 + 2]
      assert.equal(error.code, alone.body.code)
      assert.equal(error.message.replace(`/shipments/${index * 3 + 2}`, ''), alone.body.detail)
      assert.equal(error.errors?.length, alone.body.errors?.length)
    }
    const ids = results.flatMap(({ id }: { id: string | null }) => id ?? [])
    assert.equal(new Set(ids).size, 334)
    const stock = ['4663 1073', '4997 1407']
    assert.deepEqual(await stockOf(t, variantIds), stock)
    const list = await t.call('GET /vendor/shipments?status=SHIPPED&first=1', { as: own.viewer })
    assert.equal(list.body.estimatedTotalCount, 335)

    const again = await shipAll(shipments, { as: own.owner, headers })
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.text, answer.text)
    assert.deepEqual(await stockOf(t, variantIds), stock)
    const [rows] = await t.sql`
      select count(*)::int as shipments, count(distinct e.subject_id)::int as events
      from shipments h left join events e on e.subject_id = h.id where h.vendor_id = ${own.id}`
    assert.deepEqual({ ...rows }, { shipments: 335, events: 335 })
  })

  test('a shipment of a set is the same as a shipment of its own', async () => {
    const [one, other] = [await testOrder(t, vendor), await testOrder(t, vendor)]
    const { body } = await shipAll([of(one.id.toUpperCase(), { carrier: 'fedex', trackingNumber: '12' })])
    const alone = await ship(t, vendor, { orderId: other.id, carrier: 'fedex', trackingNumber: '12' })
    const [{ id }] = body.results
    const created = await t.call(`GET /vendor/shipments/${id}`, { as: vendor.viewer })
    const { items, ...shown } = created.body
    assert.deepEqual(Object.keys(created.body), Object.keys(alone.body))
    assert.deepEqual(
      [shown.orderId, shown.carrier, shown.trackingUrl, shown.status],
      [one.id, alone.body.carrier, alone.body.trackingUrl, 'SHIPPED']
    )
    assert.equal(items[0].quantity, alone.body.items[0].quantity)
    assert.ok((await t.call(`GET /vendor/orders/${one.id}`, { as: vendor.viewer })).body.acknowledgedAt)
  })

  test('several shipments of one order take effect one after another', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2], stock: 10 })
    const { body } = await shipAll([
      of(order.id, { items: [lineOf(order, 0, 2)] }),
      of(order.id, { items: [lineOf(order, 0, 2)] }),
      of(order.id.toUpperCase()),
      of(order.id),
      of(order.id, { items: [lineOf(order, 1, 1)] })
    ])
    assert.deepEqual(codes(body), [null, 'OVER_SHIPPED', null, 'INVALID_TRANSITION', 'OVER_SHIPPED'])
    assert.match(body.results[1].error.message, /PARTIALLY_SHIPPED/)
    assert.match(body.results[3].error.message, /SHIPPED/)
    assert.match(body.results[1].error.errors[0].message, /which is 1$/)
    assert.deepEqual(await fulfillment(t, vendor, order.id), {
      status: 'SHIPPED',
      shipped: [3, 2],
      cancelled: [0, 0]
    })
    const events = await t.sql`
      select details from events where type = 'shipment.created' and details ->> 'orderId' = ${order.id} order by id`
    assert.deepEqual(
      events.map(({ details }) => [details.orderStatus, details.quantity]),
      [
        ['PARTIALLY_SHIPPED', 2],
        ['SHIPPED', 3]
      ]
    )
  })

  test('more than one batch: the shipments of an order continue where the earlier ones ended', async () => {
    const variantIds = await variants([1000])
    const orders = await insertOpenOrders(t, vendor.id, { count: 30, variantIds, quantity: 4 })
    const shipments = Array.from({ length: 5 }, () =>
      orders.map((order) => of(order.id, { items: [item(order, 0, 1)] }))
    ).flat()
    const { body } = await shipAll(shipments)
    assert.deepEqual(codes(body), [...Array(120).fill(null), ...Array(30).fill('OVER_SHIPPED')])
    assert.match(body.results[149].error.message, /The order is SHIPPED/)
    assert.deepEqual(await stockOf(t, variantIds), ['880 0'])
    assert.equal((await fulfillment(t, vendor, orders[29]?.id ?? '')).status, 'SHIPPED')
  })

  test('the error of a shipment lists at most 100 errors of fields', async () => {
    const { id } = await testOrder(t, vendor)
    const items = Array.from({ length: 150 }, () => ({ orderItemId: newId(), quantity: 1 }))
    const [{ error }] = (await shipAll([of(id, { items })])).body.results
    assert.equal(error.errors.length, 100)
    assert.equal(error.errors[99].pointer, '/shipments/0/items/99/orderItemId')
    assert.match(error.message, /^\/shipments\/0\/items\/0\/orderItemId: .* \(and 149 more\)\.$/)
  })

  test('an order with 200 lines can be shipped', async () => {
    const variantIds = await variants(Array(200).fill(10))
    const orders = await insertOpenOrders(t, vendor.id, { count: 3, variantIds, quantity: 2 })
    assert.equal((await shipAll(orders.map(({ id }) => of(id)))).body.succeeded, 3)
    assert.deepEqual(new Set(await stockOf(t, variantIds)), new Set(['4 0']))
  })

  test('after 10,000 lines, the following shipments fail and can be sent again', async () => {
    const variantIds = await variants(Array(200).fill(100))
    const orders = await insertOpenOrders(t, vendor.id, { count: 60, variantIds, quantity: 1 })
    const all = orders.map(({ id }) => of(id))
    const { body } = await shipAll(all)
    assert.deepEqual(codes(body), [...Array(50).fill(null), ...Array(10).fill('SET_TOO_LARGE')])
    assert.equal((await shipAll(all.slice(50))).body.succeeded, 10)
    assert.deepEqual(new Set(await stockOf(t, variantIds)), new Set(['40 0']))
  })
})

describe('a set of shipments', () => {
  const good = of(newId())
  const line = { orderItemId: newId(), quantity: 1 }
  const refused: [string, unknown, Record<string, string>][] = [
    ['no shipments', undefined, { '/shipments': 'REQUIRED' }],
    ['an empty list', [], { '/shipments': 'TOO_FEW' }],
    ['501 shipments', Array(501).fill(good), { '/shipments': 'TOO_MANY' }],
    ['an object instead of a list', {}, { '/shipments': 'INVALID_TYPE' }],
    [
      'shipments that are not objects',
      [1, null],
      { '/shipments/0': 'INVALID_TYPE', '/shipments/1': 'REQUIRED' }
    ],
    [
      'an empty shipment',
      [good, {}],
      {
        '/shipments/1/orderId': 'REQUIRED',
        '/shipments/1/carrier': 'REQUIRED',
        '/shipments/1/trackingNumber': 'REQUIRED'
      }
    ],
    [
      'errors in several shipments',
      [
        { ...good, status: 'SHIPPED', trackingUrl: 'ftp://a.test' },
        good,
        { ...good, shippedAt: '2999-01-01T00:00:00Z', items: [line, line, { ...line, quantity: 0 }] },
        { ...good, items: [] }
      ],
      {
        '/shipments/0/status': 'READ_ONLY_FIELD',
        '/shipments/0/trackingUrl': 'INVALID_URL',
        '/shipments/2/shippedAt': 'TOO_LARGE',
        '/shipments/2/items/1/orderItemId': 'DUPLICATE',
        '/shipments/2/items/2/orderItemId': 'DUPLICATE',
        '/shipments/2/items/2/quantity': 'TOO_SMALL',
        '/shipments/3/items': 'TOO_FEW'
      }
    ]
  ]
  for (const [title, shipments, faults] of refused) {
    test(`is refused with ${title}`, async () => assertFaults(await shipAll(shipments), faults))
  }

  test('creates no shipment if its body is invalid', async () => {
    const { id } = await testOrder(t, vendor)
    assertFaults(await shipAll([of(id), of('x')]), { '/shipments/1/orderId': 'INVALID_UUID' })
    assert.equal((await fulfillment(t, vendor, id)).status, 'CONFIRMED')
  })

  test('requires a vendor with write access, which is checked first', async () => {
    assertProblem(await t.call('POST /vendor/shipments/bulk', { body: {} }), 401, 'UNAUTHENTICATED')
    assertProblem(await shipAll([], { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await shipAll([], { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
    const { id } = await testOrder(t, vendor)
    assert.equal((await shipAll([of(id)], { as: vendor.editor })).body.succeeded, 1)
  })
})

type Step = { order: number; quantities: [number, number] | null }
const steps = fc.array(
  fc.record({
    order: fc.nat({ max: 3 }),
    quantities: fc.option(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })), { freq: 4 })
  }),
  { minLength: 1, maxLength: 12 }
)

/** Three orders of the same two variants, and an unknown order. */
async function stage(stock: number[]) {
  const variantIds = await variants([30, 30])
  const orders = await insertOpenOrders(t, vendor.id, { count: 3, variantIds, quantity: 3 })
  for (const [index, id] of variantIds.entries()) {
    await t.sql`update variants set stock_on_hand = ${stock[index] ?? 0} where id = ${id}`
  }
  const orderIds = [...orders.map(({ id }) => id), newId()]
  const bodyOf = ({ order, quantities }: Step): New => {
    const known = orders[order]
    const items =
      known && quantities?.flatMap((quantity, at) => (quantity > 0 ? item(known, at, quantity) : []))
    return of(orderIds[order] ?? '', items?.length ? { items } : {})
  }
  const state = async () => {
    const rows = await t.sql`
      select s.status, array(
        select row(i.quantity_shipped, q.quantity, q.stock_taken)::text
        from order_items i left join shipment_items q on q.order_item_id = i.id
        where i.suborder_id = s.id order by i.position, q.shipment_id is null, (
          select e.id from events e where e.subject_id = q.shipment_id)) as lines
      from unnest(${orderIds}::uuid[]) with ordinality as o (id, position) join suborders s on s.id = o.id
      order by o.position`
    return [await stockOf(t, variantIds), rows.map((row) => ({ ...row }))]
  }
  return { bodyOf, state }
}

test('a set has the same results as its shipments one after another, even if there is too little stock', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })), async (sent, stock) => {
      const [inSet, alone] = [await stage(stock), await stage(stock)]
      const { body, text } = await shipAll(sent.map(inSet.bodyOf))
      const codesAlone: (string | null)[] = []
      for (const step of sent) {
        const answer = await ship(t, vendor, alone.bodyOf(step))
        codesAlone.push(answer.status === 200 ? null : answer.body.code)
      }
      assert.deepEqual(codes(body), codesAlone, text)
      assert.deepEqual(await inSet.state(), await alone.state())
    }),
    { numRuns: randomRuns(25) }
  )
})

describe('concurrently', () => {
  const lockOrder = (id: string) => (tx: Tx) => tx`select from suborders where id = ${id} for update`
  const lockVariant = (id: string) => (tx: Tx) => tx`select from variants where id = ${id} for update`

  test('of two sets with the same orders in opposite orders, one ships all', async () => {
    const variantIds = await variants([100, 100])
    const orders = await insertOpenOrders(t, vendor.id, { count: 30, variantIds, quantity: 2 })
    const shipments = orders.map(({ id }) => of(id))
    const answers = await withLocksHeld(t, {
      hold: lockOrder(orders.map(({ id }) => id).toSorted()[15] ?? ''),
      waiting: 2,
      work: () => Promise.all([shipAll(shipments), shipAll(shipments.toReversed())])
    })
    assert.deepEqual(answers.map(({ body }) => body.succeeded).toSorted(), [0, 30])
    assert.deepEqual(await stockOf(t, variantIds), ['40 0', '40 0'])
  })

  test('sets, single shipments, cancellations and new orders of the same variants all complete', async () => {
    const variantIds = await variants([1000, 1000])
    const orders = await insertOpenOrders(t, vendor.id, { count: 40, variantIds, quantity: 2 })
    const shippingMethodId = await shippingMethod(t, vendor)
    const items = variantIds.toReversed().map((variantId) => ({ variantId, quantity: 1 }))
    const one = (order: OpenOrder) => of(order.id, { items: [item(order, 1, 1)] })
    const answers = await Promise.all([
      shipAll(orders.map(one)),
      shipAll(orders.toReversed().map(one)),
      ...orders.slice(0, 10).map((order) => ship(t, vendor, one(order))),
      ...orders
        .slice(10, 15)
        .map(({ id }) =>
          t.call(`POST /vendor/orders/${id}/cancel`, { as: vendor.owner, body: { reason: 'OTHER' } })
        ),
      ...Array.from({ length: 5 }, () => placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items }]))
    ])
    for (const { status, text } of answers) assert.ok([200, 409].includes(status), text)
    const [sums] = await t.sql`
      select sum(quantity_shipped)::int as shipped, sum(quantity - quantity_shipped - quantity_cancelled)::int as open
      from order_items where variant_id = ${variantIds[1] ?? ''}`
    const { shipped, open } = sums ?? {}
    assert.equal((await stockOf(t, variantIds))[1], `${1000 - shipped} ${open}`)
  })

  test('a set locks its orders and then its variants, each in the order of their ids', async () => {
    const variantIds = await variants([100, 100, 100])
    const orders = await insertOpenOrders(t, vendor.id, { count: 4, variantIds, quantity: 1 })
    const shipments = orders.map((order) =>
      of(order.id, { items: [2, 1, 0].map((index) => item(order, index, 1)) })
    )
    const ids = orders.map(({ id }) => id).toSorted()
    const line = { orderItemId: newId(), quantity: 1 }
    const freeOrders = (tx: Tx) => tx`select from suborders where id = any(${ids}) for update skip locked`
    const freeVariants = (tx: Tx) =>
      tx`select from variants where id = any(${variantIds}) for update skip locked`
    // A transaction doesn't skip the rows that it has locked itself.
    await withLocksHeld(t, {
      hold: lockOrder(ids[1] ?? ''),
      waiting: 1,
      async release(tx) {
        assert.equal((await freeOrders(tx)).length, 3)
        assert.equal((await freeVariants(tx)).length, 3)
      },
      work: () => shipAll(orders.toReversed().map(({ id }) => of(id, { items: [line] })))
    })
    const answer = await withLocksHeld(t, {
      hold: lockVariant(variantIds.toSorted()[1] ?? ''),
      waiting: 1,
      async release(tx) {
        assert.equal((await freeOrders(tx)).length, 0)
        assert.equal((await freeVariants(tx)).length, 2)
      },
      work: () => shipAll(shipments.toReversed())
    })
    assert.equal(answer.body.succeeded, 4)
  })

  test('requests with the same Idempotency-Key ship once', async () => {
    const variantIds = await variants([100])
    const orders = await insertOpenOrders(t, vendor.id, { count: 10, variantIds, quantity: 4 })
    const shipments = orders.map((order) => of(order.id, { items: [item(order, 0, 1)] }))
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => shipAll(shipments, { headers })))
    const done = answers.filter(({ status }) => status === 200)
    assert.equal(new Set(done.map(({ text }) => text)).size, 1)
    for (const answer of answers) {
      if (answer.status !== 200) assertProblem(answer, 409, 'REQUEST_IN_PROGRESS')
    }
    assert.deepEqual(await stockOf(t, variantIds), ['90 30'])
  })

  test('a set that waits for the stock uses the stock that was set in the meantime', async () => {
    const variantIds = await variants([100])
    const orders = await insertOpenOrders(t, vendor.id, { count: 3, variantIds, quantity: 4 })
    const [variantId = ''] = variantIds
    const { body } = await withLocksHeld(t, {
      hold: lockVariant(variantId),
      waiting: 1,
      release: (tx) => tx`update variants set stock_on_hand = 6 where id = ${variantId}`,
      work: () => shipAll(orders.map(({ id }) => of(id)))
    })
    assert.equal(body.succeeded, 3)
    assert.deepEqual(await stockOf(t, variantIds), ['0 0'])
    const taken = await t.sql`
      select stock_taken from shipment_items q join unnest(${body.results.map(({ id }: { id: string }) => id)}::uuid[])
        with ordinality as s (id, position) on s.id = q.shipment_id order by s.position`
    assert.deepEqual(
      taken.map(({ stockTaken }) => stockTaken),
      [4, 2, 0]
    )
  })
})
