import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { insertStoredOrders, type StoredOrder } from '../../../../test/stored-orders.ts'
import { orderStatuses } from '../fulfil/fulfillment.ts'
import type { OrderFilters } from '../schema.ts'
import { compactTallies } from './tally-queries.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

/** Timestamps within four days: every six hours, and one millisecond before and after. */
const hours = fc.integer({ min: 0, max: 15 }).map((n) => n * 6 * 3_600_000)
const timestamp = fc
  .tuple(hours, fc.constantFrom(-1, 0, 0, 1))
  .map(([ms, offset]) => new Date(Date.UTC(2026, 2, 1) + ms + offset).toISOString())
const status = fc.constantFrom(...orderStatuses)
const order = fc.record({
  status,
  placedAt: timestamp,
  updatedAt: timestamp,
  sku: fc.constantFrom('HB-1', 'HB-2', 'AX-1')
})
const filters = fc.record(
  {
    status,
    search: fc.constantFrom('hb', 'hb-1', 'ax', 'none', ''),
    placedAfter: timestamp,
    placedBefore: timestamp,
    updatedAfter: timestamp
  },
  { requiredKeys: [] }
)

/** True if the order passes the filters, by their documented meaning. */
const passes = (given: StoredOrder, { search, ...rest }: OrderFilters) =>
  (rest.status === undefined || given.status === rest.status) &&
  (rest.placedAfter === undefined || String(given.placedAt) > rest.placedAfter) &&
  (rest.placedBefore === undefined || String(given.placedAt) < rest.placedBefore) &&
  (rest.updatedAfter === undefined || String(given.updatedAt) > rest.updatedAfter) &&
  (search === undefined || String(given.sku).toLowerCase().startsWith(search))

async function counted(vendor: TestVendor, given: OrderFilters): Promise<number> {
  const query = new URLSearchParams({ first: '1', ...(given as Record<string, string>) })
  const { body } = await t.call(`GET /vendor/orders?${query}`, { as: vendor.viewer })
  return body.estimatedTotalCount
}

const tallyRows = async (vendor: TestVendor) =>
  (await t.sql`select count(*)::int as n from order_tallies where vendor_id = ${vendor.id}`)[0]?.n

test('every combination of filters is counted exactly, through status changes and compaction', async () => {
  await insertStoredOrders(t, (await t.vendor()).id, [{}, { status: 'SHIPPED' }])
  const scenario = fc.record({
    orders: fc.array(order, { maxLength: 12 }),
    changes: fc.array(fc.tuple(fc.nat(11), status), { maxLength: 12 }),
    queries: fc.array(filters, { minLength: 12, maxLength: 12 })
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ orders, changes, queries }) => {
      const vendor = await t.vendor()
      const stored = orders.map((one) => ({ ...one }))
      const ids = await insertStoredOrders(t, vendor.id, stored)
      const check = async (checked: OrderFilters[]) => {
        for (const query of checked) {
          const expected = stored.filter((one) => passes(one, query)).length
          assert.equal(await counted(vendor, query), expected, JSON.stringify(query))
        }
      }
      await check(queries.slice(0, 4))
      for (const [index, to] of changes) {
        const [id, one] = [ids[index], stored[index]]
        if (!id || !one) continue
        one.status = to
        await t.sql`update suborders set status = ${to} where id = ${id}`
      }
      await check(queries.slice(4, 8))
      await compactTallies(t.sql)
      await check(queries.slice(8))
      const kinds = new Set(stored.map((one) => `${one.status} ${one.placedAt.slice(0, 10)}`))
      assert.equal(await tallyRows(vendor), kinds.size)
    }),
    { numRuns: randomRuns(60) }
  )
})

test('the number of orders changed after a time is exact, whether it is small, large or about half', async () => {
  const vendor = await t.vendor()
  const day = '2026-03-01T12:00:00Z'
  await insertStoredOrders(
    t,
    vendor.id,
    Array.from({ length: 21_000 }, (_, n) => ({
      placedAt: day,
      updatedAt: new Date(Date.parse(day) + n * 1000).toISOString(),
      status: n % 3 === 0 ? 'SHIPPED' : 'DELIVERED'
    }))
  )
  for (const since of [-1, 0, 9_998, 9_999, 10_000, 10_001, 10_999, 11_000, 11_001, 20_999, 21_000]) {
    const updatedAfter = new Date(Date.parse(day) + since * 1000).toISOString()
    const all = Math.max(0, 21_000 - since - 1)
    const shipped = Array.from({ length: 7_000 }, (_, n) => n * 3).filter((n) => n > since).length
    assert.equal(await counted(vendor, { updatedAfter }), Math.min(all, 21_000), String(since))
    assert.equal(await counted(vendor, { updatedAfter, status: 'SHIPPED' }), shipped, String(since))
    assert.equal(await counted(vendor, { updatedAfter, placedAfter: day }), 0)
  }
})

test('the list returns exactly the orders that it counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 20 }), filters, async (orders, given) => {
      const vendor = await t.vendor()
      const ids = await insertStoredOrders(t, vendor.id, orders)
      const query = new URLSearchParams({ first: '100', ...given })
      const { body } = await t.call(`GET /vendor/orders?${query}`, { as: vendor.viewer })
      assert.deepEqual(
        body.orders.map(({ id }: { id: string }) => id).sort(),
        ids.filter((_, index) => passes(orders[index] ?? {}, given)).sort()
      )
      const newestFirst = body.orders.map(({ placedAt, id }: Record<string, string>) => `${placedAt} ${id}`)
      assert.deepEqual(newestFirst, newestFirst.toSorted().reverse())
    }),
    { numRuns: randomRuns(60) }
  )
})

test('a change that is rolled back is not counted', async () => {
  const vendor = await t.vendor()
  const [id] = await insertStoredOrders(t, vendor.id, [{}])
  await assert.rejects(
    t.sql.begin(async (tx) => {
      await tx`update suborders set status = 'SHIPPED' where id = ${id ?? ''}`
      throw new Error('rolled back')
    })
  )
  assert.deepEqual(
    [await counted(vendor, { status: 'CONFIRMED' }), await counted(vendor, { status: 'SHIPPED' })],
    [1, 0]
  )
})

test('counts stay exact at all times while several compactions run concurrently with writers', async () => {
  const vendor = await t.vendor()
  const ids = await insertStoredOrders(
    t,
    vendor.id,
    Array.from({ length: 40 }, () => ({}))
  )
  let isOver = false
  const compacting = [1, 2, 3].map(async () => {
    let rounds = 0
    for (; !isOver; rounds++) await compactTallies(t.sql)
    return rounds
  })
  const reading = (async () => {
    const seen = new Set<number>()
    while (!isOver) seen.add(await counted(vendor, {}))
    return seen
  })()
  const writing = ids.map(async (id) => {
    for (const to of ['ACKNOWLEDGED', 'SHIPPED', 'DELIVERED']) {
      await t.sql`update suborders set status = ${to} where id = ${id}`
    }
  })
  await Promise.all(writing)
  isOver = true
  assert.ok((await Promise.all(compacting)).every((rounds) => rounds > 0))
  assert.deepEqual([...(await reading)], [40])
  assert.equal(await counted(vendor, { status: 'DELIVERED' }), 40)
  await compactTallies(t.sql)
  assert.equal(await counted(vendor, { status: 'DELIVERED' }), 40)
  assert.equal(await tallyRows(vendor), 1)
})

test('tallies of shipments and whole orders are added up too, and sums of zero are removed', async () => {
  const vendor = await t.vendor()
  await t.sql`
    insert into order_tallies (list, vendor_id, status, day, change)
    values ('shipments', ${vendor.id}, 'SHIPPED', '2026-03-01', 2), ('shipments', ${vendor.id}, 'SHIPPED', '2026-03-01', 3),
      ('shipments', ${vendor.id}, 'CANCELLED', '2026-03-01', 1), ('shipments', ${vendor.id}, 'CANCELLED', '2026-03-01', -1),
      ('orders', null, '', '1999-03-01', 2), ('orders', null, '', '1999-03-01', 5)`
  await compactTallies(t.sql)
  const rows = await t.sql`
    select list, status, change::int as change from order_tallies
    where list = 'shipments' or day = '1999-03-01' order by list desc`
  assert.deepEqual(
    [...rows],
    [
      { list: 'shipments', status: 'SHIPPED', change: 5 },
      { list: 'orders', status: '', change: 7 }
    ]
  )
})
