import type { Fragment, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { forTermKinds, type TermIds, termKinds, termTables } from '../fields/terms.ts'
import { recordAndWatch, recordChanges } from './record-queries.ts'

/** The new categories, collections, tags and facet values of a product. Omitted kinds stay unchanged. */
export type TermUpdate = { productId: string } & Partial<TermIds>

/** `updates` is a JSON array of `TermUpdate`. `kinds` are all kinds that occur in it. */
type TermUpdates = { updates: Fragment; kinds: (keyof TermIds)[] }

type Kind = { kind: keyof TermIds; ids: string; table: string; column: string }

/**
 * Calls `statementOf` for each kind of term. Combines the returned statements and the common table
 * expressions `last` into a single statement, and runs it.
 */
async function forKinds(
  tx: Tx,
  { updates, kinds }: TermUpdates,
  statementOf: (kind: Kind) => Fragment,
  last: Fragment = tx``
): Promise<void> {
  if (kinds.length === 0) return
  const columns = kinds.map((kind) => `"${kind}" uuid[]`).join(', ')
  const statements = kinds.map((kind) => statementOf(kindOf(kind)))
  const parts = statements.reduce((all, one, n) => tx`${all}, ${tx.unsafe(`part_${n}`)} as (${one})`, tx``)
  await tx`
    with term_update as materialized (
      select * from jsonb_to_recordset(${updates}) as u ("productId" uuid, ${tx.unsafe(columns)})
    ) ${parts} ${last}
    select`
}

function kindOf(kind: keyof TermIds): Kind {
  return { kind, ids: `u."${kind}"`, ...termTables[kind] }
}

/**
 * Assigns existing categories, collections, tags and facet values to products. Their display order is the
 * order of the ids in the updates. A facet value that follows from an attribute of the product isn't assigned in addition:
 * clients send back all facet values that they have read, and the value should go when the attribute changes.
 */
export function insertTerms(tx: Tx, vendorId: string, updates: TermUpdates): Promise<void> {
  return forKinds(
    tx,
    updates,
    ({ kind, ids, table, column }) => tx`
      insert into ${tx.unsafe(table)} (product_id, ${tx.unsafe(column)}, vendor_id, position)
      select u."productId", t.id, ${vendorId}, t.n
      from term_update u cross join lateral unnest(${tx.unsafe(ids)}) with ordinality as t (id, n)
      ${kind === 'facetValueIds' ? tx`on conflict (product_id, facet_value_id) do nothing` : tx``}`
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
export async function replaceTerms(
  tx: Tx,
  vendorId: string,
  { origin, ...updates }: TermUpdates & { origin: Origin }
): Promise<void> {
  await Promise.all([deleteTerms(tx, vendorId, { ...updates, origin }), insertTerms(tx, vendorId, updates)])
}

/** Removes the terms that an update replaces, and records the old and the new lists that differ. */
function deleteTerms(
  tx: Tx,
  vendorId: string,
  { updates, kinds, origin }: TermUpdates & { origin: Origin }
): Promise<void> {
  const lists = kinds.map(kindOf).map(
    ({ kind, ids, table, column }) => tx`
      select u."productId" as product_id, ${kind} as field, to_jsonb(array(
          select ${tx.unsafe(column)} from ${tx.unsafe(table)} t
          where t.product_id = u."productId" and t.vendor_id = ${vendorId} order by position)) as old_value,
        to_jsonb(${tx.unsafe(ids)} ${kind === 'facetValueIds' ? derivedValues(tx, vendorId) : tx``}) as new_value
      from term_update u where ${tx.unsafe(ids)} is not null`
  )
  const released = kinds.includes('facetValueIds') ? tx`, ${unassignDerivedValues(tx, vendorId)}` : tx``
  return forKinds(
    tx,
    { updates, kinds },
    ({ kind, ids, table }) => tx`
      delete from ${tx.unsafe(table)} t using term_update u
      where t.product_id = u."productId" and t.vendor_id = ${vendorId} and ${tx.unsafe(ids)} is not null
        ${kind === 'facetValueIds' ? tx`and not t.from_attributes` : tx``}`,
    tx`${released}, change as materialized (
      select ${vendorId}::uuid as vendor_id, product_id, null::uuid as variant_id, field, old_value, new_value
      from (${lists.reduce((all, one) => tx`${all} union all ${one}`)}) list where old_value <> new_value
    ), ${recordAndWatch(tx, origin)}`
  )
}

/** SQL that appends to the new facet values of an update `u` those that follow from attributes, unless they are listed. */
function derivedValues(tx: Tx, vendorId: string): Fragment {
  return tx`|| array(
    select t.facet_value_id from product_facet_values t
    where t.product_id = u."productId" and t.vendor_id = ${vendorId} and t.from_attributes
      and t.facet_value_id <> all(u."facetValueIds") order by t.position)`
}

/** A common table expression that lets facet values which follow from attributes be only that, unless they are sent. */
function unassignDerivedValues(tx: Tx, vendorId: string): Fragment {
  return tx`unassigned as (
      update product_facet_values t set is_assigned = false from term_update u
      where t.product_id = u."productId" and t.vendor_id = ${vendorId} and t.from_attributes and t.is_assigned
        and t.facet_value_id <> all(u."facetValueIds")
    )`
}

/** Returns the names of the lists of ids that occur in the updates, such as `tagIds`. */
export function kindsOf(updates: Partial<TermIds>[]): (keyof TermIds)[] {
  return termKinds.filter((kind) => updates.some((update) => update[kind] !== undefined))
}

/**
 * Returns the ids that exist, by kind. The categories, collections, tags and facet values with these ids
 * can't be deleted until the transaction ends.
 */
export async function lockTerms(tx: Tx, ids: TermIds): Promise<TermIds> {
  const [locked] = await tx<TermIds[]>`
    with c as (select id from categories where id = any(${ids.categoryIds}::uuid[]) order by id for key share),
      o as (select id from collections where id = any(${ids.collectionIds}::uuid[]) order by id for key share),
      t as (select id from tags where id = any(${ids.tagIds}::uuid[]) order by id for key share),
      f as (select id from facet_values where id = any(${ids.facetValueIds}::uuid[]) order by id for key share)
    select array(select id from c) as category_ids, array(select id from o) as collection_ids,
      array(select id from t) as tag_ids, array(select id from f) as facet_value_ids`
  return locked ?? forTermKinds(() => [])
}

/**
 * Removes a collection, a tag, a facet value or all values of a facet from all products. Call this function
 * before you delete the row of the collection, tag, facet value or facet. It first locks this row, so that
 * other transactions can't assign it to a product until this transaction ends.
 */
export async function detachTerms(
  tx: Tx,
  table: 'collections' | 'tags' | 'facets' | 'facet_values',
  { id, origin }: { id: string; origin: Origin }
): Promise<void> {
  await tx`select from ${tx(table)} where id = ${id} for update`
  if (table === 'collections') await detach(tx, 'collectionIds', { ids: [id], origin })
  else if (table === 'tags') await detach(tx, 'tagIds', { ids: [id], origin })
  else {
    const values = await tx<{ id: string }[]>`
      select id from facet_values where ${table === 'facets' ? tx`facet_id` : tx`id`} = ${id} order by id for update`
    await detach(tx, 'facetValueIds', { ids: values.map((value) => value.id), origin })
  }
}

/**
 * Removes locked terms from all products, and records the old and the new lists. The products are locked
 * first, so that no other change of their lists is made between reading and deleting.
 */
async function detach(
  tx: Tx,
  kind: keyof TermIds,
  { ids, origin }: { ids: string[]; origin: Origin }
): Promise<void> {
  const table = tx.unsafe(termTables[kind].table)
  const column = tx.unsafe(termTables[kind].column)
  await tx`
    select from products where id in (select product_id from ${table} where ${column} = any(${ids}::uuid[]))
    order by id for no key update`
  await tx`
    with deleted as (
      delete from ${table} where ${column} = any(${ids}::uuid[]) returning product_id, vendor_id
    ), change as materialized (
      select d.vendor_id, d.product_id, null::uuid as variant_id, ${kind} as field,
        to_jsonb(array(select ${column} from ${table} t
          where t.product_id = d.product_id order by position)) as old_value,
        to_jsonb(array(select ${column} from ${table} t
          where t.product_id = d.product_id and ${column} <> all(${ids}::uuid[]) order by position)) as new_value
      from (select distinct product_id, vendor_id from deleted) d
    ), ${recordAndWatch(tx, origin)}
    select`
}

/** Replaces a term of products by another one of the same kind, in at most `limit` products. Null stands for all products. */
type TermReplacement = { id: string; intoId: string; limit: number | null; origin: Origin }

/**
 * Gives products another term in place of one that they have, at the same position in their lists, and records the old and
 * the new lists. A product that already has the other term only loses the first. Returns the ids of the products, which
 * stay locked. The changes aren't changes of watched fields, because the operator makes them.
 */
export async function replaceTerm(
  tx: Tx,
  kind: keyof TermIds,
  { id, intoId, limit, origin }: TermReplacement
): Promise<string[]> {
  const table = tx.unsafe(termTables[kind].table)
  const column = tx.unsafe(termTables[kind].column)
  const locked = await tx<{ id: string }[]>`
    select id from products where id in (
      select product_id from ${table} where ${column} = ${id} order by product_id limit ${limit}::bigint)
    order by id for no key update`
  const productIds = locked.map((product) => product.id)
  // A facet value that followed from an attribute is now assigned as well.
  const assigned =
    kind === 'facetValueIds'
      ? tx`assigned as (
          update product_facet_values t set is_assigned = true from listed l
          where t.product_id = l.product_id and t.facet_value_id = ${intoId} and not t.is_assigned
        ), `
      : tx``
  await tx`
    with listed as materialized (
      select r.product_id, r.vendor_id, exists (
        select from ${table} i where i.product_id = r.product_id and i.${column} = ${intoId}) as has_both
      from ${table} r where r.${column} = ${id} and r.product_id = any(${productIds}::uuid[])
    ), replaced as (
      update ${table} t set ${column} = ${intoId} from listed l
      where t.product_id = l.product_id and t.${column} = ${id} and not l.has_both
    ), removed as (
      delete from ${table} t using listed l
      where t.product_id = l.product_id and t.${column} = ${id} and l.has_both
    ), ${assigned} change as materialized (
      select l.vendor_id, l.product_id, null::uuid as variant_id, ${kind} as field,
        to_jsonb(array(select t.${column} from ${table} t
          where t.product_id = l.product_id order by t.position)) as old_value,
        to_jsonb(array(select case when t.${column} = ${id} then ${intoId}::uuid else t.${column} end from ${table} t
          where t.product_id = l.product_id and not (l.has_both and t.${column} = ${id})
          order by t.position)) as new_value
      from listed l
    ), ${recordChanges(tx, origin)}
    select`
  return productIds
}
