import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { StagedImage } from './fields.ts'
import { imageValues, recordChanges } from './record-queries.ts'

/**
 * An image of a new live set. `path` is the stored file of a new image. It is null for an image that is
 * already in `product_images`.
 */
export type LiveImage = Omit<StagedImage, 'isNew'> & { path: string | null }

/** The complete new set of a product's live images, in display order. */
export type ImageSet = { productId: string; vendorId: string; images: LiveImage[] }

/**
 * Replaces the live images of locked products. Existing images that are not in the new set are deleted. The
 * `variantId` of an image becomes null if the variant no longer exists.
 */
export async function replaceImages(
  tx: Tx,
  { sets, origin }: { sets: ImageSet[]; origin: Origin }
): Promise<void> {
  await tx`
    with given as materialized (
      select * from jsonb_to_recordset(${tx.json(sets)}) as s ("productId" uuid, "vendorId" uuid, images jsonb)
    ), wanted as materialized (
      select s."productId" as product_id, s."vendorId" as vendor_id, i.id, i.path, x.id as variant_id, i.alt,
        i."sortOrder" as sort_order, i."isPrimary" as is_primary
      from given s
        cross join lateral jsonb_to_recordset(s.images) as i (id uuid, path text, "variantId" uuid, alt text,
          "sortOrder" integer, "isPrimary" boolean)
        left join variants x on x.id = i."variantId" and x.product_id = s."productId"
    ), removed as (
      delete from product_images i using given s
      where i.product_id = s."productId" and not exists (select from wanted w where w.id = i.id)
    ), updated as (
      update product_images i
      set variant_id = w.variant_id, alt = w.alt, sort_order = w.sort_order, is_primary = w.is_primary
      from wanted w
      where i.id = w.id and i.product_id = w.product_id and w.path is null
        and (i.variant_id, i.alt, i.sort_order, i.is_primary)
          is distinct from (w.variant_id, w.alt, w.sort_order, w.is_primary)
    ), inserted as (
      insert into product_images (id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary)
      select id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary
      from wanted where path is not null
    ), compared as materialized (
      select p.id, p.vendor_id, ${tx.unsafe(imageValues)} as before, (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'variantId', w.variant_id,
          'url', asset_url('', coalesce(w.path, i.path)), 'alt', w.alt, 'sortOrder', w.sort_order,
          'isPrimary', w.is_primary) order by w.sort_order, w.id), '[]')
        from wanted w left join product_images i on i.id = w.id and i.product_id = w.product_id
        where w.product_id = p.id and coalesce(w.path, i.path) is not null) as after
      from (select "productId" as id, "vendorId" as vendor_id from given) p
    ), change as materialized (
      select vendor_id, id as product_id, null::uuid as variant_id, 'images' as field,
        before as old_value, after as new_value
      from compared where before <> after
    ), ${recordChanges(tx, origin)}
    select`
}

/** A new image that waits for approval. */
export type PendingImage = { id: string; productId: string; file: PendingFile }

/** The storage path of a private file, and a data URI of the file or of a smaller preview. */
export type PendingFile = { path: string; preview: string }

/** Inserts new images of staged edits. If several images share a file, it is sent to PostgreSQL only once. */
export async function insertPendingImages(tx: Tx, vendorId: string, images: PendingImage[]): Promise<void> {
  const files = [...new Set(images.map(({ file }) => file))]
  const rows = images.map(({ id, productId, file }) => ({ id, productId, file: 1 + files.indexOf(file) }))
  await tx`
    insert into pending_images (id, product_id, vendor_id, path, preview)
    select i.id, i."productId", ${vendorId}, f.path, f.preview
    from jsonb_to_recordset(${tx.json(rows)}) as i (id uuid, "productId" uuid, file integer)
      join unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ preview }) => preview)}::text[])
        with ordinality as f (path, preview, n) on f.n = i.file`
}

/**
 * Deletes unused pending images of these products: those that neither the staged edits nor the rejected edits
 * contain.
 */
export async function deleteUnusedPendingImages(tx: Tx, productIds: string[]): Promise<void> {
  await tx`
    delete from pending_images i
    where i.product_id = any(${productIds}::uuid[]) and not exists (
      select from products p,
        lateral (select p.pending_revision -> 'images' as images union all
          select p.moderation #> '{fields,images,proposed}') sets,
        lateral jsonb_array_elements(case when jsonb_typeof(sets.images) = 'array' then sets.images end) image
      where p.id = i.product_id and (image ->> 'id')::uuid = i.id)`
}
