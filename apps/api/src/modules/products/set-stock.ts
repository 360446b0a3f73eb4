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
 * Sets the stock of some of a product's variants: what `patchProduct` does with a body that names nothing else, as one
 * statement, which no edit of the product waits for, and a read of the product as it then is (contract 4.2).
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
    // Of a product that was deleted meanwhile every variant is unknown.
    orNotFound(await readProduct({ vendorId, id }))
    throw invalid(unknown.map((index) => unknownVariant(`/variantStock/${index}/variantId`)))
  }
  return orNotFound(found ? await readProduct({ vendorId, id }) : undefined)
}
