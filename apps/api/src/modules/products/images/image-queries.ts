import type { Handle, Tx } from '../../../db/connect.ts'
import type { ProductStatus } from '../schema.ts'
import type { StagedImage } from '../write/revision-queries.ts'

/** What a change of a product's images is made on. */
export type ImageSets = {
  status: ProductStatus
  live: StagedImage[]
  /** The proposed set; null while no images are staged. */
  staged: StagedImage[] | null
  variantIds: string[]
}

/** Whether the vendor has a product with this id. */
export async function hasProduct(sql: Handle, vendorId: string, id: string): Promise<boolean> {
  const rows = await sql`select from products where vendor_id = ${vendorId} and id = ${id}`
  return rows.length > 0
}

/** The live and the proposed images of a product, in their order; undefined when the vendor has none with this id. */
export async function findImageSets(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<ImageSets | undefined> {
  const [row] = await sql<ImageSets[]>`
    select p.status, (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'isNew', false, 'variantId', i.variant_id,
          'alt', i.alt, 'sortOrder', i.sort_order, 'isPrimary', i.is_primary) order by i.sort_order, i.id), '[]')
        from product_images i where i.product_id = p.id) as live,
      p.pending_revision -> 'images' as staged,
      array(select x.id from variants x where x.product_id = p.id) as variant_ids
    from products p where p.vendor_id = ${vendorId} and p.id = ${id}`
  return row
}

/** An image of the live set; `path` where its file is new, null where the row is there already. */
export type LiveImage = StagedImage & { path: string | null }

/** Makes the images the live ones of a locked product: those not named go. A version that no moderator has seen. */
export async function replaceLiveImages(
  tx: Tx,
  vendorId: string,
  { id, images }: { id: string; images: LiveImage[] }
): Promise<void> {
  await tx`
    with wanted as (
      select * from jsonb_to_recordset(${tx.json(images)}) as f (id uuid, path text, "variantId" uuid, alt text,
        "sortOrder" integer, "isPrimary" boolean)
    ), gone as (
      delete from product_images i
      where i.vendor_id = ${vendorId} and i.product_id = ${id} and i.id not in (select id from wanted)
    ), kept as (
      update product_images i
      set variant_id = w."variantId", alt = w.alt, sort_order = w."sortOrder", is_primary = w."isPrimary"
      from wanted w
      where i.vendor_id = ${vendorId} and i.product_id = ${id} and i.id = w.id and w.path is null
    ), added as (
      insert into product_images (id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary)
      select w.id, ${id}, ${vendorId}, w."variantId", w.path, w.alt, w."sortOrder", w."isPrimary"
      from wanted w where w.path is not null
    )
    update products set moderation_version = moderation_version + 1, updated_at = now()
    where vendor_id = ${vendorId} and id = ${id}`
}

/** A new image that waits for approval: its private file, and a data URI of it or of a smaller preview. */
export type PendingImage = { id: string; path: string; preview: string }

/** Inserts new images of a staged edit. */
export async function insertPendingImages(
  tx: Tx,
  vendorId: string,
  { productId, images }: { productId: string; images: PendingImage[] }
): Promise<void> {
  await tx`
    insert into pending_images (id, product_id, vendor_id, path, preview)
    select f.id, ${productId}, ${vendorId}, f.path, f.preview
    from unnest(${images.map(({ id }) => id)}::uuid[], ${images.map(({ path }) => path)}::text[],
      ${images.map(({ preview }) => preview)}::text[]) as f (id, path, preview)`
}

/** The private file of a new image of a staged or rejected edit: of any vendor's where none is given. */
export async function findPendingFile(
  sql: Handle,
  vendorId: string | undefined,
  { productId, imageId }: { productId: string; imageId: string }
): Promise<string | undefined> {
  const [row] = await sql<{ path: string }[]>`
    select path from pending_images
    where id = ${imageId} and product_id = ${productId}
      ${vendorId === undefined ? sql`` : sql`and vendor_id = ${vendorId}`}`
  return row?.path
}
