import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findProduct } from '../products/read/read-queries.ts'
import type { Product } from '../products/schema.ts'
import { lockProduct, requeueProduct } from './queries.ts'
import { requireMove, transitions } from './transitions.ts'

/** Puts a rejected product into the queue again; 409 `INVALID_TRANSITION` unless it is a DRAFT. */
export async function submitProduct(
  tx: Tx,
  caller: Caller,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<Product>> {
  const { vendorId } = caller
  const { status } = orNotFound(await lockProduct(tx, { id, vendorId }))
  requireMove('submit', status)
  await requeueProduct(tx, vendorId, { id, move: transitions.submit })
  await recordEvent(tx, caller, {
    type: 'product.submitted',
    vendorId,
    subject: { type: 'product', id },
    changedFields: ['status']
  })
  return orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
}
