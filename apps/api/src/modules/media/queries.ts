import type { Handle, Sql } from '../../db/connect.ts'

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

/** The key of the advisory lock that a backup holds. */
const removalsLock = 7_301_004

/**
 * Keeps the sweeper from removing files until the session ends. Waits while another session has the lock;
 * after the session's `lock_timeout`, throws an error with the code 55P03.
 */
export async function lockRemovals(session: Handle): Promise<void> {
  await session`select pg_advisory_lock(${removalsLock})`
}

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

/** Returns all storage paths that rows refer to, in batches of at most 1,000. A path may occur repeatedly. */
export async function* listAllReferenced(sql: Sql): AsyncIterable<string[]> {
  const session = await sql.reserve()
  try {
    for (const [table, column] of pathColumns) {
      await session`begin read only`
      await session`
        declare referenced cursor for select ${session(column)} as path from ${session(table)}
        where ${session(column)} ~ '^(images|documents|pending)/'`
      for (let isLast = false; !isLast; ) {
        const batch = await session<{ path: string }[]>`fetch 1000 from referenced`
        isLast = batch.length < 1000
        if (batch.length > 0) yield batch.map(({ path }) => path)
      }
      await session`commit`
    }
  } finally {
    await session`rollback`.catch(() => {})
    session.release()
  }
}

/**
 * Returns the given paths to which no row refers. Returns none while a backup runs (`lockRemovals`). The lock
 * is checked after the statement has its snapshot. So a path that is returned was already unreferenced when
 * the backup began, and the rows of the backup don't refer to it.
 */
export async function listUnreferenced(handle: Handle, paths: readonly string[]): Promise<string[]> {
  const isUnused = pathColumns.map(
    ([table, column]) => handle`
      and not exists (select from ${handle(table)} where ${handle(column)} = candidate)`
  )
  const rows = await handle<{ path: string }[]>`
    select candidate as path from unnest(${paths}::text[]) as candidate
    where (select pg_try_advisory_xact_lock_shared(${removalsLock})) ${isUnused}`
  return rows.map(({ path }) => path)
}
