import type { Fragment, Handle } from '../../db/connect.ts'
import {
  firstOf,
  inRange,
  type List,
  type ListDefinition,
  listOf,
  ordered,
  type Page,
  pageStatement,
  passing,
  readRows,
  run,
  sortedOrWalked
} from '../../db/lists.ts'
import type { Listed } from '../../http/paging.ts'
import { shipmentColumns } from '../orders/fulfil/suborder-queries.ts'
import { countFromTallies, vendorCondition } from '../orders/list/tally-queries.ts'
import type { ShipmentFilters } from './schema.ts'

type PageInput = { filters: ShipmentFilters; page: Page }

/** Reads one page, newest first, and the exact number of the vendor's shipments that pass the filters. */
export function listShipments(sql: Handle, vendorId: string, input: PageInput): Promise<Listed> {
  return readRows(sql, shipmentPageQuery(sql, vendorId, input))
}

/** The statement of `listShipments`. */
export function shipmentPageQuery(sql: Handle, vendorId: string, { filters, page }: PageInput): Fragment {
  const list = listOf(sql, { ...shipmentList(sql, vendorId, filters), page })
  const statement = pageStatement(list, {
    rows: rowsOf(list, vendorId, filters),
    json: sql`
      select to_json(shown) from (
        select ${shipmentColumns(sql)} from shipments h join suborders s on s.id = h.suborder_id
        where h.id = run.id) shown`,
    count: countShipments(list, vendorId, filters)
  })
  return isSearch(filters) ? sql`with ${matchesOf(list, vendorId, filters.search)} ${statement}` : statement
}

/** Returns what a list of the vendor's shipments consists of. */
export function shipmentList(sql: Handle, vendorId: string, filters: ShipmentFilters): ListDefinition {
  return {
    from: filters.search === undefined ? shipments : `${shipments} join suborders s on s.id = h.suborder_id`,
    ...{ row: 'h', key: { id: 'uuid' }, conditions: conditionsOf(sql, vendorId, filters) }
  }
}

/** Returns a query for the ids of the vendor's shipments that pass the filters. */
export function shipmentRows(list: List, vendorId: string, filters: ShipmentFilters): Fragment {
  const { sql } = list
  const rows = rowsOf(list, vendorId, filters)
  return isSearch(filters) ? sql`with ${matchesOf(list, vendorId, filters.search)} ${rows}` : rows
}

const shipments = 'shipments h'

/** True if the page is read from the matches of the search. The shipments of one order are few, and are all read. */
function isSearch(filters: ShipmentFilters): filters is ShipmentFilters & { search: string } {
  return filters.search !== undefined && filters.orderId === undefined
}

const vendorOf = (sql: Handle, vendorId: string) => sql`h.vendor_id = (select ${vendorId}::uuid)`

/** Returns the filters as conditions on a row `h` of `shipments` and, for `search`, on its suborder `s`. */
function conditionsOf(sql: Handle, vendorId: string, filters: ShipmentFilters) {
  const { orderId, status, search, shippedAfter, shippedBefore, updatedAfter } = filters
  const vendor = vendorOf(sql, vendorId)
  const time = (text: string) => sql`(select ${text}::timestamptz)`
  return {
    orderId: orderId !== undefined && sql`h.suborder_id = (select ${orderId}::uuid) and (${vendor}) is true`,
    search:
      search !== undefined &&
      sql`(${inTracking(sql, vendorId, search)} or ${inSuborder(sql, vendorId, search)})`,
    shippedAfter: shippedAfter !== undefined && sql`h.shipped_at > ${time(shippedAfter)}`,
    shippedBefore: shippedBefore !== undefined && sql`h.shipped_at < ${time(shippedBefore)}`,
    updatedAfter: updatedAfter !== undefined && sql`h.updated_at > ${time(updatedAfter)}`,
    status: status !== undefined && sql`h.status = (select ${status}::text)`
  }
}

const inTracking = (sql: Handle, vendorId: string, search: string) =>
  sql`shipment_search(h.vendor_id, h.tracking_number) @@ (select product_query(${vendorId}, ${search}))`
const inSuborder = (sql: Handle, vendorId: string, search: string) =>
  sql`s.search @@ (select product_query(${vendorId}, ${search}))`

/**
 * Returns a query for the sort keys of the shipments on the page. With the filter `orderId`, the query
 * searches only the shipments of the order, which are few. With a search, `shippedAfter`, `shippedBefore` or
 * `updatedAfter`, it searches the matches of this filter. Otherwise it searches the vendor's shipments or, with
 * the filter `status`, those with this status.
 */
function rowsOf(list: List, vendorId: string, filters: ShipmentFilters): Fragment {
  const { sql, conditions, first } = list
  const { orderId, status } = filters
  if (isSearch(filters)) {
    return sql`select h.id from matches h where ${inRange(list, ['h.id'])} ${ordered(list, ['h.id'])} ${first}`
  }
  if (orderId !== undefined) {
    const lead: [string, Fragment][] = [['h.suborder_id', sql`(select ${orderId}::uuid)`]]
    const where = sql`(${vendorOf(sql, vendorId)}) is true`
    return firstOf(list, run(list, { from: shipments, lead, where }), ['orderId'])
  }
  const lead: [string, Fragment][] = [['h.vendor_id', sql`(select ${vendorId}::uuid)`]]
  if (status !== undefined) lead.push(['h.status', sql`(select ${status}::text)`])
  const walk = firstOf(list, run(list, { from: shipments, lead }), ['status'])
  if (conditions.shippedAfter || conditions.shippedBefore) return sortedByTime(list, vendorId)
  if (!conditions.updatedAfter) return walk
  const matches = sql`
    select h.id, h.status from shipments h where ${vendorOf(sql, vendorId)} and ${conditions.updatedAfter}
    order by h.updated_at desc, h.id desc`
  return sortedOrWalked(list, { matches, observed: ['updatedAfter'], walk })
}

/**
 * The table `matches` with the ids of the shipments that pass all filters, of which one is a search. It searches the
 * tracking numbers and the words of the orders. The page and the count are read from this table.
 */
function matchesOf(list: List, vendorId: string, search: string): Fragment {
  const { sql } = list
  const isListed = sql`(${vendorOf(sql, vendorId)}) is true and ${passing(list, ['search'])}`
  return sql`
    matches as materialized (
      select h.id from shipments h where ${inTracking(sql, vendorId, search)} and ${isListed}
      union
      select h.id from suborders s join shipments h on h.suborder_id = s.id
      where ${inSuborder(sql, vendorId, search)} and ${isListed})`
}

/**
 * Returns a query that reads all shipments of the days from an index and sorts them. The list isn't in the order of
 * `shipped_at`, which can be corrected. Scanning the list in its order would be slower, because all shipments since
 * these days would have to be checked. `offset 0` prevents the planner from doing that.
 */
function sortedByTime(list: List, vendorId: string): Fragment {
  const { sql, first, conditions } = list
  const { shippedAfter, shippedBefore } = conditions
  return sql`
    select h.id from (
      select h.id, h.status, h.updated_at from shipments h
      where ${vendorOf(sql, vendorId)} ${shippedAfter ? sql`and ${shippedAfter}` : sql``}
        ${shippedBefore ? sql`and ${shippedBefore}` : sql``} offset 0) h
    where ${inRange(list, ['h.id'])} and ${passing(list, ['shippedAfter', 'shippedBefore'])}
    ${ordered(list, ['h.id'])} ${first}`
}

/**
 * An expression for the number of matching shipments. It reads the number from the tallies. With a filter other
 * than `status`, it counts the rows instead.
 */
function countShipments(list: List, vendorId: string, filters: ShipmentFilters): Fragment {
  const { sql, conditions } = list
  if (isSearch(filters)) return sql`(select count(*) from matches)`
  const { orderId, shippedAfter, shippedBefore, updatedAfter } = conditions
  if (orderId) {
    return sql`(
      select count(*) from ${sql.unsafe(list.from)} where ${orderId} and ${passing(list, ['orderId'])})`
  }
  const times = [shippedAfter, shippedBefore, updatedAfter].flatMap((time) =>
    time ? [sql`and ${time}`] : []
  )
  if (times.length > 0) {
    const observed = ['shippedAfter', 'shippedBefore', 'updatedAfter']
    return sql`(
      select count(*) from shipments h where ${vendorOf(sql, vendorId)} ${times} and ${passing(list, observed)})`
  }
  return countFromTallies(sql, {
    list: 'shipments',
    condition: vendorCondition(sql, { vendorId, status: filters.status })
  })
}
