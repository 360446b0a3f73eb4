import type { Fragment, Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { jobNeedsRetry } from '../imports/queries.ts'
import { dueAt } from '../orders/list/due-queries.ts'
import { deadlineStatistics } from '../orders/list/statistics-queries.ts'
import { hasLowStock } from '../products/read/low-stock-queries.ts'
import type { VendorStatistics } from './schema.ts'

type Input = { days: number; lowStock: number }

/**
 * Returns the statistics of a vendor as JSON text (contract 4.18). `days` is the number of days in UTC, including
 * today, and `lowStock` the number of available pieces up to which a variant has little stock.
 */
export async function readVendorStatistics(
  sql: Handle,
  vendorId: string,
  input: Input
): Promise<JsonText<VendorStatistics>> {
  const [row] = await sql<{ json: string }[]>`${vendorStatistics(sql, vendorId, input)}`
  if (!row) throw new Error('The statistics returned no row.')
  return row.json
}

/** Returns the statement of `readVendorStatistics`. */
export function vendorStatistics(sql: Handle, vendorId: string, { days, lowStock }: Input): Fragment {
  const vendor = sql`(select ${vendorId}::uuid)`
  const due = sql.unsafe(dueAt)
  const low = sql`x.vendor_id = ${vendor} and ${hasLowStock(sql, lowStock, sql`(select ${lowStock}::integer)`)}`
  return sql`
    with since as materialized (
      select date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * (${days}::integer - 1)) as at
    ), sold as materialized (${soldPerDay(sql, vendor)})
    select json_build_object(
      'days', ${everyDay(sql, days)},
      'toAcknowledge', (
        select json_build_object('count', count(*), 'oldestPlacedAt', iso_text(min(s.placed_at)))
        from suborders s where s.vendor_id = ${vendor} and s.status = 'CONFIRMED'),
      'late', (
        select json_build_object('count', count(*), 'oldestDueAt', iso_text(min(${due})))
        from suborders s where s.vendor_id = ${vendor} and ${due} < now()),
      'deadlines', (
        select ${deadlineStatistics(sql)} from suborders s
        where s.vendor_id = ${vendor} and s.placed_at >= (select at from since)),
      'rejectedProducts', (
        select count(*) from products p where p.vendor_id = ${vendor} and is_rejected(p.status, p.moderation)),
      'failedImportItems', (
        select coalesce(sum(j.items_failed), 0) from import_jobs j
        where j.vendor_id = ${vendor} and j.created_at >= (select at from since) and ${jobNeedsRetry(sql)}),
      'lowStock', (select count(*) from variants x where ${low}),
      'lowestStock', ${lowestStock(sql, low)})::text as json`
}

/** The days on which the vendor has sold something. Pieces that were cancelled later don't count. */
function soldPerDay(sql: Handle, vendor: Fragment): Fragment {
  return sql`
    select date_trunc('day', s.placed_at, 'UTC') as start, count(*) as orders, sum(i.units) as units,
      sum(i.sales) as sales
    from suborders s cross join lateral (
      select sum(l.quantity - l.quantity_cancelled) as units,
        sum(round(l.unit_price * (l.quantity - l.quantity_cancelled), 2)) as sales
      from order_items l where l.suborder_id = s.id) i
    where s.vendor_id = ${vendor} and s.placed_at >= (select at from since) and s.status <> 'CANCELLED'
    group by 1`
}

/** The sales of each day, including days on which nothing was sold, oldest first. */
function everyDay(sql: Handle, days: number): Fragment {
  return sql`(
    select json_agg(json_build_object('date', to_char(d.start at time zone 'UTC', 'YYYY-MM-DD'),
      'orders', coalesce(sold.orders, 0), 'units', coalesce(sold.units, 0),
      'sales', coalesce(sold.sales, 0)::numeric(30, 2)::text) order by d.start)
    from (
      select since.at + make_interval(hours => 24 * n) as start
      from since cross join generate_series(0, ${days}::integer - 1) as n) d
    left join sold on sold.start = d.start)`
}

/** The variants with the fewest available pieces, of those that match the condition `low`. */
function lowestStock(sql: Handle, low: Fragment): Fragment {
  return sql`(
    select coalesce(json_agg(json_build_object('productId', p.id, 'productName', p.name, 'variantId', v.id,
      'variantName', v.name, 'sku', v.sku, 'stockAvailable', v.available) order by v.rank), '[]')
    from (
      select x.id, x.product_id, x.name, x.sku, greatest(0, x.stock_on_hand - x.stock_reserved) as available,
        row_number() over (order by x.stock_on_hand - x.stock_reserved, x.product_id) as rank
      from variants x where ${low}
      order by x.stock_on_hand - x.stock_reserved, x.product_id limit 5) v
    join products p on p.id = v.product_id)`
}
