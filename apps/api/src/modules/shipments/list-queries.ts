import type { Handle } from '../../db/connect.ts'
import type { Page, PageRow } from '../../http/paging.ts'
import { ofVendor, tallied } from '../orders/list/tally-queries.ts'
import { type Fragment, shipmentColumns } from '../orders/shape-queries.ts'
import type { ShipmentFilters } from './schema.ts'

export type PageInput = { filters: ShipmentFilters; page: Page }

/** One page as rows of JSON text, newest first, and how many pass the filters, in one statement. */
export async function listShipments(
  sql: Handle,
  vendorId: string,
  input: PageInput
): Promise<{ rows: PageRow[]; total: number }> {
  const found = await sql<{ total: string; id: string; json: string | null }[]>`
    ${pageQuery(sql, vendorId, input)}`
  const rows = found.flatMap(({ json, id }) => (json === null ? [] : [{ json, key: [id] }]))
  return { rows, total: Number(found[0]?.total ?? 0) }
}

/** The statement of a page, with one entry more that tells whether there are further ones. */
export function pageQuery(sql: Handle, vendorId: string, { filters, page }: PageInput): Fragment {
  const direction = page.backward ? sql`asc` : sql`desc`
  return sql`
    select counted.total, listed.* from (select ${countShipments(sql, vendorId, filters)}::bigint as total) counted
    left join (
      select run.id, (
        select to_json(shown) from (
          select ${shipmentColumns(sql)} from shipments h join suborders s on s.id = h.suborder_id
          where h.id = run.id) shown)::text as json
      from (select * from (${candidates(sql, vendorId, { filters, page })}) few limit 101) run) listed on true
    order by listed.id ${direction}`
}

/** So many shipments that a moment of change or an order finds are sorted; if there are more, the list is walked. */
const mostSorted = 10_000

type List = {
  sql: Handle
  vendor: Fragment
  filters: ShipmentFilters
  range: Fragment
  direction: Fragment
  first: Fragment
}

/**
 * `id` of the first shipments behind the page's key that pass the filters. As with orders, every page costs the same: a
 * run of an index begins at the key and is in the list's order, what else is asked is checked outside of it, and values
 * are wrapped in a select, so that the plan is kept.
 */
function candidates(sql: Handle, vendorId: string, { filters, page }: PageInput): Fragment {
  const [least, greatest] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  const key = page.key?.[0] ?? (page.backward ? least : greatest)
  const list = {
    sql,
    vendor: sql`(select ${vendorId}::uuid)`,
    filters,
    range: sql`h.id ${page.backward ? sql`>` : sql`<`} (select ${key}::uuid)`,
    direction: page.backward ? sql`asc` : sql`desc`,
    first: sql`limit (select ${page.limit + 1}::integer)`
  }
  if (filters.orderId !== undefined) return ofOrder(list, filters.orderId)
  return filters.updatedAfter === undefined ? walk(list) : sortedOrWalked(list, filters.updatedAfter)
}

/** An order has few shipments, in the order of the index. */
function ofOrder({ sql, vendor, filters, range, direction, first }: List, orderId: string): Fragment {
  return sql`
    select h.id from shipments h
    where h.suborder_id = (select ${orderId}::uuid) and ${range} and (h.vendor_id = ${vendor}) is true
      ${checks(sql, filters)}
    order by h.id ${direction} ${first}`
}

/** The vendor's shipments in the list's order, by status where one is asked for. */
function walk({ sql, vendor, filters, range, direction, first }: List): Fragment {
  const { updatedAfter, status } = filters
  const run = sql`
    select h.id from shipments h
    where h.vendor_id = ${vendor} ${status === undefined ? sql`` : sql`and h.status = (select ${status}::text)`}
      and ${range}
    order by h.id ${direction}`
  if (updatedAfter === undefined) return sql`${run} ${first}`
  return sql`
    select run.id from (${run}) run
    where (select h.updated_at > (select ${updatedAfter}::timestamptz) from shipments h where h.id = run.id)
    ${first}`
}

/**
 * What has changed is in another order than the list: sorted where it is little, else the list is walked and the moment
 * checked, as much of it passes then.
 */
function sortedOrWalked(list: List, updatedAfter: string): Fragment {
  const { sql, vendor, filters, range, direction, first } = list
  const most = sql.unsafe(String(mostSorted))
  return sql`
    (with matches as materialized (
        select h.id, h.status from shipments h
        where h.vendor_id = ${vendor} and h.updated_at > (select ${updatedAfter}::timestamptz)
        order by h.updated_at desc, h.id desc limit ${most}),
      size as materialized (select count(*) as n from matches)
    select few.id from (
      select h.id from matches h
      where ${range} ${filters.status === undefined ? sql`` : sql`and h.status = ${filters.status}`}
      order by h.id ${direction} ${first}) few
    where (select n from size) < ${most}
    union all
    select many.id from (${walk(list)}) many where (select n from size) = ${most})`
}

/** Filters beside that of the index in use, said so that no other one is considered for them. */
function checks(sql: Handle, { status, updatedAfter }: ShipmentFilters): Fragment {
  return sql`
    ${status === undefined ? sql`` : sql`and (h.status = (select ${status}::text)) is true`}
    ${updatedAfter === undefined ? sql`` : sql`and (h.updated_at > (select ${updatedAfter}::timestamptz)) is true`}`
}

/** How many of the vendor's shipments pass the filters, exactly: from the tallies where those tell. */
function countShipments(sql: Handle, vendorId: string, filters: ShipmentFilters): Fragment {
  const { orderId, status, updatedAfter } = filters
  const vendor = sql`vendor_id = (select ${vendorId}::uuid)`
  if (orderId !== undefined) {
    return sql`(
      select count(*) from shipments h
      where h.suborder_id = (select ${orderId}::uuid) and (h.${vendor}) is true ${checks(sql, filters)})`
  }
  if (updatedAfter !== undefined) {
    return sql`(
      select count(*) from shipments h
      where h.${vendor} and h.updated_at > (select ${updatedAfter}::timestamptz)
        ${status === undefined ? sql`` : sql`and (h.status = (select ${status}::text)) is true`})`
  }
  return tallied(sql, { list: 'shipments', condition: ofVendor(sql, { vendorId, status }) })
}
