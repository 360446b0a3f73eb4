import type { Handle, Sql } from '../../db/connect.ts'

const storagePath = '^(images|documents|pending)/'

/** Some of the storage paths that rows refer to, at most `limit` of each column; images elsewhere on the web are none. */
export async function listReferenced(handle: Handle, limit: number): Promise<string[]> {
  const rows = await handle<{ path: string }[]>`
    select path from (
      (select path from product_images where path ~ ${storagePath} limit ${limit})
      union all (select path from product_documents where path ~ ${storagePath} limit ${limit})
      union all (select logo from vendors where logo ~ ${storagePath} limit ${limit})
      union all (select image from categories where image ~ ${storagePath} limit ${limit})
      union all (select logo from settings where logo ~ ${storagePath} limit ${limit})
      union all (select path from pending_images where path ~ ${storagePath} limit ${limit})
      union all (select image from order_items where image ~ ${storagePath} limit ${limit})
    ) as referenced`
  return rows.map(({ path }) => path)
}

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
