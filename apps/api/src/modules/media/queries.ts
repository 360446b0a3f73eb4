import type { Sql } from '../../db/connect.ts'

/**
 * Those of the paths that no row refers to. Every column that holds a storage path stands here: a table that gets one
 * is added in the same change, or the sweeper removes its files.
 */
export async function listUnreferenced(sql: Sql, paths: readonly string[]): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`
    select candidate as path
    from unnest(${sql.array([...paths])}::text[]) as candidate
    where not exists (select from product_images where path = candidate)
      and not exists (select from product_documents where path = candidate)
      and not exists (select from vendors where logo = candidate)
      and not exists (select from categories where image = candidate)
      and not exists (select from settings where logo = candidate)
      and not exists (select from pending_images where path = candidate)
      and not exists (select from order_items where image = candidate)`
  return rows.map(({ path }) => path)
}
