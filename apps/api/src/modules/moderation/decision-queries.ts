import type { Handle } from '../../db/connect.ts'

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
