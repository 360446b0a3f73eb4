import type { Tx } from '../../../db/connect.ts'
import type { ProductStatus } from '../schema.ts'

/** An image of a proposed set: `id` is a row of pending_images when it is new, else of product_images. */
export type StagedImage = {
  id: string
  isNew: boolean
  variantId: string | null
  alt: string
  sortOrder: number
  isPrimary: boolean
}

/** The proposed values as they are stored: only those that differ from the live ones (specification 2.2). */
export type StoredRevision = {
  name?: string
  shortDescription?: string | null
  description?: string | null
  images?: StagedImage[]
}

/** What an edit needs to know of the product that it locks. */
export type LockedProduct = {
  id: string
  vendorId: string
  sku: string
  slug: string
  status: ProductStatus
  name: string
  shortDescription: string | null
  description: string | null
  pendingRevision: StoredRevision | null
  moderationVersion: number
}

/** Locks the product, and with it its parts, until the transaction ends; undefined when the vendor has none. */
export async function lockForEdit(tx: Tx, vendorId: string, id: string): Promise<LockedProduct | undefined> {
  const [row] = await tx<LockedProduct[]>`
    select id, vendor_id, sku, slug, status, name, short_description, description, pending_revision, moderation_version
    from products where vendor_id = ${vendorId} and id = ${id} for update`
  return row
}

/**
 * Stores the staged edits of a locked product, null when none are left, as a version that no moderator has seen.
 * What was proposed before and rejected is forgotten.
 */
export async function storeRevision(
  tx: Tx,
  vendorId: string,
  { id, revision }: { id: string; revision: StoredRevision | null }
): Promise<void> {
  const value = revision && Object.keys(revision).length > 0 ? tx.json(revision) : null
  await tx`
    update products set pending_revision = ${value},
      pending_revision_submitted_at = case when ${value}::jsonb is null then null else now() end,
      moderation_version = moderation_version + 1,
      moderation = case when moderation ? 'proposed' then moderation || '{"proposed": null}' end,
      updated_at = now()
    where vendor_id = ${vendorId} and id = ${id}`
}

/** Forgets new images that neither the staged edits nor a rejected revision name any more. */
export async function deleteUnusedPendingImages(tx: Tx, vendorId: string, productId: string): Promise<void> {
  await tx`
    delete from pending_images i
    where i.vendor_id = ${vendorId} and i.product_id = ${productId} and not exists (
      select from products p,
        lateral (select p.pending_revision -> 'images' as images union all
          select p.moderation -> 'proposed' -> 'images') sets,
        lateral jsonb_array_elements(case when jsonb_typeof(sets.images) = 'array' then sets.images end) image
      where p.id = i.product_id and (image ->> 'id')::uuid = i.id)`
}
