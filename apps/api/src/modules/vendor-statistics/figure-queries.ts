import type { Fragment, Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type EntrySource, entrySources } from '../moderation/queue/entry-kind-queries.ts'
import { isRejected } from '../moderation/snapshots/statistics-queries.ts'
import { dueAt } from '../orders/list/due-queries.ts'
import { deadlineStatistics } from '../orders/list/statistics-queries.ts'
import { maxCounted, type VendorFigures } from './figures-schema.ts'

const sources = Object.values(entrySources)

/**
 * A SQL expression for the JSON of `VendorFigures` of a row `v` of `vendors`. `days` is the number of days in UTC, including
 * today. Each figure reads ranges of an index that begins with the vendor, so that the cost of a page of vendors depends
 * only on these vendors.
 */
export function figuresJson(sql: Handle, days: number): Fragment {
  const since = sql`(select date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * (${days}::integer - 1)))`
  return sql`(
    select json_build_object('publishedProducts', ${publishedProducts(sql)},
      'waiting', ${waiting(sql)},
      'decisions', (
        select json_build_object('decided', count(*), 'rejected', count(*) filter (where ${isRejected(sql)}),
          'rejectionRate', trim_scale(round(count(*) filter (where ${isRejected(sql)})::numeric / nullif(count(*), 0), 4)))
        from moderation_snapshots s where s.vendor_id = v.id and s.decided_at >= ${since}),
      'deadlines', (
        select ${deadlineStatistics(sql)} from suborders s where s.vendor_id = v.id and s.placed_at >= ${since}),
      'lateOrders', (
        select count(*) from suborders s where s.vendor_id = v.id and ${sql.unsafe(dueAt)} < now())))`
}

/** The number of published products of the row `v`. It reads one range of an index for each state. */
function publishedProducts(sql: Handle): Fragment {
  return sql`(
    select count(*) from (
      select from unnest(array[false, true]) as state (revised)
      cross join lateral (
        select from products p
        where p.status = 'PUBLISHED' and p.has_pending_revision = state.revised and p.vendor_id = v.id offset 0) p
      limit ${sql.unsafe(String(maxCounted))}) c)`
}

/** The numbers of entries of the row `v` in the moderation queue. */
function waiting(sql: Handle): Fragment {
  const counts = sources.map(({ counted, from, condition, vendor }) => {
    const entries = `select from ${from} where ${condition} and ${vendor} = v.id limit ${maxCounted}`
    return `'${counted}', (select count(*) from (${entries}) w)`
  })
  return sql.unsafe(`json_build_object(${counts.join(', ')})`)
}

/** Returns a query for the numbers of waiting entries of all vendors that have any, with the columns `vendor_id` and `n`. */
export function waitingByVendor(sql: Handle): Fragment {
  const entriesOf = ({ from, condition }: EntrySource) => `select p.vendor_id from ${from} where ${condition}`
  return sql.unsafe(`
    select vendor_id, count(*) as n from (${sources.map(entriesOf).join(' union all ')}) e group by vendor_id`)
}

/** Returns a query for the numbers of late orders of all vendors that have any, with the columns `vendor_id` and `n`. */
export function lateByVendor(sql: Handle): Fragment {
  return sql.unsafe(`
    select s.vendor_id, count(*) as n from suborders s where ${dueAt} < now() group by s.vendor_id`)
}

/** Returns the figures of a vendor as JSON text, or undefined if there is no vendor with this id. */
export async function findVendorFigures(
  sql: Handle,
  input: { id: string; days: number }
): Promise<JsonText<VendorFigures> | undefined> {
  const [row] = await sql<{ json: string }[]>`${vendorFigures(sql, input)}`
  return row?.json
}

/** Returns the statement of `findVendorFigures`. */
export function vendorFigures(sql: Handle, { id, days }: { id: string; days: number }): Fragment {
  return sql`select ${figuresJson(sql, days)}::text as json from vendors v where v.id = ${id}`
}
