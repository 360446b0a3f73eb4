import type { Fragment, Tx } from './connect.ts'

/**
 * Serialises the transactions that insert, rename or move rows of a table: waits until earlier transactions
 * of this kind have ended. Call it before the statement that looks for a free slug or for a position in a
 * tree. That statement then sees everything that the earlier transactions committed.
 */
export async function lockWriters(tx: Tx, table: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`writers of ${table}`}, 2))`
}

/**
 * SQL for a slug that no other row of the table has: `base`, or `base` with the first free suffix of -2, -3,
 * …. With a suffix, `base` is cut so that the slug has at most 255 characters. `id` is the row that gets the
 * slug. The current slug of this row counts as free. If `within` is set, it is an SQL condition (`and …`) on
 * the other rows (alias `t`), and the slug is unique only among the rows that meet this condition. Call
 * `lockWriters` first.
 */
export function freeSlug(
  tx: Tx,
  table: string,
  { base, id, within }: { base: string; id: string; within?: Fragment }
) {
  return tx`(
    with recursive candidate (n, slug) as (
      select 1, ${base}::text
      union all
      select n + 1, rtrim(left(${base}, 254 - length((n + 1)::text)), '-') || '-' || (n + 1)
      from candidate
      where exists (
        select from ${tx(table)} t where t.slug = candidate.slug and t.id <> ${id}::uuid ${within ?? tx``})
    )
    select slug from candidate order by n desc limit 1)`
}
