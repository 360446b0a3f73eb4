import type { Handle } from '../../../db/connect.ts'
import type { ProductStatus } from '../schema.ts'
import type { StagedImage } from '../write/fields.ts'

/** The live and the proposed images of a product, with the other values that are needed to change them. */
export type ImageSets = {
  id: string
  status: ProductStatus
  live: StagedImage[]
  /** The proposed set. Null if no images are staged. */
  staged: StagedImage[] | null
  variantIds: string[]
}

/** True if the vendor has a product with this id. */
export async function hasProduct(sql: Handle, vendorId: string, id: string): Promise<boolean> {
  const rows = await sql`select from products where vendor_id = ${vendorId} and id = ${id}`
  return rows.length > 0
}

/**
 * Returns the live and proposed images of products, each set in display order. Ids of products that the
 * vendor doesn't have are ignored.
 */
export async function listImageSets(sql: Handle, vendorId: string, ids: string[]): Promise<ImageSets[]> {
  return await sql<ImageSets[]>`
    select p.id, p.status, (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'isNew', false, 'variantId', i.variant_id,
          'alt', i.alt, 'sortOrder', i.sort_order, 'isPrimary', i.is_primary) order by i.sort_order, i.id), '[]')
        from product_images i where i.product_id = p.id) as live,
      p.pending_revision -> 'images' as staged,
      array(select x.id from variants x where x.product_id = p.id) as variant_ids
    from products p where p.vendor_id = ${vendorId} and p.id = any(${ids}::uuid[])`
}

/** Returns the live and proposed images of a product, or undefined if the vendor has no such product. */
export async function findImageSets(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<ImageSets | undefined> {
  const [sets] = await listImageSets(sql, vendorId, [id])
  return sets
}

/**
 * Returns the storage path of a new image in staged or rejected edits, or undefined if there is no such
 * image. Without `vendorId`, the product may belong to any vendor.
 */
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
