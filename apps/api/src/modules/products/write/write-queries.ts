import type { Tx } from '../../../db/connect.ts'
import type { NewProduct } from '../product-input.ts'

/** The product's own fields; those left out have their defaults. */
export type ProductFields = Omit<NewProduct, 'variants' | 'documents' | keyof TermIds | 'price'> & {
  /** The slug wanted: a taken one gets a suffix. */
  slug: string
}

/** What a product is filed under, in order. */
export type TermIds = {
  categoryIds: string[]
  collectionIds: string[]
  tagIds: string[]
  facetValueIds: string[]
}

/**
 * Inserts a product; false when the vendor has another one with its SKU. `terms` are its variants' SKUs, part
 * numbers and UPCs, to search by. A slug taken at the same moment violates `products__slug`: ask again.
 */
export async function insertProduct(
  tx: Tx,
  vendorId: string,
  { id, fields, terms }: { id: string; fields: ProductFields; terms: string[] }
): Promise<boolean> {
  const { count } = await tx`
    insert into products (id, vendor_id, sku, slug, name, short_description, description, warranty, page_title,
      page_description, brand, country_of_origin, manufacturer, lead_time, unspc, commodity_code, eccn, free_shipping,
      ability_one, made_in_usa, green_product, key_features, videos, account_code, program_code, resource_code, search)
    select ${id}, ${vendorId}, f.sku, free_product_slug(f.slug), f.name, f."shortDescription", f.description, f.warranty,
      f."pageTitle", f."pageDescription", f.brand, f."countryOfOrigin", f.manufacturer, f."leadTime", f.unspc,
      f."commodityCode", f.eccn, coalesce(f."freeShipping", false), coalesce(f."abilityOne", false),
      coalesce(f."madeInUsa", false), coalesce(f."greenProduct", false), coalesce(f."keyFeatures", '{}'), f.videos,
      f."accountCode", f."programCode", f."resourceCode",
      product_search(${vendorId}, f.name, f.sku, f.brand, ${terms}::text[])
    from jsonb_to_record(${tx.json(fields)}) as f (sku text, slug text, name text, "shortDescription" text,
      description text, warranty text, "pageTitle" text, "pageDescription" text, brand text, "countryOfOrigin" text,
      manufacturer text, "leadTime" integer, unspc text, "commodityCode" text, eccn text, "freeShipping" boolean,
      "abilityOne" boolean, "madeInUsa" boolean, "greenProduct" boolean, "keyFeatures" text[], videos jsonb,
      "accountCode" text, "programCode" text, "resourceCode" text)
    on conflict on constraint products__sku_vendor_id do nothing`
  return count === 1
}

/** Files a product under categories, collections, tags and facet values that exist. */
export async function insertTerms(
  tx: Tx,
  vendorId: string,
  { productId, ids }: { productId: string; ids: TermIds }
): Promise<void> {
  await tx`
    with categories_in as (
      insert into product_categories (product_id, category_id, vendor_id, position)
      select ${productId}, id, ${vendorId}, position
      from unnest(${ids.categoryIds}::uuid[]) with ordinality as t (id, position)
    ), collections_in as (
      insert into product_collections (product_id, collection_id, vendor_id, position)
      select ${productId}, id, ${vendorId}, position
      from unnest(${ids.collectionIds}::uuid[]) with ordinality as t (id, position)
    ), tags_in as (
      insert into product_tags (product_id, tag_id, vendor_id, position)
      select ${productId}, id, ${vendorId}, position
      from unnest(${ids.tagIds}::uuid[]) with ordinality as t (id, position)
    )
    insert into product_facet_values (product_id, facet_value_id, vendor_id, position)
    select ${productId}, id, ${vendorId}, position
    from unnest(${ids.facetValueIds}::uuid[]) with ordinality as t (id, position)`
}

/** Those of the ids that exist, which cannot be deleted until the transaction ends. */
export async function lockTerms(tx: Tx, ids: TermIds): Promise<TermIds> {
  const [known] = await tx<TermIds[]>`
    with c as (select id from categories where id = any(${ids.categoryIds}::uuid[]) for key share),
      o as (select id from collections where id = any(${ids.collectionIds}::uuid[]) for key share),
      t as (select id from tags where id = any(${ids.tagIds}::uuid[]) for key share),
      f as (select id from facet_values where id = any(${ids.facetValueIds}::uuid[]) for key share)
    select array(select id from c) as category_ids, array(select id from o) as collection_ids,
      array(select id from t) as tag_ids, array(select id from f) as facet_value_ids`
  return known ?? { categoryIds: [], collectionIds: [], tagIds: [], facetValueIds: [] }
}

/** Locks the product until the transaction ends; undefined when the vendor has none with this id. */
export async function lockProduct(
  tx: Tx,
  vendorId: string,
  id: string
): Promise<{ sku: string } | undefined> {
  const [row] = await tx<{ sku: string }[]>`
    select sku from products where vendor_id = ${vendorId} and id = ${id} for update`
  return row
}

/** Deletes the product with all that belongs to it. */
export async function deleteProduct(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`delete from products where vendor_id = ${vendorId} and id = ${id}`
}
