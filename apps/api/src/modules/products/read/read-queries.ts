import type { Handle } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Product } from '../schema.ts'
import { fromOrigin, productColumns } from './shape-queries.ts'

type ProductInput = { id: string; assetOrigin: string }

/** The id of a requested product, and the vendor who requests it. */
export type WantedProduct = { vendorId: string; id: string }

/** Returns a complete product as JSON text (contract 2.1), or undefined if the vendor has no such product. */
export async function findProduct(
  sql: Handle,
  vendorId: string,
  { id, assetOrigin }: ProductInput
): Promise<JsonText<Product> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json from (
      select ${sql.unsafe(productColumns.whole)}
      from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
      where p.vendor_id = ${vendorId} and p.id = ${id}) s`
  return row?.json
}

/**
 * Returns complete products in the order of `wanted`. An element is undefined if the vendor has no such
 * product. An element is null if the product has staged or rejected images, because their data can be
 * megabytes large. Read such a product with `findProduct`.
 */
export async function findProducts(
  sql: Handle,
  { wanted, assetOrigin }: { wanted: WantedProduct[]; assetOrigin: string }
): Promise<(JsonText<Product> | null | undefined)[]> {
  const rows = await sql<{ ordinal: string; json: string | null }[]>`
    select w.ordinal,
      case when p.pending_revision ? 'images' or p.moderation -> 'proposed' ? 'images' then null
        else to_json(s)::text end as json
    from unnest(${wanted.map(({ vendorId }) => vendorId)}::uuid[], ${wanted.map(({ id }) => id)}::uuid[])
        with ordinality as w (vendor_id, id, ordinal)
      join products p on p.id = w.id and p.vendor_id = w.vendor_id
      join vendors v on v.id = p.vendor_id
      cross join ${fromOrigin(sql, assetOrigin)}
      cross join lateral (select ${sql.unsafe(productColumns.whole)}) s`
  const byOrdinal = new Map(rows.map(({ ordinal, json }) => [Number(ordinal), json]))
  return wanted.map((_, index) => byOrdinal.get(index + 1))
}
