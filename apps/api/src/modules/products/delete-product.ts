import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { originOf, recordEvent } from '../../events.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Deleted, deleted } from '../../http/schema.ts'
import type { Answer } from '../../http/transaction.ts'
import { findProduct } from './read/read-queries.ts'
import { deleteProduct, lockProduct } from './write/write-queries.ts'

/** Deletes a product for good. Its version is compared under its lock; 404 when the vendor has none with this id. */
export async function removeProduct(
  tx: Tx,
  request: FastifyRequest,
  id: string
): Promise<Answer<Static<typeof Deleted>>> {
  const { vendorId } = request
  const { assetOrigin } = request.server.deps
  const { sku } = orNotFound(await lockProduct(tx, vendorId, id))
  await requireMatch(request, async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin })))
  await Promise.all([
    deleteProduct(tx, vendorId, id),
    recordEvent(tx, originOf(request), {
      type: 'product.deleted',
      vendorId,
      subject: { type: 'product', id },
      details: { sku }
    })
  ])
  return { json: deleted(id) }
}
