import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { fromOrigin, productColumns } from '../products/read/shape-queries.ts'
import type { ProductStatus } from '../products/schema.ts'
import { vendorColumn } from './entry-queries.ts'
import type { PlatformProduct } from './schema.ts'
import type { transitions } from './transitions.ts'

/** Any vendor's product as the operator sees it; a read of one primary key. */
export async function findPlatformProduct(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<PlatformProduct> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json from (
      select ${sql.unsafe(productColumns.whole)}, p.vendor_id as "vendorId",
        ${vendorColumn(sql)}, p.moderation_version as "moderationVersion", iso_text(p.submitted_at) as "submittedAt"
      from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
      where p.id = ${id}) s`
  return row?.json
}

/** What a decision is made on. */
export type ProductState = { vendorId: string; status: ProductStatus; moderationVersion: number }

/** Locks the product, and with it its variants, until the transaction ends; of `vendorId` only where it is given. */
export async function lockProduct(
  tx: Tx,
  { id, vendorId }: { id: string; vendorId?: string }
): Promise<ProductState | undefined> {
  const [row] = await tx<ProductState[]>`
    select vendor_id, status, moderation_version from products
    where id = ${id} ${vendorId === undefined ? tx`` : tx`and vendor_id = ${vendorId}`}
    for update`
  return row
}

/** Puts the product back at the end of the queue, as a version that no moderator has decided on. */
export async function requeueProduct(
  tx: Tx,
  vendorId: string,
  { id, move }: { id: string; move: (typeof transitions)['submit'] }
): Promise<void> {
  await tx`
    update products set status = ${move.to}, submitted_at = now(), moderation_version = moderation_version + 1,
      updated_at = now()
    where vendor_id = ${vendorId} and id = ${id} and status = ${move.from}`
}

/** Shows a live product to customers or hides it from them; its values and what it waits for stay as they are. */
export async function updateVisibility(
  tx: Tx,
  { id, move }: { id: string; move: (typeof transitions)['hide' | 'publish'] }
): Promise<void> {
  await tx`
    update products set status = ${move.to}, updated_at = now() where id = ${id} and status = ${move.from}`
}
