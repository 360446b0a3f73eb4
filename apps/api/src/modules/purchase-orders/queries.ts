import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type PrintedSuborder, printedColumns } from '../orders/fulfil/packing-slip-queries.ts'
import { itemList, methodNameColumns, netAmounts, sharedColumns } from '../orders/queries.ts'
import type { PurchaseOrder } from './schema.ts'

/** The columns of a purchase order in the list (contract 2.7). They refer to a row `s` of suborders. */
export function purchaseOrderColumns(sql: Handle) {
  const columns = sql`trim_scale(i.unit_cost) as price, trim_scale(i.cost_subtotal) as subtotal`
  return sql`
    ${sharedColumns(sql)}, ${itemList(sql, columns)} as items,
    trim_scale(s.cost_subtotal) as subtotal, trim_scale(s.shipping) as shipping, 0 as tax, 0 as discount,
    trim_scale(s.cost_subtotal + s.shipping) as total, ${netAmounts(sql, { atCost: true })} as net`
}

/** Returns a purchase order as JSON text, or undefined if the vendor has no purchase order with this id. */
export async function findPurchaseOrder(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<JsonText<PurchaseOrder> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(o)::text as json from (
      select ${purchaseOrderColumns(sql)}, ${methodNameColumns(sql)}
      from suborders s where s.vendor_id = ${vendorId} and s.id = ${id}) o`
  return row?.json
}

/**
 * The data for the document of a purchase order. Amounts are decimal text and, except `placedTotal`, without what was
 * cancelled. The logo is the marketplace's.
 */
export type PurchaseOrderContents = PrintedSuborder & {
  currency: string
  subtotal: string
  shipping: string
  total: string
  /** The total when the order was placed. */
  placedTotal: string
  items: (Record<'sku' | 'productName' | 'cost' | 'subtotal', string> &
    Record<'quantity' | 'cancelled', number>)[]
  marketplace: string
}

/**
 * Returns the data for the document of a purchase order, or undefined if the vendor has no purchase order
 * with this id.
 */
export async function findPurchaseOrderContents(
  sql: Handle,
  vendorId: string,
  { id }: { id: string }
): Promise<PurchaseOrderContents | undefined> {
  const [row] = await sql<PurchaseOrderContents[]>`
    select ${printedColumns(sql)}, s.currency, n.subtotal, n.shipping, n.total, s.cost_subtotal + s.shipping as placed_total, (
        select json_agg(json_build_object('sku', i.sku, 'productName', i.product_name, 'quantity', i.quantity,
          'cancelled', i.quantity_cancelled, 'cost', i.unit_cost::text,
          'subtotal', round(i.unit_cost * (i.quantity - i.quantity_cancelled), 2)::text) order by i.position)
        from order_items i where i.suborder_id = s.id) as items,
      coalesce(s.bill_to ->> 'company', s.bill_to ->> 'name', m.name) as marketplace, m.logo
    from suborders s cross join settings m cross join lateral net_amounts(s.id, s.shipping, 0, 0, true) n
    where s.vendor_id = ${vendorId} and s.id = ${id}`
  return row
}
