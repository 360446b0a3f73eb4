import type { Handle } from '../../../db/connect.ts'
import type { Fragment } from '../shape-queries.ts'
import type { PlatformOrderFilters } from './platform-queries.ts'
import { ofVendor, tallied } from './tally-queries.ts'

/**
 * How many orders pass the filters, exactly, as an expression. Where a vendor is named, they are its suborders: it has one
 * an order. Orders by the status of any of their suborders are counted from the index of that, as one order can have
 * several.
 */
export function countOrders(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const { search, vendorId, status, placedAfter, placedBefore } = filters
  const between = sql`
    placed_at > ${placedAfter ?? '-infinity'}::timestamptz and placed_at < ${placedBefore ?? 'infinity'}::timestamptz`
  if (search !== undefined) {
    return sql`(select count(*) from orders o where ${numbered(sql, search)} ${partly(sql, filters)} and ${between})`
  }
  if (vendorId !== undefined) {
    const condition = ofVendor(sql, { vendorId, status })
    return tallied(sql, { list: 'suborders', condition, placedAfter, placedBefore })
  }
  if (status !== undefined) {
    return sql`(select count(distinct order_id) from suborders where status = ${status} and ${between})`
  }
  return tallied(sql, { list: 'orders', condition: sql`true`, placedAfter, placedBefore })
}

/** That an order `o`, or a suborder of it, has this number. */
export function numbered(sql: Handle, search: string): Fragment {
  return sql`
    o.id in (
      select id from orders where order_number = ${search}
      union select order_id from suborders where po_number = ${search})`
}

/** That an order `o` has such a suborder, begun by `and`. */
export function partly(sql: Handle, { vendorId, status }: PlatformOrderFilters): Fragment {
  if (vendorId === undefined && status === undefined) return sql``
  return sql`
    and exists (
      select from suborders s where s.order_id = o.id
        ${vendorId === undefined ? sql`` : sql`and s.vendor_id = ${vendorId}`}
        ${status === undefined ? sql`` : sql`and s.status = ${status}`})`
}
