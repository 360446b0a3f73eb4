import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { assertCheapPages, assertStreamedFile } from '../../../../test/plans.ts'
import { shipmentFileQuery } from '../../shipments/file-queries.ts'
import type { ShipmentFilters } from '../../shipments/schema.ts'
import { orderColumns } from '../queries.ts'
import type { OrderFilters } from '../schema.ts'
import { platformOrderFileQuery, suborderFileQuery } from './file-queries.ts'
import { orderPageQuery } from './list-queries.ts'
import { type PlatformOrderFilters, platformOrderPageQuery } from './platform-queries.ts'

/** The tables with many rows in this test. A scan of a small table costs nothing. */
const filled = ['orders', 'suborders', 'order_items', 'shipments', 'shipment_items', 'order_tallies']

let t: TestApp
let vendorId: string

/** Inserts a vendor with many orders and many vendors with few orders. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  await t.sql`insert into vendors (name, slug) select 'Small ' || i, 'small-' || i from generate_series(1, 60) as i`
  await t.sql`
    insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
    select uuidv7(), v.id || '-' || i, '', 'Credit card', '{}', 'USD', now() - make_interval(mins => i)
    from vendors v, generate_series(1, case when v.id = ${vendorId} then 12000 else 60 end) as i`
  await t.sql`
    insert into suborders (id, order_id, vendor_id, position, order_number, po_number, status, placed_at,
      payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency, subtotal,
      cost_subtotal, shipping, acknowledge_by, ship_by, updated_at, search)
    select uuidv7(), o.id, x.vendor_id, 1, o.order_number, 'PO-' || o.order_number,
      case when x.i % 100 = 0 then 'CONFIRMED' when x.i % 101 = 0 then 'SHIPPED' else 'DELIVERED' end, o.placed_at,
      'Credit card', uuidv7(), 'Ground', '{}', '{}', '{}', 'USD', 2, 1, 0, o.placed_at + interval '1 day',
      o.placed_at + interval '4 days', o.placed_at,
      to_tsvector('simple', 'po ' || x.i || ' hb') || array_to_tsvector(array['@' || x.vendor_id])
    from orders o cross join lateral (
      select left(o.order_number, 36)::uuid as vendor_id, substr(o.order_number, 38)::integer as i) x`
  await t.sql`
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
      unit_price, unit_cost)
    select uuidv7(), id, vendor_id, n, id, id, 'Hex bolt M8', 'HB-' || n, 1, 2, 1
    from suborders, generate_series(1, 2) as n`
  await t.sql`
    insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, status, shipped_at)
    select uuidv7(), id, vendor_id, 'UPS', '1Z', 'DELIVERED', placed_at from suborders where status = 'DELIVERED'`
  await t.sql`
    insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
    select h.id, i.id, h.vendor_id, 1, 1 from shipments h join order_items i on i.suborder_id = h.suborder_id`
  await t.sql`
    insert into order_tallies (list, vendor_id, status, day, change)
    select 'suborders', id, 'DELIVERED', '2020-01-01'::date + i, 1
    from vendors, generate_series(1, 1000) as i where id <> ${vendorId}`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const filters: Record<string, OrderFilters> = {
  none: {},
  'a common status': { status: 'DELIVERED' },
  'a rare status': { status: 'CONFIRMED' },
  'a status without orders': { status: 'CANCELLED' },
  'whole days since a midnight': { placedAfter: `${ago(7200).slice(0, 10)}T00:00:00Z` },
  'whole days between two midnights and a status': {
    placedAfter: `${ago(8640).slice(0, 10)}T00:00:00Z`,
    placedBefore: `${ago(2880).slice(0, 10)}T00:00:00Z`,
    status: 'DELIVERED'
  },
  'parts of days': { placedAfter: ago(7100), placedBefore: ago(2800) },
  'words of few orders': { search: 'hb 777' },
  'words of all orders': { search: 'hb' },
  'words and a status': { search: 'hb', status: 'CONFIRMED' },
  'a recent change': { updatedAfter: ago(60) },
  'any change': { updatedAfter: '2000-01-01T00:00:00Z' },
  'any change and a status': { updatedAfter: '2000-01-01T00:00:00Z', status: 'CONFIRMED' },
  'late orders': { late: true },
  'a deadline': { dueBefore: ago(-60) },
  'orders that are not late': { late: false },
  'what is due first': { sort: 'dueAt' },
  'what is late, by deadline': { sort: 'dueAt', late: true }
}
/** The filters that read more rows than a page shows, because all matches or parts of days are counted. */
const countsRows = /^words|change|^parts/

async function middle(given: { sort?: string | undefined }): Promise<string[]> {
  if (given.sort === 'dueAt') {
    const [due] = await t.sql<{ at: string; id: string }[]>`
      select ship_by as at, id from suborders where vendor_id = ${vendorId} and status = 'CONFIRMED'
      order by ship_by limit 1 offset 40`
    assert.ok(due)
    return [due.at, due.id]
  }
  const [row] = await t.sql<{ placedAt: string; id: string }[]>`
    select placed_at, id from suborders where vendor_id = ${vendorId} order by placed_at, id offset 6000 limit 1`
  assert.ok(row)
  return [row.placedAt, row.id]
}

for (const [name, given] of Object.entries(filters)) {
  test(`a page filtered by ${name} needs no sequential scan, whether first, in the middle or last`, async () => {
    const columns = orderColumns(t.sql, { assetOrigin: '' })
    await assertCheapPages(t, {
      ...{ filled, middle: await middle(given), looking: countsRows.test(name) },
      query: (page) => orderPageQuery(t.sql, vendorId, { filters: given, page, columns })
    })
  })
}

const ofOperator: Record<string, PlatformOrderFilters> = {
  'late orders': { late: true },
  'a deadline': { dueBefore: ago(-60) },
  'what is due first': { sort: 'dueAt' },
  'what is late, by deadline': { sort: 'dueAt', late: true },
  'what is due first of a status': { sort: 'dueAt', status: 'CONFIRMED' },
  'orders that are not late': { late: false }
}

for (const [name, given] of Object.entries(ofOperator)) {
  test(`a page of the operator with ${name} needs no sequential scan`, async () => {
    await assertCheapPages(t, {
      // All orders with a deadline are counted.
      ...{ filled, middle: await middle(given), looking: true },
      query: (page) => platformOrderPageQuery(t.sql, { filters: given, page })
    })
  })
}

test('the search for missed deadlines reads only those that have no event yet', async () => {
  await t.sql.begin(async (tx) => {
    await tx`set local enable_sort = off`
    const plan = await tx<{ line: string }[]>`
      explain (costs off) select id from suborders
      where suborder_late_at(status, acknowledge_by, ship_by, acknowledge_late_recorded, ship_late_recorded) < now()
      order by suborder_late_at(status, acknowledge_by, ship_by, acknowledge_late_recorded, ship_late_recorded)
      limit 200 for update skip locked`
    assert.match(plan.map((row) => Object.values(row)[0]).join('\n'), /Index Scan using suborders__late_at/)
  })
})

/**
 * The filters whose matches are in another order than the file, so that the keys are sorted. Keys of deadlines are sorted if
 * only few orders have one.
 */
const sortsMatches = /^words|change|^late|^a deadline|^a number|^what is/

for (const [name, given] of Object.entries(filters)) {
  test(`the file of a vendor's orders filtered by ${name} is read order by order`, async () => {
    for (const kind of ['orders', 'purchaseOrders'] as const) {
      const query = suborderFileQuery(t.sql, vendorId, { filters: given, kind })
      await assertStreamedFile(t, query, { filled, sortsKeys: sortsMatches.test(name) })
    }
  })
}

const filesOfOperator = (): Record<string, PlatformOrderFilters> => ({
  ...ofOperator,
  none: {},
  'a common status': { status: 'DELIVERED' },
  'a vendor': { vendorId },
  'a vendor and a status': { vendorId, status: 'DELIVERED' },
  'late orders of a vendor': { vendorId, late: true },
  'a number': { search: `${vendorId}-77` },
  'parts of days': { placedAfter: ago(7100), placedBefore: ago(2800) }
})

test("the files of the operator's orders are read order by order, whatever the filters", async (context) => {
  for (const [name, given] of Object.entries(filesOfOperator())) {
    await context.test(name, () =>
      assertStreamedFile(t, platformOrderFileQuery(t.sql, given), {
        ...{ filled, sortsKeys: sortsMatches.test(name) }
      })
    )
  }
})

const ofShipments: Record<string, ShipmentFilters> = {
  none: {},
  'a common status': { status: 'DELIVERED' },
  'words of all shipments': { search: '1Z' },
  'a recent change': { updatedAfter: ago(60) },
  'any change': { updatedAfter: '2000-01-01T00:00:00Z' },
  'changes by day of shipment': { shippedAfter: ago(7100), shippedBefore: ago(2800) }
}

for (const [name, given] of Object.entries(ofShipments)) {
  test(`the file of shipments filtered by ${name} is read shipment by shipment`, async () => {
    await assertStreamedFile(t, shipmentFileQuery(t.sql, vendorId, given), {
      ...{ filled, sortsKeys: sortsMatches.test(name) }
    })
  })
}
