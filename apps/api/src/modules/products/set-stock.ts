import type { FastifyRequest } from 'fastify'
import { invalid, orNotFound } from '../../errors.ts'
import { originOf } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { withRetries } from '../../http/transaction.ts'
import type { ProductPatch, VariantStock } from './product-patch.ts'
import type { ReadProduct } from './read/product-reader.ts'
import type { Product } from './schema.ts'
import { updateStock } from './write/stock-queries.ts'
import { unknownVariant } from './write/variant-changes.ts'

/** The entries of a request that changes stock alone, and asks for nothing that has to be one transaction with it. */
export function stockAlone(request: FastifyRequest, body: ProductPatch): VariantStock[] | undefined {
  const { variantStock, ...others } = body
  const isPlain = request.idempotency === undefined && request.headers['if-match'] === undefined
  return isPlain && Object.keys(others).length === 0 ? (variantStock ?? undefined) : undefined
}

/**
 * Sets the stock of some of a product's variants: what `patchProduct` does with a body that names nothing else, as one
 * statement, which no edit of the product waits for, and a read of the product as it then is (specification 4.2).
 */
export async function setStock(
  request: FastifyRequest,
  { id, entries, readProduct }: { id: string; entries: VariantStock[]; readProduct: ReadProduct }
): Promise<JsonText<Product>> {
  const { vendorId } = request
  const { sql } = request.server.deps
  const input = { productId: id, entries, origin: originOf(request) }
  const { found, unknown } = await withRetries(() => updateStock(sql, vendorId, input))
  if (found && unknown.length > 0) {
    // Of a product that was deleted meanwhile every variant is unknown.
    orNotFound(await readProduct({ vendorId, id }))
    throw invalid(unknown.map((index) => unknownVariant(`/variantStock/${index}/variantId`)))
  }
  return orNotFound(found ? await readProduct({ vendorId, id }) : undefined)
}
