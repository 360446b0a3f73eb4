import type { Handle } from '../../../db/connect.ts'
import type { Fragment } from '../shape-queries.ts'
import type { OrderFilters } from './list-schema.ts'
import { ofVendor, tallied } from './tally-queries.ts'

/** How many of the vendor's suborders pass the filters, exactly, as an expression. */
export function countSuborders(sql: Handle, vendorId: string, filters: OrderFilters): Fragment {
  const { search, updatedAfter } = filters
  if (search !== undefined) return searched(sql, vendorId, { ...filters, search })
  if (updatedAfter !== undefined) return updated(sql, vendorId, { ...filters, updatedAfter })
  return ofDays(sql, vendorId, filters)
}

/** By status and moments of placing alone, from the tallies. */
function ofDays(sql: Handle, vendorId: string, { status, ...moments }: OrderFilters): Fragment {
  return tallied(sql, { list: 'suborders', condition: ofVendor(sql, { vendorId, status }), ...moments })
}

/** By the index of the search; no other one is to be considered for the vendor. */
function searched(sql: Handle, vendorId: string, filters: OrderFilters & { search: string }): Fragment {
  return sql`(
    select count(*) from suborders s
    where s.search @@ (select product_query(${vendorId}, ${filters.search}))
      and (s.vendor_id = (select ${vendorId}::uuid)) is true ${passing(sql, filters)})`
}

/** So many orders are looked at one by one before another way to count is tried. */
const mostCounted = 10_000

/**
 * Those changed since a moment are counted where they are few, and taken from the whole where those not changed since are
 * few, as in a first reading of everything. In between they are all counted.
 */
function updated(sql: Handle, vendorId: string, filters: OrderFilters & { updatedAfter: string }): Fragment {
  const { updatedAfter, ...others } = filters
  const most = sql.unsafe(String(mostCounted))
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  const moment = sql`(select ${updatedAfter}::timestamptz)`
  const columns = sql`select s.status, s.placed_at, s.updated_at from suborders s where ${vendor}`
  const counts = (from: Fragment) => sql`
    select count(*) as seen, count(*) filter (where true ${passing(sql, others)}) as passed from (${from}) s`
  return sql`(
    with since as materialized (${counts(sql`
      ${columns} and s.updated_at > ${moment} order by s.updated_at desc, s.id desc limit ${most}`)})
    select case when since.seen < ${most} then since.passed else (
      with until as materialized (${counts(sql`
        ${columns} and s.updated_at <= ${moment} order by s.updated_at, s.id limit ${most}`)})
      select case when until.seen < ${most} then ${ofDays(sql, vendorId, others)} - until.passed else (
        select count(*) from suborders s where ${vendor} ${passing(sql, filters)}) end
      from until) end
    from since)`
}

/** That a row `s` passes the filters but the search, begun by `and`; no index is to be considered for it. */
function passing(sql: Handle, { updatedAfter, status, placedAfter, placedBefore }: OrderFilters): Fragment {
  return sql`
    ${updatedAfter === undefined ? sql`` : sql`and (s.updated_at > (select ${updatedAfter}::timestamptz)) is true`}
    ${status === undefined ? sql`` : sql`and (s.status = (select ${status}::text)) is true`}
    ${placedAfter === undefined ? sql`` : sql`and (s.placed_at > (select ${placedAfter}::timestamptz)) is true`}
    ${placedBefore === undefined ? sql`` : sql`and (s.placed_at < (select ${placedBefore}::timestamptz)) is true`}`
}
