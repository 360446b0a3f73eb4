import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Order } from './schema.ts'
import { orderColumns } from './shape-queries.ts'

/** The whole order as JSON text; undefined when the vendor has none with this id. */
export async function findOrder(
  sql: Handle,
  vendorId: string,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<Order> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(o)::text as json from (
      select ${orderColumns(sql, { assetOrigin })}
      from suborders s where s.vendor_id = ${vendorId} and s.id = ${id}) o`
  return row?.json
}
