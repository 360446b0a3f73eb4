import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { fromOrigin } from '../products/read/shape-queries.ts'
import type { StorefrontProduct } from './schema.ts'
import { onSale, storefrontColumns } from './shape-queries.ts'

/** The product of that slug as JSON text; undefined unless customers see it. */
export async function findStorefrontProduct(
  sql: Handle,
  { slug, assetOrigin }: { slug: string; assetOrigin: string }
): Promise<JsonText<StorefrontProduct> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json from (
      select ${sql.unsafe(storefrontColumns)}
      from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
      where p.slug = ${slug} and ${onSale(sql)}) s`
  return row?.json
}
