import type { Fragment, Handle } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { PlatformDeadlines } from '../statistics-schema.ts'
import { dueAt } from './due-queries.ts'

/**
 * SQL conditions on a row `s` of `suborders`: that it has a deadline, and that it has missed one. What is late now counts
 * before the worker has noticed it.
 */
const hasDeadline = 's.acknowledge_by is not null or s.ship_by is not null'
const wasLate = `s.acknowledge_late_recorded is not null or s.ship_late_recorded is not null or ${dueAt} < now()`
const orders = `count(*) filter (where ${hasDeadline})`
const late = `count(*) filter (where (${hasDeadline}) and (${wasLate}))`

/** SQL aggregates over rows `s` of `suborders`, as text: how many have a deadline, and how many of them missed one. */
export const deadlineCounts = { orders, late }

/** A SQL aggregate for the JSON of `DeadlineStatistics`, over rows `s` of `suborders`. */
export function deadlineStatistics(sql: Handle): Fragment {
  return sql.unsafe(`json_build_object('orders', ${orders}, 'late', ${late},
    'lateShare', trim_scale(round(${late}::numeric / nullif(${orders}, 0), 4)))`)
}

/** Returns the operator's statistics of the deadlines of orders that were placed in the last days (UTC), as JSON text. */
export async function readDeadlineStatistics(
  sql: Handle,
  { days }: { days: number }
): Promise<JsonText<PlatformDeadlines>> {
  const [row] = await sql<{ json: string }[]>`
    with placed as materialized (
      select s.vendor_id, s.status, s.acknowledge_by, s.ship_by, s.acknowledge_late_recorded, s.ship_late_recorded
      from orders o join suborders s on s.order_id = o.id
      where o.placed_at >= date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * (${days}::integer - 1))
    ), overdue as materialized (
      select s.vendor_id, count(*) as orders from suborders s where ${sql.unsafe(dueAt)} < now() group by 1
    ), by_vendor as (
      select s.vendor_id, ${sql.unsafe(orders)} as orders, ${sql.unsafe(late)} as late from placed s group by 1
    )
    select json_build_object('total', (select ${deadlineStatistics(sql)} from placed s), 'vendors', (
      select coalesce(json_agg(json_build_object('vendorId', e.id, 'vendorName', e.name, 'orders', e.orders,
        'late', e.late, 'lateShare', trim_scale(round(e.late::numeric / nullif(e.orders, 0), 4)), 'lateNow', e.now)
        order by e.late desc, e.now desc, e.name, e.id), '[]')
      from (
        select v.id, v.name, coalesce(b.orders, 0) as orders, coalesce(b.late, 0) as late, coalesce(d.orders, 0) as now
        from by_vendor b full join overdue d on d.vendor_id = b.vendor_id
        join vendors v on v.id = coalesce(b.vendor_id, d.vendor_id)
        where b.orders > 0 or d.orders > 0
        order by late desc, now desc, v.name, v.id limit 100) e))::text as json`
  if (!row) throw new Error('The statistics returned no row.')
  return row.json
}
