import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { Answer } from '../../http/transaction.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { isLive } from './staging/staging.ts'
import { lockForEdit } from './write/revision-queries.ts'
import { refreshSearch, updateProduct } from './write/update-queries.ts'
import { deleteVariant, isOrdered, lockVariant } from './write/variant-queries.ts'

/** Removes a variant that no order holds, else 409 `IN_USE`. `If-Match` names the product's version. */
export async function removeVariant(
  tx: Tx,
  caller: Caller,
  { id, variantId }: { id: string; variantId: string }
): Promise<Answer<Product>> {
  const { vendorId } = caller
  const { assetOrigin } = caller
  const one = { productId: id, id: variantId }
  const [product, variant, ordered] = await Promise.all([
    lockForEdit(tx, vendorId, id),
    lockVariant(tx, vendorId, one),
    isOrdered(tx, vendorId, one)
  ])
  const { status } = orNotFound(product)
  const { stockReserved } = orNotFound(variant)
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  await requireMatch(caller, read)
  if (ordered || stockReserved > 0) {
    throw new Problem('IN_USE', { detail: 'Orders hold this variant. Set isActive to false to retire it.' })
  }
  const writes = [
    deleteVariant(tx, vendorId, one),
    updateProduct(tx, vendorId, {
      id,
      fields: {},
      slug: null,
      raisesVersion: !isLive(status),
      forgetsProposal: false
    }),
    refreshSearch(tx, vendorId, id),
    recordEvent(tx, caller, {
      type: 'product.updated',
      vendorId,
      subject: { type: 'product', id },
      changedFields: ['variants']
    })
  ]
  const [json] = await Promise.all([read(), ...writes])
  return { json, tagged: true }
}
