import type { Handle, Tx } from '../../db/connect.ts'
import type { ProductStatus } from '../products/schema.ts'

/** What decisions are made on. */
export type DecidedProduct = {
  id: string
  vendorId: string
  status: ProductStatus
  moderationVersion: number
  /** The fields of the staged edits; null when there are none. */
  revisedFields: string[] | null
  /** Ids in pending_images of the new images among the staged edits. */
  newImages: string[]
}

/**
 * Locks those of the products that exist, and with them their parts, until the transaction ends: in the order of
 * their ids, so that two who decide on the same ones wait for each other and never in a circle.
 */
export function lockProducts(tx: Tx, ids: string[]): Promise<DecidedProduct[]> {
  return tx<DecidedProduct[]>`
    select id, vendor_id, status, moderation_version,
      case when pending_revision is not null then array(select jsonb_object_keys(pending_revision)) end
        as revised_fields,
      array(select (image ->> 'id')::uuid from jsonb_array_elements(pending_revision -> 'images') image
        where (image ->> 'isNew')::boolean) as new_images
    from products where id = any(${ids}::uuid[]) order by id for update`
}

/** The files of new images in the staged edits, where these still have the version named. */
export async function listNewImages(
  sql: Handle,
  revisions: { id: string; version: number }[]
): Promise<{ id: string; path: string }[]> {
  return sql<{ id: string; path: string }[]>`
    select i.id, i.path
    from jsonb_to_recordset(${sql.json(revisions)}) as r (id uuid, version integer)
      join products p on p.id = r.id and p.moderation_version = r.version
      cross join lateral jsonb_array_elements(p.pending_revision -> 'images') image
      join pending_images i on i.id = (image ->> 'id')::uuid and i.product_id = p.id
    where (image ->> 'isNew')::boolean`
}

type NewProductDecision = {
  id: string
  from: string
  to: string
  decision: 'APPROVED' | 'REJECTED'
  reason: string | null
}

/**
 * Decides on new products that are locked and in the state named, and answers the ids of those decided on: of those
 * approved, the ones with a variant. That is looked for here and not under the lock, whose statement saw the variants
 * of before it waited.
 */
export async function decideNewProducts(tx: Tx, decisions: NewProductDecision[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update products p set status = d.to, updated_at = now(),
      moderation = jsonb_build_object('decision', d.decision, 'target', 'PRODUCT', 'reason', d.reason,
        'decidedAt', iso_text(now()::timestamptz(3)), 'proposed', null)
    from jsonb_to_recordset(${tx.json(decisions)}) as d (id uuid, "from" text, "to" text, decision text, reason text)
    where p.id = d.id and p.status = d.from
      and (d.decision <> 'APPROVED' or exists (select from variants x where x.product_id = p.id))
    returning p.id`
  return rows.map(({ id }) => id)
}

/** Makes the staged values of locked products live; their images before that by `replaceImages`. */
export async function approveRevisions(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    update products p set
      name = coalesce(r.revision ->> 'name', p.name),
      short_description = case when r.revision ? 'shortDescription' then r.revision ->> 'shortDescription'
        else p.short_description end,
      description = case when r.revision ? 'description' then r.revision ->> 'description' else p.description end,
      search = case when r.revision ? 'name' then product_search(p.vendor_id, r.revision ->> 'name', p.sku, p.brand,
        array(select term from variants x, unnest(array[x.sku, x.part_number, x.upc]) term
          where x.product_id = p.id and term is not null)) else p.search end,
      pending_revision = null, pending_revision_submitted_at = null, updated_at = now(),
      moderation = jsonb_build_object('decision', 'APPROVED', 'target', 'REVISION', 'reason', null,
        'decidedAt', iso_text(now()::timestamptz(3)), 'proposed', null)
    from (select id, pending_revision as revision from products where id = any(${ids}::uuid[])) r
    where p.id = r.id`
}

/**
 * Makes the proposed sets of images of locked products the live ones: those not in them go, kept ones get what is
 * proposed of them, new ones come in with their public paths. A variant that is gone meanwhile is left out.
 */
export async function replaceImages(
  tx: Tx,
  ids: string[],
  published: { id: string; path: string }[]
): Promise<void> {
  await tx`
    with sets as (
      select id, vendor_id, pending_revision -> 'images' as images from products
      where id = any(${ids}::uuid[]) and pending_revision ? 'images'
    ), proposed as (
      select s.id as product_id, s.vendor_id, e.id, e."isNew" as is_new, x.id as variant_id, e.alt,
        e."sortOrder" as sort_order, e."isPrimary" as is_primary
      from sets s
        cross join lateral jsonb_to_recordset(s.images) as e (id uuid, "isNew" boolean, "variantId" uuid, alt text,
          "sortOrder" integer, "isPrimary" boolean)
        left join variants x on x.id = e."variantId" and x.product_id = s.id
    ), removed as (
      delete from product_images i using sets s
      where i.product_id = s.id and not exists (select from proposed e where e.id = i.id and not e.is_new)
    ), kept as (
      update product_images i
      set variant_id = e.variant_id, alt = e.alt, sort_order = e.sort_order, is_primary = e.is_primary
      from proposed e where i.id = e.id and i.product_id = e.product_id and not e.is_new
    ), taken as (
      delete from pending_images where product_id = any(${ids}::uuid[])
    )
    insert into product_images (id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary)
    select e.id, e.product_id, e.vendor_id, e.variant_id, f.path, e.alt, e.sort_order, e.is_primary
    from proposed e join jsonb_to_recordset(${tx.json(published)}) as f (id uuid, path text) on f.id = e.id
    where e.is_new`
}

/** Takes the staged values of locked products back; `moderation` keeps them for the vendor to read. */
export async function rejectRevisions(
  tx: Tx,
  rejections: { id: string; reason: string | null }[]
): Promise<void> {
  await tx`
    update products p set pending_revision = null, pending_revision_submitted_at = null, updated_at = now(),
      moderation = jsonb_build_object('decision', 'REJECTED', 'target', 'REVISION', 'reason', d.reason,
        'decidedAt', iso_text(now()::timestamptz(3)), 'proposed', p.pending_revision)
    from jsonb_to_recordset(${tx.json(rejections)}) as d (id uuid, reason text)
    where p.id = d.id`
}
