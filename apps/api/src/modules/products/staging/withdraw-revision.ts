import type { Tx } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import { recordEvent } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch } from '../../../http/etag.ts'
import type { Answer } from '../../../http/transaction.ts'
import { findProduct } from '../read/read-queries.ts'
import type { Product } from '../schema.ts'
import { deleteUnusedPendingImages, lockForEdit, storeRevision } from '../write/revision-queries.ts'

/** Takes all staged edits back, with their new images; without any the product is answered as it is. */
export async function withdrawRevision(tx: Tx, caller: Caller, id: string): Promise<Answer<Product>> {
  const { vendorId } = caller
  const { assetOrigin } = caller
  const { pendingRevision } = orNotFound(await lockForEdit(tx, vendorId, id))
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  await requireMatch(caller, read)
  if (!pendingRevision) return { json: await read(), tagged: true }
  const writes = [
    storeRevision(tx, vendorId, { id, revision: null }),
    deleteUnusedPendingImages(tx, vendorId, id),
    recordEvent(tx, caller, {
      type: 'product.revision_withdrawn',
      vendorId,
      subject: { type: 'product', id },
      changedFields: Object.keys(pendingRevision)
    })
  ]
  const [json] = await Promise.all([read(), ...writes])
  return { json, tagged: true }
}
