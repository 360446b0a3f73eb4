import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { PlatformProduct } from '../products/platform-schema.ts'
import { fromOrigin, platformProductColumns } from '../products/read/shape-queries.ts'

/** Returns a product of any vendor as an operator sees it, as JSON text, or undefined if it doesn't exist. */
export async function findPlatformProduct(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<PlatformProduct> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json from (
      select ${sql.unsafe(platformProductColumns.whole)}
      from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
      where p.id = ${id}) s`
  return row?.json
}
