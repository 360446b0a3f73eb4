import type { Handle, Sql } from '../../../db/connect.ts'

/**
 * The time after which a reservation expires. It is longer than any transaction that uses reserved slugs. If
 * one takes longer nevertheless, and another product gets the slug, the transaction fails and is run again.
 */
const lifetime = '2 minutes'

/**
 * Reserves a slug for each base, and returns the slugs of each base in the order in which products should get
 * them. The statement commits by itself, so that other transactions wait for it only for a moment. Call it
 * with a pool, while no transaction is open.
 */
export async function reserveSlugs(
  handle: Handle,
  bases: string[]
): Promise<{ base: string; slugs: string[] }[]> {
  return await handle<{ base: string; slugs: string[] }[]>`
    select base, slugs from reserve_product_slugs(${bases}::text[], ${lifetime}::interval)`
}

/** Ends the reservations of slugs that products get in the same transaction. */
export async function deleteReservations(handle: Handle, slugs: string[]): Promise<void> {
  await handle`delete from slug_reservations where slug = any(${slugs}::text[])`
}

/**
 * Releases reserved slugs that were not used. Slugs with a suffix remain as expired reservations, so that the
 * next products get these suffixes.
 */
export async function releaseReservations(sql: Sql, slugs: string[]): Promise<void> {
  await sql`
    with released as (
      delete from slug_reservations where slug = any(${slugs}::text[]) and suffix is null
    )
    update slug_reservations set expires_at = clock_timestamp()
    where slug = any(${slugs}::text[]) and suffix is not null`
}

/**
 * Deletes reservations that expired a day ago or earlier. Their suffixes are then not used any more. Returns the number of
 * deleted rows.
 */
export async function deleteOldReservations(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from slug_reservations where slug = any(array(
      select slug from slug_reservations where expires_at < now() - interval '1 day' limit ${limit}))`
  return count
}
