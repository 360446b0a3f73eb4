import type { Handle } from '../../db/connect.ts'

/**
 * All columns that contain storage paths. If a migration adds such a column, add it here too. Otherwise
 * `sweepAssets` would delete the files that the new column refers to.
 */
const pathColumns = [
  ['product_images', 'path'],
  ['product_documents', 'path'],
  ['vendors', 'logo'],
  ['categories', 'image'],
  ['settings', 'logo'],
  ['pending_images', 'path'],
  ['order_items', 'image']
] as const

/** Lists storage paths that rows refer to, at most `limit` per column. External URLs are left out. */
export async function listReferenced(handle: Handle, limit: number): Promise<string[]> {
  const columns = pathColumns.map(
    ([table, column], index) => handle`
      ${index === 0 ? handle`` : handle`union all`}
      (select ${handle(column)} as path from ${handle(table)}
       where ${handle(column)} ~ '^(images|documents|pending)/' limit ${limit})`
  )
  const rows = await handle<{ path: string }[]>`select path from (${columns}) as referenced`
  return rows.map(({ path }) => path)
}

/** Returns the given paths to which no row refers. */
export async function listUnreferenced(handle: Handle, paths: readonly string[]): Promise<string[]> {
  const isUnused = pathColumns.map(
    ([table, column]) => handle`
      and not exists (select from ${handle(table)} where ${handle(column)} = candidate)`
  )
  const rows = await handle<{ path: string }[]>`
    select candidate as path from unnest(${handle.array([...paths])}::text[]) as candidate
    where true ${isUnused}`
  return rows.map(({ path }) => path)
}
