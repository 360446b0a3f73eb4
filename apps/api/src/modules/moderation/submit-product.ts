import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findProduct } from '../products/read/read-queries.ts'
import type { Product } from '../products/schema.ts'
import { lockProduct } from '../products/write/stored-queries.ts'
import { writeChanges } from '../products/write/write-changes.ts'
import { requireMove, transitions } from './transitions.ts'

/** Puts a rejected product into the queue again; 409 `INVALID_TRANSITION` unless it is a DRAFT. */
export async function submitProduct(tx: Tx, caller: Caller, id: string): Promise<JsonText<Product>> {
  const { vendorId, assetOrigin } = caller
  const product = orNotFound(await lockProduct(tx, vendorId, id))
  requireMove('submit', product.status)
  const move = { event: 'product.submitted', status: transitions.submit.to } as const
  const writes = writeChanges(tx, { vendorId, origin: caller }, [{ product, move }])
  const [json] = await Promise.all([findProduct(tx, vendorId, { id, assetOrigin }), ...writes])
  return orNotFound(json)
}
