import type { Fragment, Handle } from '../../db/connect.ts'
import { type CsvColumn, csvColumns } from '../../db/csv.ts'
import { passing } from '../../db/lists.ts'
import { conditionsOf } from './list-queries.ts'
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
  { name: 'quantity', value: 'q.quantity' }
]

/** Returns the query of the file of a vendor's shipments: a row for each item, in the order of the list. */
export function shipmentFileQuery(sql: Handle, vendorId: string, filters: ShipmentFilters): Fragment {
  const conditions = conditionsOf(sql, vendorId, filters)
  return sql`
    select ${sql.unsafe(csvColumns(columns))}
    from shipments h join suborders s on s.id = h.suborder_id join shipment_items q on q.shipment_id = h.id
      join order_items i on i.id = q.order_item_id
    where h.vendor_id = ${vendorId} and ${passing({ sql, conditions })}
    order by h.id desc, i.position`
}
