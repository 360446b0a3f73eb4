import type { Fragment, Handle } from '../../db/connect.ts'
import {
  firstOf,
  type List,
  listOf,
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
  return readRows(sql, pageQuery(sql, vendorId, input))
}

/** The statement of `listShipments`. */
export function pageQuery(sql: Handle, vendorId: string, { filters, page }: PageInput): Fragment {
  const { orderId, status, updatedAfter } = filters
  const vendor = sql`h.vendor_id = (select ${vendorId}::uuid)`
  const list = listOf(sql, {
    ...{ from: 'shipments h', row: 'h', key: { id: 'uuid' }, page },
    conditions: {
      orderId:
        orderId !== undefined && sql`h.suborder_id = (select ${orderId}::uuid) and (${vendor}) is true`,
      updatedAfter: updatedAfter !== undefined && sql`h.updated_at > (select ${updatedAfter}::timestamptz)`,
      status: status !== undefined && sql`h.status = (select ${status}::text)`
    }
  })
  return pageStatement(list, {
    rows: rowsOf(list, { vendorId, vendor, filters }),
    json: sql`
      select to_json(shown) from (
        select ${shipmentColumns(sql)} from shipments h join suborders s on s.id = h.suborder_id
        where h.id = run.id) shown`,
    count: countShipments(list, { vendorId, vendor, filters })
  })
}

type ListInput = { vendorId: string; vendor: Fragment; filters: ShipmentFilters }

/**
 * Returns a query for the sort keys of the shipments on the page. With the filter `orderId`, the query
 * searches only the shipments of the order, which are few. Without this filter, it searches the vendor's
 * shipments or, with the filter `status`, those with this status.
 */
function rowsOf(list: List, { vendorId, vendor, filters: { orderId, status } }: ListInput): Fragment {
  const { sql, conditions } = list
  if (orderId !== undefined) {
    const lead: [string, Fragment][] = [['h.suborder_id', sql`(select ${orderId}::uuid)`]]
    return firstOf(list, run(list, { lead, where: sql`(${vendor}) is true` }), ['orderId'])
  }
  const lead: [string, Fragment][] = [['h.vendor_id', sql`(select ${vendorId}::uuid)`]]
  if (status !== undefined) lead.push(['h.status', sql`(select ${status}::text)`])
  const walk = firstOf(list, run(list, { lead }), ['status'])
  if (!conditions.updatedAfter) return walk
  const matches = sql`
    select h.id, h.status from shipments h where ${vendor} and ${conditions.updatedAfter}
    order by h.updated_at desc, h.id desc`
  return sortedOrWalked(list, { matches, observed: ['updatedAfter'], walk })
}

/**
 * An expression for the number of matching shipments. It reads the number from the tallies. With the filter
 * `orderId` or `updatedAfter`, it counts the rows instead.
 */
function countShipments({ sql, conditions }: List, { vendorId, vendor, filters }: ListInput): Fragment {
  const counted = (found: Fragment, observed: string) => sql`(
    select count(*) from shipments h where ${found} and ${passing({ sql, conditions }, [observed])})`
  if (conditions.orderId) return counted(conditions.orderId, 'orderId')
  if (conditions.updatedAfter) return counted(sql`${vendor} and ${conditions.updatedAfter}`, 'updatedAfter')
  return countFromTallies(sql, {
    list: 'shipments',
    condition: vendorCondition(sql, { vendorId, status: filters.status })
  })
}
