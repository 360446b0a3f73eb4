import type { Handle } from '../../../db/connect.ts'

/**
 * Returns the private files of the new images in the staged edits of these products. Products whose version
 * is no longer the given version are omitted.
 */
export async function listNewImages(
  sql: Handle,
  revisions: { id: string; version: number }[]
): Promise<{ id: string; path: string }[]> {
  return sql<{ id: string; path: string }[]>`
    select i.id, i.path
    from jsonb_to_recordset(${sql.json(revisions)}) as r (id uuid, version integer)
      join products p on p.id = r.id and p.moderation_version = r.version
      cross join lateral jsonb_array_elements(p.pending_revision -> 'images') image
      join pending_images i on i.id = (image ->> 'id')::uuid and i.product_id = p.id
    where (image ->> 'isNew')::boolean`
}

/** Returns the ids of the live images of products of any vendor, by product id. */
export async function listLiveImages(sql: Handle, productIds: string[]): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ productId: string; ids: string[] }[]>`
    select product_id, array_agg(id) as ids from product_images
    where product_id = any(${productIds}::uuid[]) group by product_id`
  return new Map(rows.map(({ productId, ids }) => [productId, new Set(ids)]))
}
