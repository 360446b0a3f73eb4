import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertCheapPages } from '../../../test/plans.ts'
import { shipmentPageQuery } from './list-queries.ts'
import type { ShipmentFilters } from './schema.ts'

/** The tables with many rows in this test. A scan of a small table costs nothing. */
const filled = ['orders', 'suborders', 'order_items', 'shipments', 'shipment_items', 'order_tallies']

let t: TestApp
let vendorId: string
let orderId: string

/** Inserts a vendor with many shipments and many vendors with few shipments. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  await t.sql`insert into vendors (name, slug) select 'Small ' || i, 'small-' || i from generate_series(1, 60) as i`
  await t.sql`
    insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
    select uuidv7(), v.id || '-' || i, '', 'Credit card', '{}', 'USD', now() - make_interval(mins => i)
    from vendors v, generate_series(1, case when v.id = ${vendorId} then 6000 else 60 end) as i`
  await t.sql`
    insert into suborders (id, order_id, vendor_id, position, order_number, po_number, status, placed_at,
      payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency, subtotal,
      cost_subtotal, shipping, search)
    select uuidv7(), o.id, x.vendor_id, 1, o.order_number, 'PO-' || o.order_number, 'DELIVERED',
      o.placed_at, 'Credit card', uuidv7(), 'Ground', '{}', '{}', '{}', 'USD', 2, 1, 0,
      to_tsvector('simple', 'po ' || x.i || ' hb') || array_to_tsvector(array['@' || x.vendor_id])
    from orders o cross join lateral (
      select left(o.order_number, 36)::uuid as vendor_id, substr(o.order_number, 38) as i) x`
  await t.sql`
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
      unit_price, unit_cost)
    select uuidv7(), id, vendor_id, 1, id, id, 'Hex bolt M8', 'HB-1', 2, 2, 1 from suborders`
  await t.sql`
    insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, status, shipped_at, updated_at)
    select uuidv7(make_interval(secs => -n)), id, vendor_id, 'UPS', '1Z ' || n,
      case when n % 100 = 0 then 'SHIPPED' else 'DELIVERED' end, placed_at, now() - make_interval(secs => n)
    from (select s.*, row_number() over () * 2 + i as n from suborders s, generate_series(1, 2) as i) x`
  await t.sql`
    insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
    select h.id, i.id, h.vendor_id, 1, 1 from shipments h join order_items i on i.suborder_id = h.suborder_id`
  await t.sql`vacuum analyze`.simple()
  const [row] = await t.sql`select id from suborders where vendor_id = ${vendorId} offset 3000 limit 1`
  orderId = row?.id
})
after(() => t.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const filters: Record<string, () => ShipmentFilters> = {
  none: () => ({}),
  'a common status': () => ({ status: 'DELIVERED' }),
  'a rare status': () => ({ status: 'SHIPPED' }),
  'a status without shipments': () => ({ status: 'CANCELLED' }),
  'an order': () => ({ orderId }),
  'an order, a status and any change': () => ({
    ...{ orderId, status: 'DELIVERED' as const },
    updatedAfter: '2000-01-01T00:00:00Z'
  }),
  'a recent change': () => ({ updatedAfter: ago(1) }),
  'any change': () => ({ updatedAfter: '2000-01-01T00:00:00Z' }),
  'any change and a status': () => ({ updatedAfter: '2000-01-01T00:00:00Z', status: 'SHIPPED' }),
  'a tracking number': () => ({ search: '1z 777' }),
  'an order number': () => ({ search: 'po 777' }),
  'the words of all tracking numbers': () => ({ search: '1z' }),
  'the words of all orders': () => ({ search: 'hb' }),
  'words, a status and days': () => ({ search: 'hb', status: 'SHIPPED', shippedBefore: ago(1000) }),
  'words and an order': () => ({ search: 'hb', orderId }),
  'some days': () => ({ shippedAfter: ago(4000), shippedBefore: ago(3000) }),
  'days until now': () => ({ shippedAfter: ago(4000) }),
  'days and a status': () => ({ shippedBefore: ago(3000), status: 'SHIPPED' }),
  'days and any change': () => ({ shippedBefore: ago(3000), updatedAfter: '2000-01-01T00:00:00Z' })
}

async function middle(): Promise<string[]> {
  const [row] =
    await t.sql`select id from shipments where vendor_id = ${vendorId} order by id offset 6000 limit 1`
  return [row?.id]
}

for (const [name, given] of Object.entries(filters)) {
  test(`a page filtered by ${name} needs no sequential scan, whether first, in the middle or last`, async () => {
    await assertCheapPages(t, {
      ...{ filled, middle: await middle() },
      // All matches of these filters are counted, and sorted.
      looking: /change|number|words|days/.test(name),
      query: (page) => shipmentPageQuery(t.sql, vendorId, { filters: given(), page })
    })
  })
}
