import type { Tx } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch } from '../../../http/etag.ts'
import type { Answer } from '../../../http/transaction.ts'
import { findProduct } from '../read/read-queries.ts'
import type { Product } from '../schema.ts'
import { lockProduct } from '../write/stored-queries.ts'
import { writeChanges } from '../write/write-changes.ts'

/**
 * Discards all staged edits of a product, including their new images. Returns the product, even if it had no
 * staged edits.
 */
export async function withdrawRevision(tx: Tx, caller: Caller, id: string): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const product = orNotFound(await lockProduct(tx, vendorId, id))
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  await requireMatch(caller, read)
  const revised = product.revisedFields ?? []
  const staged = { stages: {}, unstages: revised, changed: revised, isWithdrawn: true }
  const writes = writeChanges(tx, { vendorId, origin: caller }, [{ product, staged }])
  const [json] = await Promise.all([read(), ...writes])
  return { json, tagged: true }
}
