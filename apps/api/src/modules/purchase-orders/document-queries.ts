import type { Handle } from '../../db/connect.ts'
import type { Address } from '../vendors/schema.ts'

/** A purchase order as its document shows it: amounts are decimal text, `logo` is a storage path, times are ISO 8601. */
export type PurchaseOrderContents = {
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
  currency: string
  subtotal: string
  shipping: string
  total: string
  items: { sku: string; productName: string; quantity: number; cost: string; subtotal: string }[]
  marketplace: string
  logo: string | null
}

/** What the document of a purchase order shows; undefined when the vendor has none with this id. */
export async function findPurchaseOrderContents(
  sql: Handle,
  vendorId: string,
  { id }: { id: string }
): Promise<PurchaseOrderContents | undefined> {
  const [row] = await sql<PurchaseOrderContents[]>`
    select s.po_number, s.order_number, s.status, s.placed_at, s.updated_at, s.payment_method_name,
      s.shipping_method_name, address_json(s.vendor_address) as vendor, address_json(s.bill_to) as bill_to,
      address_json(s.ship_to) as ship_to, s.currency, s.cost_subtotal as subtotal, s.shipping,
      s.cost_subtotal + s.shipping as total, (
        select json_agg(json_build_object('sku', i.sku, 'productName', i.product_name, 'quantity', i.quantity,
          'cost', i.unit_cost::text, 'subtotal', i.cost_subtotal::text) order by i.position)
        from order_items i where i.suborder_id = s.id) as items,
      coalesce(s.bill_to ->> 'company', s.bill_to ->> 'name', m.name) as marketplace, m.logo
    from suborders s cross join settings m
    where s.vendor_id = ${vendorId} and s.id = ${id}`
  return row
}
