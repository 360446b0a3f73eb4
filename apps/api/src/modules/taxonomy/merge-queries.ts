import type { Handle, Tx } from '../../db/connect.ts'
import type { StoredTerm, TermTable } from './queries.ts'

/** A term and the one into which it is merged. */
export type Merge = { id: string; intoId: string }

type LockedTerm = StoredTerm & { id: string }

/**
 * Locks two terms until the transaction ends, so that other transactions can neither change them nor refer to them.
 * Returns those that exist.
 */
export async function lockMerge(
  tx: Tx,
  table: TermTable,
  { id, intoId }: Merge
): Promise<{ from: LockedTerm | undefined; into: LockedTerm | undefined }> {
  const own = {
    categories: tx`and t.merged_at is null`,
    facet_values: tx``,
    facets: tx``,
    collections: tx``,
    tags: tx``
  }[table]
  const facet = table === 'facet_values' ? tx`t.facet_id` : tx`null::uuid`
  const rows = await tx<LockedTerm[]>`
    select t.id, t.name, t.slug, ${facet} as facet_id from ${tx(table)} t
    where t.id = any(${[id, intoId]}::uuid[]) ${own} order by t.id for update`
  return { from: rows.find((row) => row.id === id), into: rows.find((row) => row.id === intoId) }
}

/** Returns the names of the approval rules that have a category as a condition, in the order of the rules. */
export async function listRulesOf(sql: Handle, categoryId: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from approval_rules where conditions -> 'categoryIds' ? ${categoryId} order by position`
  return rows.map(({ name }) => name)
}

/**
 * Merges a category into another one: its subcategories become those of the other category. The category remains, hidden,
 * as another id of that category, without attributes and image, and with a slug that no one wants. Returns the ids of the
 * subcategories that have moved.
 */
export async function mergeCategory(tx: Tx, { id, intoId }: Merge): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with moved as (
      update categories set parent_id = ${intoId}, updated_at = now() where parent_id = ${id}
      returning id, merged_at
    ), merged as (
      update categories set merged_at = now(), updated_at = now(), parent_id = ${intoId}, image = null, slug = id::text
      where id = ${id}
    ), unlisted as (
      delete from category_attributes where category_id = ${id}
    )
    select id from moved where merged_at is null order by id`
  return rows.map((row) => row.id)
}

/**
 * Locks a merged category that still has products, so that no other node moves them until the transaction ends. Returns
 * undefined if there is none.
 */
export async function lockMergedCategory(tx: Tx): Promise<Merge | undefined> {
  const [row] = await tx<Merge[]>`
    select m.id, m.parent_id as into_id from categories m
    where m.merged_at is not null
      and exists (select from product_categories r where r.category_id = m.id)
    order by m.id limit 1
    for no key update skip locked`
  return row
}

/** True if a merged category still has products. */
export async function hasUnmovedProducts(sql: Handle): Promise<boolean> {
  const [row] = await sql<{ isAny: boolean }[]>`
    select exists (
      select from categories m join product_categories r on r.category_id = m.id where m.merged_at is not null
    ) as is_any`
  return row?.isAny === true
}
