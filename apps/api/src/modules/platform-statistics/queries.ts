import type { Fragment, Handle } from '../../db/connect.ts'
import { hasFailedMuch } from '../imports/queries.ts'
import { decidedPerDay, isRejected, waiting } from '../moderation/snapshots/statistics-queries.ts'
import { dueAt } from '../orders/list/due-queries.ts'
import { deadlineCounts, deadlineStatistics } from '../orders/list/statistics-queries.ts'
import type { PlatformCounts, PlatformStatistics } from './schema.ts'

/** The maximum numbers of vendors and of import jobs that the statistics list. */
const limits = { vendors: 20, imports: 10 }

/**
 * Returns the operator's statistics of the last `days` days, which are days in UTC, including today (contract 4.18). The counts
 * of `waiting` are at most `countLimit`.
 */
export async function getPlatformStatistics(sql: Handle, days: number): Promise<PlatformStatistics> {
  const [row] = await sql<{ statistics: PlatformStatistics }[]>`${platformStatistics(sql, days)}`
  if (!row) throw new Error('The statistics returned no row.')
  return row.statistics
}

/** Returns how much waits for the operator. The counts of `waiting` are at most `countLimit`. */
export async function getPlatformCounts(sql: Handle): Promise<PlatformCounts> {
  const [row] = await sql<{ counts: PlatformCounts }[]>`${platformCounts(sql)}`
  if (!row) throw new Error('The counts returned no row.')
  return row.counts
}

/** Returns the statement of `getPlatformCounts`. */
export function platformCounts(sql: Handle): Fragment {
  return sql`select json_build_object('waiting', json_build_array(${waiting(sql)}), 'late', ${late(sql)}) as counts`
}

/**
 * Returns the statement of `getPlatformStatistics`.
 *
 * What it reads grows with the orders and decisions of the days, not with all of them: orders are read from the index
 * `suborders__placed_at` and decisions from `moderation_snapshots__decided_at`, each twice, for the days and for the vendors.
 */
export function platformStatistics(sql: Handle, days: number): Fragment {
  return sql`
    with since as materialized (
      select date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * (${days}::integer - 1)) as at
    ), decided as materialized (${decidedPerDay(sql, days)}
    ), cancelled as materialized (${cancelledPerDay(sql)}
    ), job as materialized (
      select j.id, j.vendor_id, j.file_name, j.status, j.items_total, j.items_failed, j.created_at
      from import_jobs j where j.created_at >= (select at from since) and ${hasFailedMuch(sql)}
    )
    select json_build_object(
      'days', ${everyDay(sql)},
      'waiting', json_build_array(${waiting(sql)}),
      'late', ${late(sql)},
      'dueSoon', (
        select count(distinct s.order_id) from suborders s
        where ${sql.unsafe(dueAt)} >= now() and ${sql.unsafe(dueAt)} < now() + interval '24 hours'),
      'deadlines', (select ${deadlineStatistics(sql)} from suborders s where s.placed_at >= (select at from since)),
      'vendors', ${failingVendors(sql)},
      'imports', json_build_object('count', (select count(*) from job), 'newest', ${newestJobs(sql)})) as statistics`
}

/** The orders that are late now. Their number is that of the list with `late=true`. */
function late(sql: Handle): Fragment {
  return sql`(
    select json_build_object('count', count(distinct s.order_id), 'oldestDueAt', iso_text(min(${sql.unsafe(dueAt)})))
    from suborders s where ${sql.unsafe(dueAt)} < now())`
}

/**
 * The retail prices of cancelled pieces, by the day of their orders. `subtotal` still contains them. A cancellation is never
 * older than its order, so those of the days are at the end of the primary key, which begins with the time. The margin of a
 * day allows for clocks of nodes that differ.
 */
function cancelledPerDay(sql: Handle): Fragment {
  return sql`
    select date_trunc('day', s.placed_at, 'UTC') as start,
      sum(i.subtotal - round(i.unit_price * (i.quantity - i.quantity_cancelled), 2)) as amount
    from (
      select distinct c.suborder_id from order_cancellations c
      where c.id >= (select uuidv7(at - now() - interval '1 day') from since)) c
      join suborders s on s.id = c.suborder_id join order_items i on i.suborder_id = s.id
    where s.placed_at >= (select at from since) and s.status <> 'CANCELLED'
    group by 1`
}

/** The orders, sales and decisions of each day, oldest first. For each day, a range of each index is read. */
function everyDay(sql: Handle): Fragment {
  return sql`(
    select json_agg(json_build_object('date', to_char(d.start at time zone 'UTC', 'YYYY-MM-DD'), 'orders', placed.orders,
      'sales', (sold.amount - coalesce(cancelled.amount, 0))::numeric(30, 2)::text, 'approved', d.approved,
      'rejected', d.rejected, 'byRules', d.by_rules) order by d.start)
    from decided d
      cross join lateral (
        select coalesce(sum(change), 0) as orders from order_tallies
        where list = 'orders' and vendor_id is null and status = '' and day = (d.start at time zone 'UTC')::date) placed
      cross join lateral (
        select coalesce(sum(s.subtotal), 0) as amount from suborders s
        where s.placed_at >= d.start and s.placed_at < d.start + interval '24 hours' and s.status <> 'CANCELLED') sold
      left join cancelled on cancelled.start = d.start)`
}

/** The vendors for which most has failed. */
function failingVendors(sql: Handle): Fragment {
  const { orders, late } = deadlineCounts
  const shareOf = (part: string, whole: string) =>
    sql.unsafe(`trim_scale(round(f.${part}::numeric / nullif(f.${whole}, 0), 4))`)
  return sql`(
    select coalesce(json_agg(json_build_object('vendorId', f.vendor_id, 'vendorName', v.name, 'decided', f.decided,
      'rejected', f.rejected, 'rejectionRate', ${shareOf('rejected', 'decided')}, 'orders', f.orders, 'late', f.late,
      'lateShare', ${shareOf('late', 'orders')}, 'lateNow', f.late_now, 'failingWebhooks', f.webhooks,
      'failedImports', f.imports) order by f.failures desc, v.name, v.id), '[]')
    from (
      select vendor_id, sum(decided) as decided, sum(rejected) as rejected, sum(orders) as orders, sum(late) as late,
        sum(late_now) as late_now, sum(webhooks) as webhooks, sum(imports) as imports,
        sum(rejected) + greatest(sum(late), sum(late_now)) + sum(webhooks) + sum(imports) as failures
      from (
        select s.vendor_id, count(*) as decided, count(*) filter (where ${isRejected(sql)}) as rejected, 0 as orders,
          0 as late, 0 as late_now, 0 as webhooks, 0 as imports
        from moderation_snapshots s where s.decided_at >= (select at from since) group by 1
        union all
        select s.vendor_id, 0, 0, ${sql.unsafe(orders)}, ${sql.unsafe(late)}, 0, 0, 0
        from suborders s where s.placed_at >= (select at from since) group by 1
        union all
        select s.vendor_id, 0, 0, 0, 0, count(*), 0, 0 from suborders s where ${sql.unsafe(dueAt)} < now() group by 1
        union all
        select w.vendor_id, 0, 0, 0, 0, 0, count(*), 0
        from webhook_progress p join webhooks w on w.id = p.webhook_id
        where p.failing_since is not null and w.stopped_by is null and w.vendor_id is not null group by 1
        union all
        select vendor_id, 0, 0, 0, 0, 0, 0, count(*) from job group by 1) one
      group by vendor_id
      having sum(rejected) + sum(late) + sum(late_now) + sum(webhooks) + sum(imports) > 0
      order by failures desc, vendor_id limit ${sql.unsafe(String(limits.vendors))}) f
    join vendors v on v.id = f.vendor_id)`
}

function newestJobs(sql: Handle): Fragment {
  return sql`(
    select coalesce(json_agg(json_build_object('id', j.id, 'vendorId', j.vendor_id, 'vendorName', v.name,
      'fileName', j.file_name, 'status', j.status, 'itemsTotal', j.items_total, 'itemsFailed', j.items_failed,
      'createdAt', iso_text(j.created_at)) order by j.created_at desc, j.id desc), '[]')
    from (select * from job order by created_at desc, id desc limit ${sql.unsafe(String(limits.imports))}) j
      join vendors v on v.id = j.vendor_id)`
}
