import type { Tx } from '../../../db/connect.ts'
import type { Texts } from '../staging/staging.ts'
import { givenFields } from './given-fields.ts'
import { type PlainFields, plainTypes } from './plain-fields.ts'
import type { TermIds } from './write-queries.ts'

const changes = givenFields('p', {
  ...plainTypes,
  name: 'text',
  shortDescription: 'text',
  description: 'text'
})

/** The stored values of a product's plain fields. */
export async function findPlainFields(
  tx: Tx,
  vendorId: string,
  id: string
): Promise<PlainFields | undefined> {
  const [row] = await tx<PlainFields[]>`
    select sku, warranty, page_title, page_description, brand, country_of_origin, manufacturer, lead_time, unspc,
      commodity_code, eccn, free_shipping, ability_one, made_in_usa, green_product, key_features, videos, account_code,
      program_code, resource_code
    from products where vendor_id = ${vendorId} and id = ${id}`
  return row
}

/** Whether another product of the vendor has the SKU. */
export async function isSkuTaken(
  tx: Tx,
  vendorId: string,
  { id, sku }: { id: string; sku: string }
): Promise<boolean> {
  const rows = await tx`select from products where vendor_id = ${vendorId} and sku = ${sku} and id <> ${id}`
  return rows.length > 0
}

/** Whether any product on the platform has the slug. */
export async function isSlugTaken(tx: Tx, slug: string): Promise<boolean> {
  const rows = await tx`select from products where slug = ${slug}`
  return rows.length > 0
}

/** What the product is filed under, in order. */
export async function findTermIds(tx: Tx, vendorId: string, productId: string): Promise<TermIds> {
  const [row] = await tx<TermIds[]>`
    select
      array(select category_id from product_categories
        where vendor_id = ${vendorId} and product_id = ${productId} order by position) as category_ids,
      array(select collection_id from product_collections
        where vendor_id = ${vendorId} and product_id = ${productId} order by position) as collection_ids,
      array(select tag_id from product_tags
        where vendor_id = ${vendorId} and product_id = ${productId} order by position) as tag_ids,
      array(select facet_value_id from product_facet_values
        where vendor_id = ${vendorId} and product_id = ${productId} order by position) as facet_value_ids`
  return row ?? { categoryIds: [], collectionIds: [], tagIds: [], facetValueIds: [] }
}

export type ProductChange = {
  id: string
  /** Just these are set. */
  fields: PlainFields & Partial<Texts>
  /** The slug wanted, a taken one gets a suffix; null leaves the slug as it is. */
  slug: string | null
  /** Whether moderators have to see the change before they decide. */
  raisesVersion: boolean
  /** Whether what was proposed and rejected is forgotten. */
  forgetsProposal: boolean
}

/**
 * Updates a locked product. A SKU taken at the same moment violates `products__sku_vendor_id`, a slug `products__slug`:
 * for the latter ask again.
 */
export async function updateProduct(
  tx: Tx,
  vendorId: string,
  { id, fields, slug, raisesVersion, forgetsProposal }: ProductChange
): Promise<void> {
  await tx`
    update products p set ${tx.unsafe(changes.assignments)},
      slug = case when ${slug}::text is null then p.slug else free_product_slug(${slug}) end,
      moderation_version = p.moderation_version + ${raisesVersion ? 1 : 0}::integer,
      moderation = case when ${forgetsProposal}::boolean and p.moderation ? 'proposed'
        then p.moderation || '{"proposed": null}' else p.moderation end,
      updated_at = now()
    from (select ${tx.json(fields)}::jsonb as given) g
      cross join lateral jsonb_to_record(g.given) as f (${tx.unsafe(changes.record)})
    where p.vendor_id = ${vendorId} and p.id = ${id}`
}

/** Makes the product found by its live name, brand and SKUs as they are now. */
export async function refreshSearch(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`
    update products p set search = product_search(p.vendor_id, p.name, p.sku, p.brand, array(
      select term from variants x cross join lateral unnest(array[x.sku, x.part_number, x.upc]) term
      where x.product_id = p.id and term is not null order by x.position))
    where p.vendor_id = ${vendorId} and p.id = ${id}`
}

/** Takes the product out of what it is filed under: of those kinds that are named. */
export async function deleteTerms(
  tx: Tx,
  vendorId: string,
  { productId, kinds }: { productId: string; kinds: (keyof TermIds)[] }
): Promise<void> {
  const named = (kind: keyof TermIds) => kinds.includes(kind)
  await tx`
    with categories_out as (
      delete from product_categories
      where ${named('categoryIds')} and vendor_id = ${vendorId} and product_id = ${productId}
    ), collections_out as (
      delete from product_collections
      where ${named('collectionIds')} and vendor_id = ${vendorId} and product_id = ${productId}
    ), tags_out as (
      delete from product_tags
      where ${named('tagIds')} and vendor_id = ${vendorId} and product_id = ${productId}
    )
    delete from product_facet_values
    where ${named('facetValueIds')} and vendor_id = ${vendorId} and product_id = ${productId}`
}
