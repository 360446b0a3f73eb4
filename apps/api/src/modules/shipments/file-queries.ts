import type { Fragment, Handle } from '../../db/connect.ts'
import { type CsvColumn, csvColumns } from '../../db/csv.ts'
import { ordered, orderedKeys, wholeListOf } from '../../db/lists.ts'
import { shipmentList, shipmentRows } from './list-queries.ts'
import type { ShipmentFilters } from './schema.ts'

const columns: CsvColumn[] = [
  { name: 'shipment_id', value: 'h.id' },
  { name: 'order_number', value: 's.order_number', isText: true },
  { name: 'po_number', value: 's.po_number', isText: true },
  { name: 'carrier', value: 'h.carrier', isText: true },
  { name: 'tracking_number', value: 'h.tracking_number', isText: true },
  { name: 'tracking_url', value: 'h.tracking_url', isText: true },
  { name: 'status', value: 'h.status' },
  { name: 'shipped_at', value: 'iso_text(h.shipped_at)' },
  { name: 'delivered_at', value: 'iso_text(h.delivered_at)' },
  { name: 'sku', value: 'i.sku', isText: true },
  { name: 'product', value: 'i.product_name', isText: true },
  { name: 'quantity', value: 'i.quantity' }
]

/**
 * Returns the query of the file of a vendor's shipments: a row for each item, in the order of the list. Everything is looked up
 * for each shipment, as in the files of orders.
 */
export function shipmentFileQuery(sql: Handle, vendorId: string, filters: ShipmentFilters): Fragment {
  const list = wholeListOf(sql, shipmentList(sql, vendorId, filters))
  return sql`
    select ${sql.unsafe(csvColumns(columns))}
    from (${orderedKeys(list, shipmentRows(list, vendorId, filters))}) k
      cross join lateral (select * from shipments where id = k.id offset 0) h
      cross join lateral (select order_number, po_number from suborders where id = h.suborder_id offset 0) s
      cross join lateral (
        select m.sku, m.product_name, m.position, q.quantity
        from shipment_items q cross join lateral (select * from order_items where id = q.order_item_id offset 0) m
        where q.shipment_id = h.id offset 0) i
    ${ordered(list, ['k.id'])}, i.position`
}
