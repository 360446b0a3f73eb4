import type postgres from 'postgres'
import type { Tx } from './connect.ts'

/**
 * Lets one transaction at a time name or move rows of a table. Taken before the statement that looks for a free
 * slug, or for a place in a tree, so that this statement sees all that the writers before have committed.
 */
export async function lockWriters(tx: Tx, table: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`writers of ${table}`}, 2))`
}

/**
 * SQL for a slug that no other row of the table has: the base itself, else with the first of -2, -3, … that is
 * free, within 255 characters. `id` is the row that is to have it: its own slug counts as free. `within` narrows
 * what a slug is unique in. Safe under `lockWriters`.
 */
export function freeSlug(
  tx: Tx,
  table: string,
  { base, id, within }: { base: string; id: string; within?: postgres.PendingQuery<postgres.Row[]> }
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
