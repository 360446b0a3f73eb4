import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertCheapQuery } from '../../../test/plans.ts'
import { platformCounts, platformStatistics } from './queries.ts'

/** The tables with many rows in this test. Others have at most a few rows for each vendor. */
const filled = [
  'orders',
  'suborders',
  'order_items',
  'order_cancellations',
  'moderation_snapshots',
  'products'
]

let t: TestApp

/** Inserts 10,000 orders, decisions and products of 100 days, so that 7 days have 700 of each. One order of 50 is cancelled in part. */
before(async () => {
  t = await testApp()
  const { id } = await t.vendor()
  await t.sql`
    insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
    select uuidv7(), n, '', 'Credit card', '{}', 'USD', now() - make_interval(mins => 14 * n)
    from generate_series(1, 10000) as n`
  await t.sql`
    insert into suborders (id, order_id, vendor_id, position, order_number, po_number, status, placed_at,
      payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency, subtotal,
      cost_subtotal, shipping, acknowledge_by, ship_by)
    select uuidv7(), id, ${id}, 1, order_number, 'PO-' || order_number,
      case when order_number::integer between 6 and 25 then 'CONFIRMED' else 'DELIVERED' end, placed_at, 'Credit card',
      uuidv7(), 'Ground', '{}', '{}', '{}', 'USD', 2, 1, 0, placed_at + interval '1 hour', placed_at + interval '4 days'
    from orders`
  await t.sql`
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
      quantity_cancelled, unit_price, unit_cost)
    select uuidv7(), id, vendor_id, 1, id, id, 'Hex bolt M8', 'HB-1', 2, 1, 1, 1 from suborders`
  await t.sql`
    insert into order_cancellations (id, suborder_id, vendor_id, reason, cancelled_by, items, created_at)
    select uuidv7(placed_at - now()), id, vendor_id, 'OTHER', 'VENDOR', '[]', placed_at
    from suborders where order_number::integer % 50 = 0`
  await t.sql`
    insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, is_sample, live, proposed, actor_type,
      submitted_at, decided_at)
    select uuidv7(), ${id}, 'PRODUCT', 1, case when n % 4 = 0 then 'REJECTED' else 'APPROVED' end, false, '{}', '{}', 'USER',
      now() - make_interval(mins => 14 * n), now() - make_interval(mins => 14 * n)
    from generate_series(1, 10000) as n`
  await t.sql`
    insert into products (id, vendor_id, name, sku, slug, status, submitted_at)
    select uuidv7(), ${id}, 'Bolt', n, n, case when n % 100 = 0 then 'PENDING_APPROVAL' else 'PUBLISHED' end, now()
    from generate_series(1, 10000) as n`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

test('the statistics read only the orders and decisions of the days, and what waits', async () => {
  await assertCheapQuery(t, platformStatistics(t.sql, 7), { filled, maxRows: 1000 })
})

test('the counts read only what waits and what is late', async () => {
  await assertCheapQuery(t, platformCounts(t.sql), { filled, maxRows: 400 })
})
