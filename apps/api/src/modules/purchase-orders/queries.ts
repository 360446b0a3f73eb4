import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { itemList, methodNameColumns, sharedColumns } from '../orders/queries.ts'
import type { PurchaseOrder } from './schema.ts'

/** The columns of a purchase order as the list has it, of a row `s` of suborders (specification 2.7). */
export function purchaseOrderColumns(sql: Handle) {
  const columns = sql`trim_scale(i.unit_cost) as price, trim_scale(i.cost_subtotal) as subtotal`
  return sql`
    ${sharedColumns(sql)}, ${itemList(sql, columns)} as items,
    trim_scale(s.cost_subtotal) as subtotal, trim_scale(s.shipping) as shipping, 0 as tax, 0 as discount,
    trim_scale(s.cost_subtotal + s.shipping) as total`
}

/** The whole purchase order as JSON text; undefined when the vendor has none with this id. */
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
