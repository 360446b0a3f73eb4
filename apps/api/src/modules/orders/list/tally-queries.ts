import type { Fragment, Handle } from '../../../db/connect.ts'

/**
 * Returns a SQL expression for the exact number of rows of a list that were placed after `placedAfter` and
 * before `placedBefore`. It sums the counts of whole days in `order_tallies`, from the day of `placedAfter`
 * up to the day before the day of `placedBefore`. Then it corrects both ends by counting rows. It subtracts
 * the rows of the first day that were not placed after `placedAfter`. It adds the rows that were placed on
 * the day of `placedBefore`, but before that time. `condition` may only name columns that both
 * `order_tallies` and the table of the list have.
 */
export function countFromTallies(
  sql: Handle,
  {
    list,
    condition,
    placedAfter,
    placedBefore
  }: {
    list: 'orders' | 'suborders' | 'shipments'
    condition: Fragment
    placedAfter?: string | undefined
    placedBefore?: string | undefined
  }
): Fragment {
  const timestamp = (text: string | undefined) => text !== undefined && sql`(select ${text}::timestamptz)`
  const [after, before] = [timestamp(placedAfter), timestamp(placedBefore)]
  const days = sql`(
    select coalesce(sum(change), 0) from order_tallies
    where list = ${list} and ${condition}
      ${after ? sql`and day >= ${dayOf(sql, after)}` : sql``} ${before ? sql`and day < ${dayOf(sql, before)}` : sql``})`
  const countInDay = (timestamp: Fragment, end: Fragment) => sql`(
    select count(*) from ${sql(list)}
    where ${condition} and placed_at >= ${dayOf(sql, timestamp)}::timestamp at time zone 'UTC' and placed_at ${end})`
  const total = sql`
    ${days} ${after ? sql`- ${countInDay(after, sql`<= ${after}`)}` : sql``}
      ${before ? sql`+ ${countInDay(before, sql`< ${before}`)}` : sql``}`
  return after && before ? sql`(case when ${after} < ${before} then ${total} else 0 end)` : sql`(${total})`
}

/** A SQL expression for the day of a timestamp in UTC. */
function dayOf(sql: Handle, timestamp: Fragment): Fragment {
  return sql`(${timestamp} at time zone 'UTC')::date`
}

/**
 * A SQL condition for the rows of a vendor in `order_tallies` or in the table of a list. If `status` is set,
 * only rows with this status meet the condition.
 */
export function vendorCondition(
  sql: Handle,
  { vendorId, status }: { vendorId: string; status: string | undefined }
): Fragment {
  return sql`
    vendor_id = (select ${vendorId}::uuid) ${status === undefined ? sql`` : sql`and status = (select ${status}::text)`}`
}

/**
 * Replaces all rows of `order_tallies` with the same list, vendor, status and day by one row with their sum,
 * or by no row if the sum is 0. All of this is one statement, so that a concurrent count reads either the old
 * rows or the sum. The statement can run concurrently with transactions that change orders, because such
 * transactions only insert rows into `order_tallies`. It can also run concurrently with other compactions,
 * because it skips the rows that they have locked.
 */
export async function compactTallies(handle: Handle): Promise<void> {
  await handle`
    with taken as (
      delete from order_tallies where ctid in (
        select t.ctid from order_tallies t
        where t.ctid in (
          select s.ctid from (
            select ctid, count(*) over (partition by list, vendor_id, status, day) as n from order_tallies) s
          where s.n > 1)
        for update skip locked)
      returning list, vendor_id, status, day, change
    )
    insert into order_tallies (list, vendor_id, status, day, change)
    select list, vendor_id, status, day, sum(change) from taken group by 1, 2, 3, 4 having sum(change) <> 0`
}
