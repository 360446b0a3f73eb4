import type { Handle } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Product } from '../schema.ts'
import { fromOrigin, productColumns } from './shape-queries.ts'

type OneProduct = { id: string; assetOrigin: string }
/** A product that is asked for, and the vendor who asks. */
export type WantedProduct = { vendorId: string; id: string }

/** The whole product as JSON text (contract 2.1); undefined when the vendor has none with this id. */
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

/**
 * Whole products in the order in which they are wanted; undefined where the vendor who asks has none with that id, null
 * where it has staged images, whose data can be megabytes: such a one is read by itself.
 */
export async function findProducts(
  sql: Handle,
  { wanted, assetOrigin }: { wanted: WantedProduct[]; assetOrigin: string }
): Promise<(JsonText<Product> | null | undefined)[]> {
  const rows = await sql<{ place: string; json: string | null }[]>`
    select w.place,
      case when p.pending_revision ? 'images' or p.moderation -> 'proposed' ? 'images' then null
        else to_json(s)::text end as json
    from unnest(${wanted.map(({ vendorId }) => vendorId)}::uuid[], ${wanted.map(({ id }) => id)}::uuid[])
        with ordinality as w (vendor_id, id, place)
      join products p on p.id = w.id and p.vendor_id = w.vendor_id
      join vendors v on v.id = p.vendor_id
      cross join ${fromOrigin(sql, assetOrigin)}
      cross join lateral (select ${sql.unsafe(productColumns.whole)}) s`
  const found = new Map(rows.map(({ place, json }) => [Number(place), json]))
  return wanted.map((_, index) => found.get(index + 1))
}
