import type { Handle, Tx } from '../../../db/connect.ts'
import type { Product } from '../schema.ts'
import type { StagedImage, StoredRevision } from './fields.ts'

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

/** A locked product, with what decides how an update is applied. */
export type ProductToEdit = {
  id: string
  vendorId: string
  sku: string
  slug: string
  name: string
  status: Product['status']
  pendingRevision: StoredRevision | null
}

/** Locks products of the vendor like `lockProducts`, to edit them. */
export async function lockProductsToEdit(tx: Tx, vendorId: string, ids: string[]): Promise<ProductToEdit[]> {
  return await tx<ProductToEdit[]>`
    select id, vendor_id, sku, slug, name, status, pending_revision
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
