import type { Static } from 'typebox'
import type { Fragment, Handle } from '../../../db/connect.ts'
import {
  inRange,
  type List,
  listOf,
  ordered,
  type Page,
  pageStatement,
  readRows,
  run
} from '../../../db/lists.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Listed } from '../../../http/paging.ts'
import type { PlatformOrder, platformOrderFilters } from '../platform-schema.ts'
import { orderColumns } from '../queries.ts'
import { orderKey, vendorRun } from './list-queries.ts'
import { countFromTallies, vendorCondition } from './tally-queries.ts'

type PlatformOrderFilters = {
  [name in keyof typeof platformOrderFilters]?: Static<(typeof platformOrderFilters)[name]>
}

/** Reads one page of the orders that pass the filters, and their exact number, in one statement. */
export function listOrders(
  sql: Handle,
  { page, filters }: { page: Page; filters: PlatformOrderFilters }
): Promise<Listed> {
  const { search, vendorId, placedAfter: after, placedBefore: before } = filters
  const list = listOf(sql, { from: 'orders o', row: 'o', key: orderKey, page, after, before })
  const isBySuborder = search === undefined && vendorId !== undefined
  const orderId = isBySuborder ? sql`(select order_id from suborders where id = run.id)` : sql`run.id`
  const statement = pageStatement(list, {
    rows: rowsOf(list, filters),
    json: sql`select ${summaryJson(sql)} from orders o where o.id = ${orderId}`,
    count: countOrders(sql, filters)
  })
  return readRows(sql, statement)
}

/**
 * Returns a query for the sort keys of the first orders in the page's range. If the list is filtered by
 * vendor and not by a search, the query reads the keys from the vendor's suborders. No order is repeated,
 * because a vendor has at most one suborder in an order.
 */
function rowsOf(list: List, filters: PlatformOrderFilters): Fragment {
  const { sql, first } = list
  const { search, vendorId, status } = filters
  if (search !== undefined) {
    const columns = ['o.placed_at', 'o.id']
    return sql`
      select o.placed_at, o.id from orders o
      where ${hasNumber(sql, search)} ${andHasSuborder(sql, filters)} and ${inRange(list, columns)}
      ${ordered(list, columns)} ${first}`
  }
  if (vendorId !== undefined) return sql`${vendorRun(list, { vendorId, status })} ${first}`
  if (status === undefined) return sql`${run(list, { lead: [] })} ${first}`
  const columns = ['s.placed_at', 's.order_id']
  return sql`
    select s.placed_at, s.order_id as id from suborders s
    where s.status = (select ${status}::text) and ${inRange(list, columns)}
    group by s.placed_at, s.order_id ${ordered(list, columns)} ${first}`
}

/**
 * A SQL expression for the exact number of orders that pass the filters. If the orders are filtered by vendor
 * and not by a search, the expression counts the vendor's suborders instead of orders. Both numbers are
 * equal, because a vendor has at most one suborder in an order. If the orders are filtered by status only,
 * the expression counts distinct orders, because several suborders of one order can have the status.
 */
function countOrders(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const { search, vendorId, status, placedAfter, placedBefore } = filters
  const between = sql`
    placed_at > ${placedAfter ?? '-infinity'}::timestamptz and placed_at < ${placedBefore ?? 'infinity'}::timestamptz`
  if (search !== undefined) {
    return sql`(select count(*) from orders o where ${hasNumber(sql, search)} ${andHasSuborder(sql, filters)} and ${between})`
  }
  if (vendorId !== undefined) {
    const condition = vendorCondition(sql, { vendorId, status })
    return countFromTallies(sql, { list: 'suborders', condition, placedAfter, placedBefore })
  }
  if (status !== undefined) {
    return sql`(select count(distinct order_id) from suborders where status = ${status} and ${between})`
  }
  return countFromTallies(sql, { list: 'orders', condition: sql`true`, placedAfter, placedBefore })
}

/**
 * A SQL condition that the order `o` has this order number, or that one of its suborders has this PO number.
 */
function hasNumber(sql: Handle, search: string): Fragment {
  return sql`
    o.id in (
      select id from orders where order_number = ${search}
      union select order_id from suborders where po_number = ${search})`
}

/**
 * Returns `and` followed by the condition that the order `o` has a suborder of this vendor and with this
 * status. If only one of the two filters is set, the condition checks only this filter. If neither is set,
 * returns empty SQL.
 */
function andHasSuborder(sql: Handle, { vendorId, status }: PlatformOrderFilters): Fragment {
  if (vendorId === undefined && status === undefined) return sql``
  return sql`
    and exists (
      select from suborders s where s.order_id = o.id
        ${vendorId === undefined ? sql`` : sql`and s.vendor_id = ${vendorId}`}
        ${status === undefined ? sql`` : sql`and s.status = ${status}`})`
}

/** A SQL expression for the JSON of one entry of the list, from a row `o` of `orders`. */
function summaryJson(sql: Handle) {
  return sql`(
    select json_build_object(${headFields(sql)}, 'total', trim_scale(sum(s.total)),
      'suborders', json_agg(json_build_object('id', s.id, 'vendorId', s.vendor_id, 'vendorName', v.name,
        'poNumber', s.po_number, 'status', s.status, 'total', trim_scale(s.total)) order by s.position),
      'createdAt', iso_text(o.created_at), 'updatedAt', iso_text(greatest(o.updated_at, max(s.updated_at))))
    from suborders s join vendors v on v.id = s.vendor_id where s.order_id = o.id)`
}

/**
 * The arguments of `json_build_object` for the fields that both an entry of the list and a whole order have.
 */
function headFields(sql: Handle) {
  return sql`
    'id', o.id, 'orderNumber', o.order_number, 'placedAt', iso_text(o.placed_at),
    'paymentMethodName', o.payment_method_name, 'customerNote', o.customer_note, 'shipTo', address_json(o.ship_to),
    'currency', o.currency`
}

/** Returns a whole order with its suborders as JSON text, or undefined if there is no order with this id. */
export async function findPlatformOrder(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<PlatformOrder> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object(${headFields(sql)}, 'total', trim_scale(parts.total), 'suborders', parts.list,
      'createdAt', iso_text(o.created_at), 'updatedAt', iso_text(greatest(o.updated_at, parts.updated_at)))::text as json
    from orders o cross join lateral (
      select sum(s.total) as total, max(s.updated_at) as updated_at,
        json_agg(${suborder(sql, assetOrigin)} order by s.position) as list
      from suborders s join vendors v on v.id = s.vendor_id where s.order_id = o.id) parts
    where o.id = ${id}`
  return row?.json
}

/**
 * A SQL expression for the JSON of a suborder, from the row `s` of `suborders` and the row `v` of its vendor.
 * The JSON contains the suborder as the vendor sees it, and the costs.
 */
function suborder(sql: Handle, assetOrigin: string) {
  const moreItemColumns = sql`, trim_scale(i.unit_cost) as cost, trim_scale(i.cost_subtotal) as "costSubtotal"`
  return sql`(
    select to_json(shown) from (
      select s.vendor_id as "vendorId", v.name as "vendorName", trim_scale(s.cost_subtotal) as "costSubtotal",
        ${orderColumns(sql, { assetOrigin, moreItemColumns })}) shown)`
}
