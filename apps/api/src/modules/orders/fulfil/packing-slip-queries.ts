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
  customerNote: string | null
  items: { sku: string; productName: string; quantity: number; shipped: number; cancelled: number }[]
  vendorName: string
}

/** Returns the data of a packing slip, or undefined if the vendor has no order with this id. */
export async function findPackingSlipContents(
  sql: Handle,
  vendorId: string,
  { id }: { id: string }
): Promise<PackingSlipContents | undefined> {
  const [row] = await sql<PackingSlipContents[]>`
    select ${printedColumns(sql)}, s.customer_note, (
        select json_agg(json_build_object('sku', i.sku, 'productName', i.product_name, 'quantity', i.quantity,
          'shipped', i.quantity_shipped, 'cancelled', i.quantity_cancelled) order by i.position)
        from order_items i where i.suborder_id = s.id) as items,
      coalesce(s.vendor_address ->> 'company', s.vendor_address ->> 'name', v.name) as vendor_name, v.logo
    from suborders s join vendors v on v.id = s.vendor_id
    where s.vendor_id = ${vendorId} and s.id = ${id}`
  return row
}
