import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Product } from './schema.ts'
import { fromOrigin, productColumns } from './shape-queries.ts'

type OneProduct = { id: string; assetOrigin: string }

/** The whole product as JSON text (specification 2.1); undefined when the vendor has none with this id. */
export async function findProduct(
  sql: Handle,
  vendorId: string,
  { id, assetOrigin }: OneProduct
): Promise<JsonText<Product> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json from (
      select ${sql.unsafe(productColumns.whole)}
      from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
      where p.vendor_id = ${vendorId} and p.id = ${id}) s`
  return row?.json
}
