import type postgres from 'postgres'
import type { Tx } from '../../../db/connect.ts'
import type { Texts } from '../../products/staging/staging.ts'
import { givenFields } from '../../products/write/given-fields.ts'
import { type PlainFields, plainTypes } from '../../products/write/plain-fields.ts'
import type { LockedProduct, StoredRevision } from '../../products/write/revision-queries.ts'
import type { ChangedVariant, StoredVariant } from '../../products/write/variant-queries.ts'
import type { PreparedItem } from '../receive/prepared-item.ts'
import type { Chunk } from './chunk-queries.ts'

/** An item without faults. */
export type WholeItem = Exclude<PreparedItem, { errors: unknown }>

type Metadata = Record<string, postgres.JSONValue>

export type StoredProduct = LockedProduct & PlainFields & { metadata: Metadata }

/** A product's parts that an item may change. `variant` is the one with the product's SKU, else the first. */
export type StoredParts = {
  productId: string
  variantCount: number
  variant: Pick<
    StoredVariant,
    'id' | 'sku' | 'upc' | 'unitOfMeasure' | 'partNumber' | 'vendorPrice' | 'stockOnHand' | 'attributes'
  > | null
  categoryIds: string[]
}

/** Just the given fields are set. */
export type ChangedProduct = { id: string } & PlainFields &
  Partial<Texts> & {
    metadata?: Metadata
    /** Null takes away what is staged. */
    pendingRevision?: StoredRevision | null
    /** How far the version that moderators decide on rises. */
    versions: number
    /** Whether what was proposed and rejected is forgotten. */
    forgets: boolean
  }

const productChanges = givenFields('p', {
  ...plainTypes,
  name: 'text',
  shortDescription: 'text',
  description: 'text',
  metadata: 'jsonb',
  pendingRevision: 'jsonb'
})

const variantChanges = givenFields('v', {
  upc: 'text',
  unitOfMeasure: 'text',
  partNumber: 'text',
  vendorPrice: 'numeric',
  stockOnHand: 'integer',
  attributes: 'jsonb'
})

/** Some items of a chunk, whole. */
export function listWholeItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, places }: Chunk & { places: number[] }
): Promise<{ place: number; item: WholeItem }[]> {
  return tx<{ place: number; item: WholeItem }[]>`
    select c.first_index - ${firstIndex}::int + i.n::int - 1 as place, i.item
    from import_chunks c cross join lateral jsonb_array_elements(c.prepared) with ordinality as i (item, n)
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and c.first_index - ${firstIndex}::int + i.n - 1 = any(${places}::int[])`
}

/** Locks the products, and with them their parts, in the order of their ids; those that are there, as they are now. */
export function lockProducts(tx: Tx, vendorId: string, ids: string[]): Promise<StoredProduct[]> {
  return tx<StoredProduct[]>`
    select id, vendor_id, sku, slug, status, name, short_description, description, pending_revision, moderation_version,
      brand, country_of_origin, manufacturer, unspc, commodity_code, eccn, metadata
    from products where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) order by id for update`
}

/** The parts of locked products. */
export function listParts(
  tx: Tx,
  vendorId: string,
  products: { id: string; sku: string }[]
): Promise<StoredParts[]> {
  return tx<StoredParts[]>`
    select p.id as product_id, coalesce(v.count, 0)::int as variant_count, v.variant,
      array(select category_id from product_categories c
        where c.product_id = p.id and c.vendor_id = ${vendorId} order by c.position) as category_ids
    from unnest(${products.map(({ id }) => id)}::uuid[], ${products.map(({ sku }) => sku)}::text[]) as p (id, sku)
      left join lateral (
        select count(*) over () as count, json_build_object('id', x.id, 'sku', x.sku, 'upc', x.upc,
          'unitOfMeasure', x.unit_of_measure, 'partNumber', x.part_number,
          'vendorPrice', trim_scale(x.vendor_price)::text, 'stockOnHand', x.stock_on_hand,
          'attributes', x.attributes) as variant
        from variants x where x.product_id = p.id and x.vendor_id = ${vendorId}
        order by (x.sku = p.sku) desc, x.position limit 1
      ) v on true`
}

/** Changes locked products, as `updateProduct` and `storeRevision` of the products do one. */
export async function updateProducts(tx: Tx, vendorId: string, products: ChangedProduct[]): Promise<void> {
  await tx`
    update products p set ${tx.unsafe(productChanges.assignments)},
      pending_revision_submitted_at = case when not g.given ? 'pendingRevision' then p.pending_revision_submitted_at
        when f."pendingRevision" is not null then now() end,
      moderation_version = p.moderation_version + f.versions,
      moderation = case when f.forgets and p.moderation ? 'proposed'
        then p.moderation || '{"proposed": null}' else p.moderation end,
      updated_at = now()
    from jsonb_array_elements(${tx.json(products)}) as g (given)
      cross join lateral jsonb_to_record(g.given)
        as f (id uuid, versions integer, forgets boolean, ${tx.unsafe(productChanges.record)})
    where p.vendor_id = ${vendorId} and p.id = f.id`
}

/** Changes variants of locked products; what orders have reserved stays. */
export async function updateProductVariants(
  tx: Tx,
  vendorId: string,
  variants: ChangedVariant[]
): Promise<void> {
  await tx`
    update variants v set ${tx.unsafe(variantChanges.assignments)}, updated_at = now()
    from jsonb_array_elements(${tx.json(variants)}) as g (given)
      cross join lateral jsonb_to_record(g.given) as f (id uuid, ${tx.unsafe(variantChanges.record)})
    where v.vendor_id = ${vendorId} and v.id = f.id`
}

export async function deleteCategories(tx: Tx, vendorId: string, productIds: string[]): Promise<void> {
  await tx`
    delete from product_categories where vendor_id = ${vendorId} and product_id = any(${productIds}::uuid[])`
}

/** Makes products found by their live names, brands and SKUs as they are now. */
export async function refreshSearches(tx: Tx, vendorId: string, ids: string[]): Promise<void> {
  await tx`
    update products p set search = product_search(p.vendor_id, p.name, p.sku, p.brand, array(
      select term from variants x cross join lateral unnest(array[x.sku, x.part_number, x.upc]) term
      where x.product_id = p.id and term is not null order by x.position))
    where p.vendor_id = ${vendorId} and p.id = any(${ids}::uuid[])`
}

/** Forgets new images that neither the staged edits nor the rejected ones of these products name any more. */
export async function deleteUnusedImages(tx: Tx, vendorId: string, productIds: string[]): Promise<void> {
  await tx`
    delete from pending_images i
    where i.vendor_id = ${vendorId} and i.product_id = any(${productIds}::uuid[]) and not exists (
      select from products p,
        lateral (select p.pending_revision -> 'images' as images union all
          select p.moderation -> 'proposed' -> 'images') sets,
        lateral jsonb_array_elements(case when jsonb_typeof(sets.images) = 'array' then sets.images end) image
      where p.id = i.product_id and (image ->> 'id')::uuid = i.id)`
}
