import type { Static } from 'typebox'
import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Deleted, deleted } from '../../http/schema.ts'
import type { Answer } from '../../http/transaction.ts'
import { findProduct } from './read/read-queries.ts'
import { deleteProduct, lockProduct } from './write/write-queries.ts'

/** Deletes a product for good. Its version is compared under its lock; 404 when the vendor has none with this id. */
export async function removeProduct(
  tx: Tx,
  caller: Caller,
  id: string
): Promise<Answer<Static<typeof Deleted>>> {
  const { vendorId } = caller
  const { assetOrigin } = caller
  const { sku } = orNotFound(await lockProduct(tx, vendorId, id))
  await requireMatch(caller, async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin })))
  await Promise.all([
    deleteProduct(tx, vendorId, id),
    recordEvent(tx, caller, {
      type: 'product.deleted',
      vendorId,
      subject: { type: 'product', id },
      details: { sku }
    })
  ])
  return { json: deleted(id) }
}
