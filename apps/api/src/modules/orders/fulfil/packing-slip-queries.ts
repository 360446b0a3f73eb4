import type { Handle } from '../../../db/connect.ts'
import type { Address } from '../../vendors/schema.ts'

/**
 * The data that all PDF documents of a suborder share. `logo` is a storage path; timestamps are ISO 8601
 * text.
 */
export type PrintedSuborder = {
  poNumber: string
  orderNumber: string
  status: string
  placedAt: string
  updatedAt: string
  paymentMethodName: string
  shippingMethodName: string
  vendor: Address
  billTo: Address
  shipTo: Address
  logo: string | null
}

/** The columns of `PrintedSuborder` except the logo. The row `s` of `suborders` must be in scope. */
export function printedColumns(sql: Handle) {
  return sql`
    s.po_number, s.order_number, s.status, s.placed_at, s.updated_at, s.payment_method_name, s.shipping_method_name,
    address_json(s.vendor_address) as vendor, address_json(s.bill_to) as bill_to, address_json(s.ship_to) as ship_to`
}

/** The data of a packing slip: an order without prices. The logo is the vendor's. */
export type PackingSlipContents = PrintedSuborder & {
  id: string
  customerNote: string | null
  items: { sku: string; productName: string; quantity: number; shipped: number; cancelled: number }[]
  vendorName: string
}

/**
 * Returns the data of the packing slips of these orders, in the order of the ids (in lower case), and the number of
 * their lines. Ids with which the vendor has no order are left out. If there are more than `maxLines` lines, the orders
 * are returned without items.
 */
export async function listPackingSlipContents(
  sql: Handle,
  vendorId: string,
  { ids, maxLines }: { ids: string[]; maxLines: number }
): Promise<{ orders: PackingSlipContents[]; lineCount: number }> {
  const orders = await sql<(PackingSlipContents & { lineCount: number })[]>`
    select s.id, ${printedColumns(sql)}, s.customer_note, case when size.line_count > ${maxLines} then '[]' else (
        select json_agg(json_build_object('sku', i.sku, 'productName', i.product_name, 'quantity', i.quantity,
          'shipped', i.quantity_shipped, 'cancelled', i.quantity_cancelled) order by i.position)
        from order_items i where i.suborder_id = s.id) end as items, size.line_count,
      coalesce(s.vendor_address ->> 'company', s.vendor_address ->> 'name', v.name) as vendor_name, v.logo
    from suborders s join vendors v on v.id = s.vendor_id cross join (
      select count(*)::integer as line_count from order_items
      where suborder_id = any(${ids}::uuid[]) and vendor_id = ${vendorId}) size
    where s.vendor_id = ${vendorId} and s.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], s.id)`
  return { orders, lineCount: orders[0]?.lineCount ?? 0 }
}
