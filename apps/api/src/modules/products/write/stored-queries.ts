import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import type { Product } from '../schema.ts'
import {
  forTermKinds,
  type PlainFields,
  type ProductFields,
  type StagedImage,
  type StoredRevision,
  type TermIds,
  type Texts,
  termTables
} from './fields.ts'
import type { StoredVariant } from './variant-queries.ts'

/**
 * A locked product, with the columns that are needed for a moderator's decision and for changes of the
 * product's parts.
 */
export type LockedProduct = {
  id: string
  vendorId: string
  sku: string
  status: Product['status']
  moderationVersion: number
  /** The fields that have staged edits. Null if there are no staged edits. */
  revisedFields: string[] | null
  /** The staged images. Null if no images are staged. */
  stagedImages: StagedImage[] | null
}

/**
 * Locks products and returns those that exist. By convention, the lock also protects a product's parts, such
 * as its images and documents. Products are locked in the order of their ids, so that concurrent transactions
 * can't deadlock. Without `vendorId`, the products may belong to any vendor.
 */
export async function lockProducts(
  tx: Tx,
  vendorId: string | undefined,
  ids: string[]
): Promise<LockedProduct[]> {
  return await tx<LockedProduct[]>`
    select id, vendor_id, sku, status, moderation_version, pending_revision -> 'images' as staged_images,
      case when pending_revision is not null then array(select jsonb_object_keys(pending_revision)) end
        as revised_fields
    from products
    where id = any(${ids}::uuid[]) ${vendorId === undefined ? tx`` : tx`and vendor_id = ${vendorId}`}
    order by id for update`
}

/**
 * Locks one product. Returns undefined if it doesn't exist or, with `vendorId`, if it belongs to another
 * vendor.
 */
export async function lockProduct(
  tx: Tx,
  vendorId: string | undefined,
  id: string
): Promise<LockedProduct | undefined> {
  const [product] = await lockProducts(tx, vendorId, [id])
  return product
}

/** A locked product with the stored values of its own fields. New values are compared with these values. */
export type StoredProduct = Texts &
  PlainFields &
  Required<Pick<ProductFields, 'metadata'>> & {
    id: string
    vendorId: string
    sku: string
    slug: string
    status: Product['status']
    pendingRevision: StoredRevision | null
  }

/** Locks products like `lockProducts`, and returns the stored values of their own fields. */
export async function lockStoredProducts(tx: Tx, vendorId: string, ids: string[]): Promise<StoredProduct[]> {
  return await tx<StoredProduct[]>`
    select id, vendor_id, sku, slug, status, name, short_description, description, pending_revision, metadata, warranty,
      page_title, page_description, brand, country_of_origin, manufacturer, lead_time, unspc, commodity_code, eccn,
      free_shipping, ability_one, made_in_usa, green_product, key_features, videos, account_code, program_code,
      resource_code
    from products where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) order by id for update`
}

/**
 * Returns the ids of the given products that have at least one variant. A product without variants can't be
 * sold.
 */
export async function listSellable(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select p.id from products p
    where p.id = any(${ids}::uuid[]) and exists (select from variants x where x.product_id = p.id)`
  return new Set(rows.map(({ id }) => id))
}

/** Returns the id of the vendor's product that has the SKU, other than the product `id`, or undefined. */
export async function findOtherWithSku(
  handle: Handle,
  vendorId: string,
  { id, sku }: { id: string; sku: string }
): Promise<string | undefined> {
  const [row] = await handle<{ id: string }[]>`
    select id from products where vendor_id = ${vendorId} and sku = ${sku} and id <> ${id}`
  return row?.id
}

/**
 * Returns SQL for the `TermIds` of a product of the vendor, as JSON. Each list is in display order.
 */
export function termIdLists(tx: Tx, vendorId: string, productId: Fragment): Fragment {
  const list = (kind: keyof TermIds) => {
    const { table, column } = termTables[kind]
    return tx`array(
      select t.${tx(column)} from ${tx(table)} t
      where t.product_id = ${productId} and t.vendor_id = ${vendorId} order by t.position)`
  }
  return tx`json_build_object(
    'categoryIds', ${list('categoryIds')}, 'collectionIds', ${list('collectionIds')},
    'tagIds', ${list('tagIds')}, 'facetValueIds', ${list('facetValueIds')})`
}

/**
 * Returns the ids of a product's categories, collections, tags and facet values, each list in display order.
 */
export async function findTermIds(tx: Tx, vendorId: string, productId: string): Promise<TermIds> {
  const [row] = await tx<{ terms: TermIds }[]>`
    select ${termIdLists(tx, vendorId, tx`${productId}::uuid`)} as terms`
  return row?.terms ?? forTermKinds(() => [])
}

/**
 * The parts of a product that an import can change. `variant` is the variant with the same SKU as the
 * product, or else the first variant. It is null if the product has no variants.
 */
export type StoredParts = {
  productId: string
  variantCount: number
  variant: Pick<
    StoredVariant,
    'id' | 'sku' | 'upc' | 'unitOfMeasure' | 'partNumber' | 'vendorPrice' | 'stockOnHand' | 'unspc'
  > | null
  categoryIds: string[]
}

/** Returns the parts of locked products that an import can change. */
export async function listParts(
  tx: Tx,
  vendorId: string,
  products: { id: string; sku: string }[]
): Promise<StoredParts[]> {
  return await tx<StoredParts[]>`
    select p.id as product_id, coalesce(v.count, 0)::int as variant_count, v.variant,
      array(select category_id from product_categories c
        where c.product_id = p.id and c.vendor_id = ${vendorId} order by c.position) as category_ids
    from unnest(${products.map(({ id }) => id)}::uuid[], ${products.map(({ sku }) => sku)}::text[]) as p (id, sku)
      left join lateral (
        select count(*) over () as count, json_build_object('id', x.id, 'sku', x.sku, 'upc', x.upc,
          'unitOfMeasure', x.unit_of_measure, 'partNumber', x.part_number,
          'vendorPrice', trim_scale(x.vendor_price)::text, 'stockOnHand', x.stock_on_hand,
          'unspc', x.unspc) as variant
        from variants x where x.product_id = p.id and x.vendor_id = ${vendorId}
        order by (x.sku = p.sku) desc, x.position limit 1
      ) v on true`
}
