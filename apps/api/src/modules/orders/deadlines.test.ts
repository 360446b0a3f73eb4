import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { placeOrder, sellables, sharedOperator, shippingMethod, testOrder } from '../../../test/orders.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { insertStoredOrders } from '../../../test/stored-orders.ts'
import { recordLateOrders } from './late-orders.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await sharedOperator(t)
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor({ leadTime: 0 })
  await t.sql`update settings set acknowledge_hours = null, ship_days = null, time_zone = 'UTC'`
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const settings = (body: object) => t.call('PATCH /platform/settings', { as: operator, body })
const change = (body: object) => t.call(`PATCH /platform/vendors/${vendor.id}`, { as: operator, body })
const read = async (id: string) => (await t.call(`GET /vendor/orders/${id}`, { as: vendor.viewer })).body
/** Places an order and returns its deadlines. */
async function deadlines(placedAt: string, product = {}): Promise<[string | null, string | null]> {
  const { id } = await testOrder(t, vendor, { fields: { placedAt }, product })
  const { acknowledgeBy, shipBy } = await read(id)
  return [acknowledgeBy, shipBy]
}
const lateEvents = async (id: string) =>
  (
    await t.sql<{ deadline: string; dueAt: string }[]>`
    select details ->> 'deadline' as deadline, details ->> 'dueAt' as due_at from events
    where type = 'order.late' and subject_id = ${id} and vendor_id = ${vendor.id} order by id`
  ).map((row) => [row.deadline, row.dueAt])

suite('the deadlines of a new order', () => {
  test('there are none by default, and existing orders get none when they are set', async () => {
    const { id } = await testOrder(t, vendor)
    await settings({ acknowledgeHours: 24, shipDays: 2 })
    const { acknowledgeBy, shipBy, dueAt, isLate } = await read(id)
    assert.deepEqual([acknowledgeBy, shipBy, dueAt, isLate], [null, null, null, false])
  })

  test('they are hours and working days of the time zone after the placement', async () => {
    await settings({ acknowledgeHours: 24, shipDays: 2, timeZone: 'America/New_York' })
    // A Thursday evening in New York, where it is already Friday in UTC.
    assert.deepEqual(await deadlines('2026-03-06T02:00:00.000Z'), [
      '2026-03-07T02:00:00.000Z',
      // The end of Monday. The clocks were set forward on Sunday.
      '2026-03-10T03:59:59.999Z'
    ])
  })

  test('orders of a weekend count as placed on Friday', async () => {
    await settings({ shipDays: 1 })
    for (const placedAt of ['2026-03-06T10:00:00Z', '2026-03-07T10:00:00Z', '2026-03-08T23:59:59Z'])
      assert.deepEqual(await deadlines(placedAt), [null, '2026-03-09T23:59:59.999Z'])
  })

  test('a longer lead time of a product or of the vendor counts, and a shorter one does not', async () => {
    await settings({ shipDays: 2 })
    const monday = '2026-03-02T10:00:00Z'
    assert.equal((await deadlines(monday, { leadTime: 1 }))[1], '2026-03-04T23:59:59.999Z')
    assert.equal((await deadlines(monday, { leadTime: 7 }))[1], '2026-03-11T23:59:59.999Z')
    await change({ leadTime: 3 })
    assert.equal((await deadlines(monday))[1], '2026-03-05T23:59:59.999Z')
    assert.equal((await deadlines(monday, { leadTime: 2_000_000_000 }))[1], '2027-07-26T23:59:59.999Z')
  })

  test('a vendor can have its own hours and days, or none with 0, and null returns to the settings', async () => {
    await settings({ acknowledgeHours: 24, shipDays: 2 })
    const monday = '2026-03-02T10:00:00.000Z'
    assert.equal((await change({ acknowledgeHours: 1, shipDays: 0 })).body.shipDays, 0)
    assert.deepEqual(await deadlines(monday), ['2026-03-02T11:00:00.000Z', null])
    assert.equal((await change({ acknowledgeHours: 0, shipDays: 3 })).body.acknowledgeHours, 0)
    assert.deepEqual(await deadlines(monday), [null, '2026-03-05T23:59:59.999Z'])
    await change({ acknowledgeHours: null, shipDays: null })
    assert.deepEqual(await deadlines(monday), ['2026-03-03T10:00:00.000Z', '2026-03-04T23:59:59.999Z'])
  })

  test('hours and days outside the limits are refused, and the vendor can not set its own', async () => {
    assertFaults(await settings({ acknowledgeHours: 0, shipDays: 366 }), {
      '/acknowledgeHours': 'TOO_SMALL',
      '/shipDays': 'TOO_LARGE'
    })
    assertFaults(await change({ acknowledgeHours: 721, shipDays: -1 }), {
      '/acknowledgeHours': 'TOO_LARGE',
      '/shipDays': 'TOO_SMALL'
    })
    const profile = { as: vendor.owner, body: { shipDays: 0 } }
    assertFaults(await t.call('PATCH /vendor/me/profile', profile), { '/shipDays': 'UNKNOWN_FIELD' })
  })

  test('the last working day is the one that counting day by day finds', async () => {
    const cases = fc.record({
      placed: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      days: fc.integer({ min: 1, max: 400 }),
      timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland')
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ placed, days, timeZone }) => {
        const [row] = await t.sql<{ day: string; time: string }[]>`
          select to_char(d at time zone ${timeZone}, 'YYYY-MM-DD') as day, to_char(d at time zone ${timeZone}, 'HH24:MI:SS.MS') as time
          from shipping_deadline(${placed.toISOString()}::timestamptz, ${days}::integer, ${timeZone}) as d`
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(placed)
        const day = new Date(`${local}T00:00:00Z`)
        for (let left = days; left > 0; ) {
          day.setUTCDate(day.getUTCDate() + 1)
          if (day.getUTCDay() % 6 !== 0) left--
        }
        assert.deepEqual(row, { day: day.toISOString().slice(0, 10), time: '23:59:59.999' })
      }),
      { numRuns: randomRuns(60) }
    )
  })
})

suite('what is due', () => {
  const past = () => ({ acknowledgeBy: ago(2), shipBy: ago(1) })

  test('is the acknowledgement first, then the shipment, and nothing after that', async () => {
    const { id, items } = await testOrder(t, vendor)
    const [acknowledgeBy, shipBy] = [ago(-1), ago(-2)]
    await t.sql`update suborders set acknowledge_by = ${acknowledgeBy}, ship_by = ${shipBy} where id = ${id}`
    assert.equal((await read(id)).dueAt, acknowledgeBy)
    await t.call(`POST /vendor/orders/${id}/acknowledge`, { as: vendor.owner })
    assert.equal((await read(id)).dueAt, shipBy)
    const purchaseOrder = await t.call(`GET /vendor/purchase-orders/${id}`, { as: vendor.viewer })
    assert.deepEqual([purchaseOrder.body.dueAt, purchaseOrder.body.isLate], [shipBy, false])
    const part = { items: [{ orderItemId: items[0]?.id, quantity: 1 }] }
    const shipment = { orderId: id, carrier: 'UPS', trackingNumber: '1Z', shippedAt: ago(0) }
    await t.call('POST /vendor/shipments', { as: vendor.owner, body: { ...shipment, ...part } })
    assert.equal((await read(id)).dueAt, shipBy)
    await t.call('POST /vendor/shipments', { as: vendor.owner, body: shipment })
    assert.equal((await read(id)).dueAt, null)
  })

  test('lists filter by it and sort by it, for the vendor and the operator', async () => {
    const later = { acknowledgeBy: ago(-5), shipBy: ago(-9) }
    const [none, late, soon, shipped, second] = await insertStoredOrders(t, vendor.id, [
      {},
      past(),
      later,
      { ...past(), status: 'SHIPPED' },
      { ...past(), acknowledgeBy: ago(3), status: 'ACKNOWLEDGED' }
    ])
    const orderIds = new Map(
      (await t.sql<{ id: string; orderId: string }[]>`select id, order_id from suborders`).map((row) => [
        row.id,
        row.orderId
      ])
    )
    const cases: [query: string, expected: (string | undefined)[]][] = [
      ['late=true', [late, second]],
      ['late=false', [none, soon, shipped]],
      [`dueBefore=${ago(-6)}`, [late, soon, second]],
      [`dueBefore=${ago(1.5)}`, [late]],
      [`late=false&dueBefore=${ago(-6)}`, [soon]],
      ['sort=dueAt', [late, second, soon]],
      ['sort=dueAt&late=true', [late, second]],
      ['sort=dueAt&late=false', [soon]],
      [`sort=dueAt&dueBefore=${ago(1.5)}`, [late]],
      [`sort=dueAt&late=true&dueBefore=${ago(1.5)}`, [late]],
      ['sort=dueAt&status=ACKNOWLEDGED', [second]],
      ['late=true&status=ACKNOWLEDGED', [second]],
      ['sort=placedAt&late=true', [late, second]]
    ]
    for (const [query, expected] of cases) {
      for (const path of ['/vendor/orders', '/vendor/purchase-orders']) {
        const { body } = await t.call(`GET ${path}?${query}`, { as: vendor.viewer })
        const ids = (body.orders ?? body.purchaseOrders).map(({ id }: { id: string }) => id)
        assert.deepEqual([ids, body.estimatedTotalCount], [expected, expected.length], `${path} ${query}`)
      }
      const { body } = await t.call(`GET /platform/orders?vendorId=${vendor.id}&${query}`, { as: operator })
      const ids = body.orders.map(({ id }: { id: string }) => id)
      const wanted = expected.map((id) => orderIds.get(id ?? ''))
      assert.deepEqual([ids, body.estimatedTotalCount], [wanted, wanted.length], query)
      const words = `${query}&search=${orderIds.get(late ?? '')}`
      const found = await t.call(`GET /platform/orders?${words}`, { as: operator })
      const both = wanted.filter((id) => id === orderIds.get(late ?? ''))
      const parts = [found.body.orders.map(({ id }: { id: string }) => id), found.body.estimatedTotalCount]
      assert.deepEqual(parts, [both, both.length], words)
      const byWord = await t.call(`GET /vendor/orders?${query}&search=hb`, { as: vendor.viewer })
      assert.deepEqual(
        [byWord.body.orders.map(({ id }: { id: string }) => id), byWord.body.estimatedTotalCount],
        [expected, expected.length],
        `search ${query}`
      )
      const updated = await t.call(`GET /vendor/orders?${query}&updatedAfter=2000-01-01T00:00:00Z`, {
        as: vendor.viewer
      })
      assert.equal(updated.body.estimatedTotalCount, expected.length, `updatedAfter ${query}`)
    }
  })

  test("the operator's list of what is not late counts orders, of which some parts can be late", async () => {
    const vendors = [vendor, await t.vendor()]
    const parts = await Promise.all(
      vendors.map(async (one) => {
        const [variant] = await sellables(t, one)
        const items = [{ variantId: variant?.id ?? '', quantity: 1 }]
        return { vendorId: one.id, shippingMethodId: await shippingMethod(t, one), items }
      })
    )
    const placed: string[] = []
    for (const lateParts of [0, 1, 2]) {
      const { body } = await placeOrder(t, parts)
      await t.sql`
        update suborders set acknowledge_by = ${ago(1)} where order_id = ${body.id} and position <= ${lateParts}`
      placed.push(body.id)
    }
    const cases: [query: string, expected: boolean[]][] = [
      ['', [true, true, false]],
      [`&vendorId=${vendor.id}`, [true, false, false]],
      [`&vendorId=${vendors[1]?.id}`, [true, true, false]],
      ['&status=CONFIRMED', [true, true, false]],
      [`&status=CONFIRMED&vendorId=${vendor.id}`, [true, false, false]],
      [`&placedAfter=${ago(1)}`, [true, true, false]],
      [`&placedBefore=${ago(1)}`, [false, false, false]]
    ]
    for (const [query, expected] of cases) {
      const { body } = await t.call(`GET /platform/orders?late=false&first=100${query}`, { as: operator })
      const ids: string[] = body.orders.map(({ id }: { id: string }) => id)
      const isListed = placed.map((id) => ids.includes(id))
      assert.deepEqual([isListed, body.estimatedTotalCount], [expected, ids.length], query)
    }
  })

  test('pages by deadline continue, also between equal deadlines', async () => {
    const same = { acknowledgeBy: ago(2) }
    await insertStoredOrders(t, vendor.id, [same, same, { acknowledgeBy: ago(-1) }, same, {}])
    for (const path of ['/vendor/orders?', `/platform/orders?vendorId=${vendor.id}&`]) {
      const as = path.startsWith('/vendor') ? vendor.viewer : operator
      const get = async (query: string) => (await t.call(`GET ${path}sort=dueAt&${query}`, { as })).body
      const all = (await get('first=10')).orders
      assert.equal(all.length, 4)
      const first = await get('first=2')
      const next = await get(`first=2&after=${first.pageInfo.endCursor}`)
      assert.deepEqual([...first.orders, ...next.orders], all)
      assert.equal(next.pageInfo.hasNextPage, false)
      const back = await get(`last=2&before=${next.pageInfo.startCursor}`)
      assert.deepEqual(back.orders, first.orders)
    }
  })

  test("the operator's order is once in the list, at the deadline that comes first", async () => {
    const other = await t.vendor({ leadTime: 0 })
    await change({ acknowledgeHours: 5 })
    await t.call(`PATCH /platform/vendors/${other.id}`, { as: operator, body: { acknowledgeHours: 3 } })
    const parts = []
    for (const one of [vendor, other]) {
      const [variant] = await sellables(t, one)
      const shippingMethodId = await shippingMethod(t, one)
      parts.push({
        vendorId: one.id,
        shippingMethodId,
        items: [{ variantId: variant?.id ?? '', quantity: 1 }]
      })
    }
    const placed = await placeOrder(t, parts, { placedAt: ago(4) })
    const { body } = await t.call('GET /platform/orders?sort=dueAt&late=true', { as: operator })
    const [order] = body.orders.filter(({ id }: { id: string }) => id === placed.body.id)
    assert.deepEqual(
      order.suborders.map(({ isLate }: { isLate: boolean }) => isLate),
      [false, true]
    )
    const own = await t.call(`GET /platform/orders?late=true&vendorId=${vendor.id}`, { as: operator })
    assert.deepEqual(own.body.orders, [])
  })
})

suite('missed deadlines', () => {
  const past = { acknowledgeBy: ago(2), shipBy: ago(1) }

  test('each is one event, however many workers look', async () => {
    const [id = '', onTime = ''] = await insertStoredOrders(t, vendor.id, [past, { shipBy: ago(-1) }])
    await Promise.all([1, 2, 3, 4].map(() => recordLateOrders(t.sql)))
    await recordLateOrders(t.sql)
    assert.deepEqual(await lateEvents(id), [
      ['ACKNOWLEDGE', past.acknowledgeBy],
      ['SHIP', past.shipBy]
    ])
    assert.deepEqual(await lateEvents(onTime), [])
  })

  test('more orders than a batch has are recorded, each once', async () => {
    const orders = await insertStoredOrders(
      t,
      vendor.id,
      Array(450).fill({ acknowledgeBy: past.acknowledgeBy })
    )
    const counts = await Promise.all([recordLateOrders(t.sql), recordLateOrders(t.sql)])
    counts.push(await recordLateOrders(t.sql))
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      orders.length
    )
  })

  test('an order that was late when the vendor acknowledged it has the event, even if no worker ran before', async () => {
    const [id = ''] = await insertStoredOrders(t, vendor.id, [{ ...past, shipBy: ago(-1) }])
    await t.call(`POST /vendor/orders/${id}/acknowledge`, { as: vendor.owner })
    await recordLateOrders(t.sql)
    assert.deepEqual(await lateEvents(id), [['ACKNOWLEDGE', past.acknowledgeBy]])
    await t.sql`update suborders set ship_by = ${past.shipBy} where id = ${id}`
    await t.call(`POST /vendor/orders/${id}/cancel`, { as: vendor.owner, body: { reason: 'OTHER' } })
    await recordLateOrders(t.sql)
    await recordLateOrders(t.sql)
    assert.equal((await lateEvents(id)).length, 2)
  })

  test('an order that was acknowledged and shipped in time has none', async () => {
    const { id } = await testOrder(t, vendor)
    await t.sql`update suborders set acknowledge_by = now() + interval '1 hour', ship_by = now() + interval '1 hour'
      where id = ${id}`
    const body = { orderId: id, carrier: 'UPS', trackingNumber: '1Z' }
    await t.call('POST /vendor/shipments', { as: vendor.owner, body })
    await t.sql`update suborders set acknowledge_by = ${past.acknowledgeBy}, ship_by = ${past.shipBy} where id = ${id}`
    await recordLateOrders(t.sql)
    assert.deepEqual(await lateEvents(id), [])
  })

  test("the statistics count them, before and after the worker's run", async () => {
    const [, late = ''] = await insertStoredOrders(t, vendor.id, [
      {},
      past,
      { acknowledgeBy: ago(-1) },
      { shipBy: ago(-1), status: 'ACKNOWLEDGED' },
      { ...past, placedAt: ago(24 * 40) }
    ])
    const own = async () => (await t.call('GET /vendor/statistics', { as: vendor.viewer })).body
    const all = async () => {
      const { body } = await t.call('GET /platform/orders/deadlines', { as: operator })
      const { vendorId, vendorName, ...rest } = body.vendors.find(
        (one: { vendorId: string }) => one.vendorId === vendor.id
      )
      return rest
    }
    const counts = { orders: 3, late: 1, lateShare: 0.3333 }
    for (const isRecorded of [false, true]) {
      if (isRecorded) await recordLateOrders(t.sql)
      const { deadlines, late: now } = await own()
      assert.deepEqual(deadlines, counts)
      assert.deepEqual(now, { count: 2, oldestDueAt: past.acknowledgeBy })
      assert.deepEqual(await all(), { ...counts, lateNow: 2 })
    }
    await t.sql`update suborders set status = 'DELIVERED' where id = ${late}`
    assert.deepEqual(await all(), { ...counts, lateNow: 1 })
    const empty = await t.vendor()
    const { body } = await t.call('GET /vendor/statistics', { as: empty.viewer })
    assert.deepEqual(body.deadlines, { orders: 0, late: 0, lateShare: null })
  })

  test('the statistics of the operator are refused to vendors', async () => {
    assert.equal((await t.call('GET /platform/orders/deadlines', { as: vendor.owner })).status, 403)
  })
})
