import type { Fragment, Tx } from '../../../db/connect.ts'
import type { TermIds } from './fields.ts'

/** What a product is filed under from now on: the kinds that are left out stay. */
export type TermUpdate = { productId: string } & Partial<TermIds>

/** A JSON array of `TermUpdate` as rows. */
function filedRows(tx: Tx, updates: Fragment): Fragment {
  return tx`
    select "productId" as product_id, "categoryIds" as category_ids, "collectionIds" as collection_ids,
      "tagIds" as tag_ids, "facetValueIds" as facet_value_ids
    from jsonb_to_recordset(${updates}) as u ("productId" uuid, "categoryIds" uuid[], "collectionIds" uuid[],
      "tagIds" uuid[], "facetValueIds" uuid[])`
}

/** Files products under terms that exist, in their order. `updates` is a JSON array of `TermUpdate`. */
export async function insertTerms(tx: Tx, vendorId: string, updates: Fragment): Promise<void> {
  await tx`
    with filed as materialized (${filedRows(tx, updates)}), categories_in as (
      insert into product_categories (product_id, category_id, vendor_id, position)
      select f.product_id, t.id, ${vendorId}, t.n from filed f, unnest(f.category_ids) with ordinality as t (id, n)
    ), collections_in as (
      insert into product_collections (product_id, collection_id, vendor_id, position)
      select f.product_id, t.id, ${vendorId}, t.n from filed f, unnest(f.collection_ids) with ordinality as t (id, n)
    ), tags_in as (
      insert into product_tags (product_id, tag_id, vendor_id, position)
      select f.product_id, t.id, ${vendorId}, t.n from filed f, unnest(f.tag_ids) with ordinality as t (id, n)
    )
    insert into product_facet_values (product_id, facet_value_id, vendor_id, position)
    select f.product_id, t.id, ${vendorId}, t.n from filed f, unnest(f.facet_value_ids) with ordinality as t (id, n)`
}

/** Files products under the categories of an import's items. `rows` as `insertVariants` takes them. */
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

/** Replaces what products are filed under, of the kinds given. `updates` is a JSON array of `TermUpdate`. */
export async function replaceTerms(tx: Tx, vendorId: string, updates: Fragment): Promise<void> {
  await Promise.all([deleteTerms(tx, vendorId, updates), insertTerms(tx, vendorId, updates)])
}

async function deleteTerms(tx: Tx, vendorId: string, updates: Fragment): Promise<void> {
  await tx`
    with filed as materialized (${filedRows(tx, updates)}), categories_out as (
      delete from product_categories t using filed f
      where t.product_id = f.product_id and t.vendor_id = ${vendorId} and f.category_ids is not null
    ), collections_out as (
      delete from product_collections t using filed f
      where t.product_id = f.product_id and t.vendor_id = ${vendorId} and f.collection_ids is not null
    ), tags_out as (
      delete from product_tags t using filed f
      where t.product_id = f.product_id and t.vendor_id = ${vendorId} and f.tag_ids is not null
    )
    delete from product_facet_values t using filed f
    where t.product_id = f.product_id and t.vendor_id = ${vendorId} and f.facet_value_ids is not null`
}

/** Returns those of the ids that exist; they can't be deleted until the transaction ends. */
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
 * Takes all products out of a collection, a tag, a facet value or all values of a facet, which is about to be deleted.
 * Locks it first, so that no product is filed under it until the transaction ends.
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
