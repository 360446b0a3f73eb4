import type { Static } from 'typebox'
import type { Fragment, Handle } from '../../../db/connect.ts'
import {
  inRange,
  type List,
  type ListDefinition,
  listOf,
  ordered,
  type Page,
  pageStatement,
  readRows,
  run,
  sortedOrWalked
} from '../../../db/lists.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Listed } from '../../../http/paging.ts'
import type { PlatformOrder, platformOrderFilters } from '../platform-schema.ts'
import { netAmounts, orderColumns } from '../queries.ts'
import type { orderSort } from '../schema.ts'
import { dueAt, dueAtOf, dueConditions, dueKey, dueRange, needsDeadline } from './due-queries.ts'
import { orderKey, vendorRun } from './list-queries.ts'
import { countFromTallies, vendorCondition } from './tally-queries.ts'

/** The filters and the order of the operator's list. */
export type PlatformOrderFilters = {
  [name in keyof typeof platformOrderFilters]?: Static<(typeof platformOrderFilters)[name]>
} & { sort?: Static<typeof orderSort> }

type PageInput = { page: Page; filters: PlatformOrderFilters }

/** Reads one page of the orders that pass the filters, and their exact number, in one statement. */
export function listOrders(sql: Handle, input: PageInput): Promise<Listed> {
  return readRows(sql, platformOrderPageQuery(sql, input))
}

/** Returns the statement that `listOrders` sends. */
export function platformOrderPageQuery(sql: Handle, { page, filters }: PageInput): Fragment {
  const list = listOf(sql, { ...platformOrderList(filters), page })
  const orderId = isBySuborder(filters)
    ? sql`(select order_id from suborders where id = run.id)`
    : sql`run.id`
  return pageStatement(list, {
    rows: platformOrderRows(list, filters),
    json: sql`select ${summaryJson(sql)} from orders o where o.id = ${orderId}`,
    count: countOrders(sql, filters)
  })
}

/** Returns what a list of orders consists of: the newest first, or what is due first. */
export function platformOrderList(filters: PlatformOrderFilters): ListDefinition {
  const { placedAfter: after, placedBefore: before, sort } = filters
  return sort === 'dueAt'
    ? { from: 'suborders s', row: 's', key: dueKey, order: 'asc', ...dueRange(filters) }
    : { from: 'orders o', row: 'o', key: orderKey, after, before }
}

/**
 * Returns a query for the sort keys of the orders that pass the filters. If `isBySuborder` is true, the ids are those of
 * suborders.
 */
export function platformOrderRows(list: List, filters: PlatformOrderFilters): Fragment {
  if (filters.sort === 'dueAt') return rowsByDeadline(list, filters)
  if (hasDueFilter(filters) && filters.search === undefined) return rowsWithDeadline(list, filters)
  return rowsOf(list, filters)
}

/** True if the list is read from the suborders of a vendor, which has at most one in an order. */
export function isBySuborder(filters: PlatformOrderFilters): boolean {
  const { search, vendorId, sort } = filters
  return vendorId !== undefined && search === undefined && sort !== 'dueAt' && !hasDueFilter(filters)
}

function hasDueFilter({ late, dueBefore }: PlatformOrderFilters): boolean {
  return late !== undefined || dueBefore !== undefined
}

/**
 * Returns a query for the sort keys of orders with a deadline, those that are due first come first. An order has the key of
 * the suborder that is due first, among those that pass the filters.
 */
function rowsByDeadline(list: List, filters: PlatformOrderFilters): Fragment {
  const { sql, first } = list
  const conditions = suborderFilters(sql, filters)
  const dueFirst = sql`
    select s.id from suborders s
    where s.order_id = f.order_id and ${conditions} and ${sql.unsafe(dueAt)} is not null
    order by ${sql.unsafe(dueAt)}, s.id limit 1`
  const rows = run(list, {
    ...{ from: 'suborders f', lead: [], columns: [dueAtOf('f'), 'f.order_id'] },
    where: sql`${sql.unsafe(dueAtOf('f'))} is not null and f.id = (${dueFirst})`
  })
  return sql`${rows} ${first}`
}

/**
 * Returns a query for the sort keys of orders with a suborder that passes the filters by deadline, newest first. `offset 0`
 * makes the planner look the suborders up for each order, in the order of the list.
 */
function rowsWithDeadline(list: List, filters: PlatformOrderFilters): Fragment {
  const { sql, first } = list
  const conditions = suborderConditions(sql, filters)
  const rows = run(list, {
    lead: [],
    where: sql`exists (select from suborders s where s.order_id = o.id and ${conditions} offset 0)`
  })
  const walk = sql`${rows} ${first}`
  if (!needsDeadline(filters)) return walk
  return sortedOrWalked(list, {
    matches: sql`select s.placed_at, s.order_id as id from suborders s where ${conditions}`,
    observed: [],
    walk
  })
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
  const { search, vendorId, status, placedAfter, placedBefore, sort } = filters
  const between = placedBetween(sql, filters)
  if (isNotLateOnly(filters)) return countNotLate(sql, filters)
  if (sort === 'dueAt' || (search === undefined && hasDueFilter(filters))) {
    return sql`(
      select count(distinct s.order_id) from suborders s
      where ${suborderFilters(sql, filters)}
        and ${sort === 'dueAt' ? sql`${sql.unsafe(dueAt)} is not null` : sql`true`})`
  }
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

/** True if the list leaves out what is late, and other filters leave it to the tallies how many orders there are. */
function isNotLateOnly(filters: PlatformOrderFilters): boolean {
  const { search, vendorId, status, sort, late, dueBefore } = filters
  const hasTally =
    search === undefined && sort !== 'dueAt' && (vendorId !== undefined || status === undefined)
  return late === false && dueBefore === undefined && hasTally
}

/**
 * A SQL expression for the number of orders that have a suborder that isn't late: all orders, less those of which all suborders
 * are late. These are few, so they are counted.
 */
function countNotLate(sql: Handle, { late: _, ...filters }: PlatformOrderFilters): Fragment {
  return sql`(${countOrders(sql, filters)} - (
    select count(*) from (select distinct s.order_id from suborders s where ${suborderFilters(sql, { ...filters, late: true })}) l
    where not exists (
      select from suborders s where s.order_id = l.order_id and ${suborderConditions(sql, { ...filters, late: false })} offset 0)))`
}

/**
 * A SQL condition that the order `o` has this order number, or that one of its suborders has this PO number.
 */
function hasNumber(sql: Handle, search: string): Fragment {
  return sql`o.id in (${orderIdsOf(sql, search)})`
}

function orderIdsOf(sql: Handle, search: string): Fragment {
  return sql`
    select id from orders where order_number = ${search}
    union select order_id from suborders where po_number = ${search}`
}

/** A SQL condition on `placed_at` of orders or suborders. */
export function placedBetween(
  sql: Handle,
  { placedAfter, placedBefore }: Pick<PlatformOrderFilters, 'placedAfter' | 'placedBefore'>
): Fragment {
  return sql`
    placed_at > ${placedAfter ?? '-infinity'}::timestamptz and placed_at < ${placedBefore ?? 'infinity'}::timestamptz`
}

/** A SQL condition that the suborder `s` passes all filters. */
export function suborderFilters(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const { search } = filters
  return sql`
    ${suborderConditions(sql, filters)} and ${placedBetween(sql, filters)}
    and ${search === undefined ? sql`true` : sql`s.order_id in (${orderIdsOf(sql, search)})`}`
}

/** A SQL condition that the suborder `s` passes the filters that a single suborder of an order has to pass. */
function suborderConditions(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const { vendorId, status } = filters
  const { late, dueBefore } = dueConditions(sql, filters)
  return sql`
    ${vendorId === undefined ? sql`true` : sql`s.vendor_id = (select ${vendorId}::uuid)`}
    and ${status === undefined ? sql`true` : sql`s.status = (select ${status}::text)`}
    and ${late || sql`true`} and ${dueBefore || sql`true`}`
}

/**
 * Returns `and` followed by the condition that the order `o` has a suborder that passes the filters. If no filter concerns
 * suborders, returns empty SQL.
 */
function andHasSuborder(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const { vendorId, status } = filters
  if (vendorId === undefined && status === undefined && !hasDueFilter(filters)) return sql``
  return sql`and exists (select from suborders s where s.order_id = o.id and ${suborderConditions(sql, filters)})`
}

/** A SQL expression for the JSON of one entry of the list, from a row `o` of `orders`. */
function summaryJson(sql: Handle) {
  return sql`(
    select json_build_object(${headFields(sql)}, 'total', trim_scale(sum(s.total)), 'netTotal', trim_scale(sum(m.total)),
      'suborders', json_agg(json_build_object('id', s.id, 'vendorId', s.vendor_id, 'vendorName', v.name,
        'poNumber', s.po_number, 'status', s.status, 'total', trim_scale(s.total),
        'shipping', trim_scale(s.shipping), 'costSubtotal', trim_scale(s.cost_subtotal), 'net', ${netAmounts(sql)},
        'netCost', ${netAmounts(sql, { atCost: true })}, 'dueAt', iso_text(${sql.unsafe(dueAt)}), 'isLate', coalesce(${sql.unsafe(dueAt)} < now(), false)) order by s.position),
      'createdAt', iso_text(o.created_at), 'updatedAt', iso_text(greatest(o.updated_at, max(s.updated_at))))
    from suborders s join vendors v on v.id = s.vendor_id
      cross join lateral net_amounts(s.id, s.shipping, s.tax, s.discount, false) m
    where s.order_id = o.id)`
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
    select json_build_object(${headFields(sql)}, 'total', trim_scale(parts.total),
      'netTotal', trim_scale(parts.net_total), 'suborders', parts.list,
      'createdAt', iso_text(o.created_at), 'updatedAt', iso_text(greatest(o.updated_at, parts.updated_at)))::text as json
    from orders o cross join lateral (
      select sum(s.total) as total, sum(m.total) as net_total, max(s.updated_at) as updated_at,
        json_agg(${suborder(sql, assetOrigin)} order by s.position) as list
      from suborders s join vendors v on v.id = s.vendor_id
        cross join lateral net_amounts(s.id, s.shipping, s.tax, s.discount, false) m
      where s.order_id = o.id) parts
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
        ${netAmounts(sql, { atCost: true })} as "netCost",
        ${orderColumns(sql, { assetOrigin, moreItemColumns })}) shown)`
}
