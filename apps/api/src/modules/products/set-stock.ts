import type { Sql } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { withRetries } from '../../http/transaction.ts'
import type { VariantStock } from './product-patch.ts'
import type { ReadProduct } from './read/read-products.ts'
import type { Product } from './schema.ts'
import { unknownVariant } from './write/compare-variants.ts'
import { updateStock } from './write/stock-queries.ts'

/**
 * Sets the stock of some variants of a product and returns the product (contract 4.2). It has the same effect
 * as `patchProduct` with a body that contains only `variantStock`. However, it uses a single statement that
 * doesn't lock the product, so it doesn't block edits of the product.
 */
export async function setStock(
  sql: Sql,
  caller: Caller,
  { id, entries, readProduct }: { id: string; entries: VariantStock[]; readProduct: ReadProduct }
): Promise<JsonText<Product>> {
  const { vendorId } = caller
  const input = { productId: id, entries, origin: caller }
  const { found, unknown } = await withRetries(() => updateStock(sql, vendorId, input))
  if (found && unknown.length > 0) {
    // If the product was deleted concurrently, all variants are unknown, but the right response is 404.
    orNotFound(await readProduct({ vendorId, id }))
    throw invalid(unknown.map((index) => unknownVariant(`/variantStock/${index}/variantId`)))
  }
  return orNotFound(found ? await readProduct({ vendorId, id }) : undefined)
}
