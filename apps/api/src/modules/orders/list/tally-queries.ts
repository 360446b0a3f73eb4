import type { Fragment, Handle } from '../../../db/connect.ts'

/**
 * How many rows of a list there are, exactly, as an expression. Whole days are added up from the tallies: those from the
 * first day on, less what was placed on it up to `placedAfter`, and those before the last day, with what was placed on it
 * before `placedBefore`. `condition` names columns that the tallies and the table of the list have both.
 */
export function tallied(
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
  const moment = (text: string | undefined) => text !== undefined && sql`(select ${text}::timestamptz)`
  const [after, before] = [moment(placedAfter), moment(placedBefore)]
  const days = sql`(
    select coalesce(sum(change), 0) from order_tallies
    where list = ${list} and ${condition}
      ${after ? sql`and day >= ${dayOf(sql, after)}` : sql``} ${before ? sql`and day < ${dayOf(sql, before)}` : sql``})`
  const ofDay = (day: Fragment, end: Fragment) => sql`(
    select count(*) from ${sql(list)}
    where ${condition} and placed_at >= ${dayOf(sql, day)}::timestamp at time zone 'UTC' and placed_at ${end})`
  const total = sql`
    ${days} ${after ? sql`- ${ofDay(after, sql`<= ${after}`)}` : sql``}
      ${before ? sql`+ ${ofDay(before, sql`< ${before}`)}` : sql``}`
  return after && before ? sql`(case when ${after} < ${before} then ${total} else 0 end)` : sql`(${total})`
}

function dayOf(sql: Handle, moment: Fragment): Fragment {
  return sql`(${moment} at time zone 'UTC')::date`
}

/** That tallies or rows are of the vendor and, where one is given, of the status. */
export function ofVendor(
  sql: Handle,
  { vendorId, status }: { vendorId: string; status: string | undefined }
): Fragment {
  return sql`
    vendor_id = (select ${vendorId}::uuid) ${status === undefined ? sql`` : sql`and status = (select ${status}::text)`}`
}

/**
 * Adds up the tallies that tell of the same list, vendor, status and day, in one statement, so that every count reads
 * either the rows or their sum. Safe beside writers, who only insert, and beside another worker: rows that one is adding
 * up the other leaves alone.
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
