import type { Static } from 'typebox'
import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Deleted, deleted } from '../../http/schema.ts'
import type { Answer } from '../../http/transaction.ts'
import type { RuleDeps } from './approval/apply-rules.ts'
import { isEvaluated, readAfterRules } from './approval/read-after-rules.ts'
import { refreshAfter } from './attributes/check-writes.ts'
import type { DefinitionCache } from './attributes/definition-cache.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { deleteProduct } from './write/product-queries.ts'
import { lockProduct } from './write/stored-queries.ts'
import { isOrdered, lockVariant } from './write/variant-queries.ts'
import { writeChanges } from './write/write-changes.ts'

/**
 * Deletes a product permanently. Throws 404 if the vendor has no product with this id. `If-Match` is checked
 * while the product is locked.
 */
export async function removeProduct(
  tx: Tx,
  caller: Caller,
  id: string
): Promise<Answer<Static<typeof Deleted>>> {
  const { vendorId, assetOrigin } = caller
  const { sku } = orNotFound(await lockProduct(tx, vendorId, id))
  await requireMatch(caller, async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin })))
  await Promise.all([
    deleteProduct(tx, vendorId, { id, origin: caller }),
    recordEvent(tx, caller, {
      type: 'product.deleted',
      vendorId,
      subject: { type: 'product', id },
      details: { sku }
    })
  ])
  return { json: deleted(id) }
}

/**
 * Deletes a variant, or throws 409 `IN_USE` if an order contains it. `If-Match` refers to the product's ETag.
 */
export async function removeVariant(
  tx: Tx,
  caller: Caller,
  {
    id,
    variantId,
    rules,
    definitions
  }: { id: string; variantId: string; rules: RuleDeps; definitions: DefinitionCache }
): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const key = { productId: id, id: variantId }
  const [locked, variant, ordered] = await Promise.all([
    lockProduct(tx, vendorId, id),
    lockVariant(tx, vendorId, key),
    isOrdered(tx, vendorId, key),
    definitions.inTransaction(tx)
  ])
  const product = orNotFound(locked)
  const { stockReserved } = orNotFound(variant)
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  await requireMatch(caller, read)
  if (ordered || stockReserved > 0) {
    throw new Problem('IN_USE', {
      detail: 'Orders contain this variant. Set isActive to false to stop selling it.'
    })
  }
  const variants = { updated: [], created: [], firstPosition: 0, removed: [variantId] }
  const change = { product, variants }
  const writes = writeChanges(tx, { vendorId, origin: caller }, [change])
  const refreshed = refreshAfter(tx, definitions, { changes: [change], origin: caller })
  const answer = async () => {
    if (refreshed) await refreshed
    return isEvaluated(change)
      ? readAfterRules(tx, rules, { origin: caller, productId: product.id, read })
      : read()
  }
  const [json] = await Promise.all([answer(), ...writes])
  return { json, tagged: true }
}
