import type { Fragment, Tx } from '../../../db/connect.ts'
import type { TermIds } from './fields.ts'

/** The new categories, collections, tags and facet values of a product. Omitted kinds stay unchanged. */
export type TermUpdate = { productId: string } & Partial<TermIds>

/**
 * For each kind of term: the table that links products to terms of this kind, and the column of this table
 * that contains the term's id.
 */
const tables = {
  categoryIds: { table: 'product_categories', column: 'category_id' },
  collectionIds: { table: 'product_collections', column: 'collection_id' },
  tagIds: { table: 'product_tags', column: 'tag_id' },
  facetValueIds: { table: 'product_facet_values', column: 'facet_value_id' }
}

/** `updates` is a JSON array of `TermUpdate`. `kinds` are all kinds that occur in it. */
type TermUpdates = { updates: Fragment; kinds: (keyof TermIds)[] }

/**
 * Calls `statementOf` for each kind of term. Combines the returned statements into a single statement, by
 * common table expressions, and runs it.
 */
async function forKinds(
  tx: Tx,
  { updates, kinds }: TermUpdates,
  statementOf: (kind: { ids: string; table: string; column: string }) => Fragment
): Promise<void> {
  const columns = kinds.map((kind) => `"${kind}" uuid[]`).join(', ')
  const statements = kinds.map((kind) => statementOf({ ids: `u."${kind}"`, ...tables[kind] }))
  const [last, ...others] = statements.reverse()
  if (!last) return
  const parts = others.reduce((all, one, n) => tx`${all}, ${tx.unsafe(`part_${n}`)} as (${one})`, tx``)
  await tx`
    with term_update as materialized (
      select * from jsonb_to_recordset(${updates}) as u ("productId" uuid, ${tx.unsafe(columns)})
    ) ${parts}
    ${last}`
}

/**
 * Assigns existing categories, collections, tags and facet values to products. Their display order is the
 * order of the ids in the updates.
 */
export function insertTerms(tx: Tx, vendorId: string, updates: TermUpdates): Promise<void> {
  return forKinds(
    tx,
    updates,
    ({ ids, table, column }) => tx`
      insert into ${tx.unsafe(table)} (product_id, ${tx.unsafe(column)}, vendor_id, position)
      select u."productId", t.id, ${vendorId}, t.n
      from term_update u cross join lateral unnest(${tx.unsafe(ids)}) with ordinality as t (id, n)`
  )
}

/**
 * Assigns the categories of import items to the products that were created from these items. `rows` is the
 * same table expression as in `insertVariants`.
 */
export async function insertItemCategories(tx: Tx, vendorId: string, rows: Fragment): Promise<void> {
  await tx`
    insert into product_categories (product_id, category_id, vendor_id, position)
    select i.product_id, t.id, ${vendorId}, t.n
    from ${rows} c
      cross join lateral rows from (
        jsonb_to_recordset(c.items) as ("categoryIds" uuid[]), unnest(c.product_ids)
      ) as i (category_ids, product_id)
      cross join lateral unnest(i.category_ids) with ordinality as t (id, n)
    where i.product_id is not null`
}

/**
 * Replaces the categories, collections, tags and facet values of products. Kinds that an update omits stay
 * unchanged.
 */
export async function replaceTerms(tx: Tx, vendorId: string, updates: TermUpdates): Promise<void> {
  await Promise.all([deleteTerms(tx, vendorId, updates), insertTerms(tx, vendorId, updates)])
}

function deleteTerms(tx: Tx, vendorId: string, updates: TermUpdates): Promise<void> {
  return forKinds(
    tx,
    updates,
    ({ ids, table }) => tx`
      delete from ${tx.unsafe(table)} t using term_update u
      where t.product_id = u."productId" and t.vendor_id = ${vendorId} and ${tx.unsafe(ids)} is not null`
  )
}

/** Returns the names of the lists of ids that occur in the updates, such as `tagIds`. */
export function kindsOf(updates: Partial<TermIds>[]): (keyof TermIds)[] {
  const kinds = Object.keys(tables) as (keyof TermIds)[]
  return kinds.filter((kind) => updates.some((update) => update[kind] !== undefined))
}

/**
 * Returns the ids that exist, by kind. The categories, collections, tags and facet values with these ids
 * can't be deleted until the transaction ends.
 */
export async function lockTerms(tx: Tx, ids: TermIds): Promise<TermIds> {
  const [known] = await tx<TermIds[]>`
    with c as (select id from categories where id = any(${ids.categoryIds}::uuid[]) order by id for key share),
      o as (select id from collections where id = any(${ids.collectionIds}::uuid[]) order by id for key share),
      t as (select id from tags where id = any(${ids.tagIds}::uuid[]) order by id for key share),
      f as (select id from facet_values where id = any(${ids.facetValueIds}::uuid[]) order by id for key share)
    select array(select id from c) as category_ids, array(select id from o) as collection_ids,
      array(select id from t) as tag_ids, array(select id from f) as facet_value_ids`
  return known ?? { categoryIds: [], collectionIds: [], tagIds: [], facetValueIds: [] }
}

/**
 * Removes a collection, a tag, a facet value or all values of a facet from all products. Call this function
 * before you delete the row of the collection, tag, facet value or facet. It first locks this row, so that
 * other transactions can't assign it to a product until this transaction ends.
 */
export async function detachTerms(
  tx: Tx,
  table: 'collections' | 'tags' | 'facets' | 'facet_values',
  id: string
): Promise<void> {
  await tx`select from ${tx(table)} where id = ${id} for update`
  if (table === 'collections') await tx`delete from product_collections where collection_id = ${id}`
  else if (table === 'tags') await tx`delete from product_tags where tag_id = ${id}`
  else {
    const values = await tx<{ id: string }[]>`
      select id from facet_values where ${table === 'facets' ? tx`facet_id` : tx`id`} = ${id} order by id for update`
    await tx`delete from product_facet_values where facet_value_id = any(${values.map((value) => value.id)}::uuid[])`
  }
}
