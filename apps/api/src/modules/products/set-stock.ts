import type { Sql } from '../../db/connect.ts'
import { type Fault, orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/timestamps.ts'
import { withRetries } from '../../http/transaction.ts'
import type { VariantStock } from './product-patch.ts'
import type { ReadProduct } from './read/read-products.ts'
import type { Product } from './schema.ts'
import { compareStock, refuseStock, type StockFaults } from './write/compare-stock.ts'
import { unknownVariant } from './write/compare-variants.ts'
import { type StockOutcome, updateStock } from './write/stock-queries.ts'

/**
 * Sets or changes the stock of some variants of a product and returns the product (contract 4.2). It has the
 * same effect as `patchProduct` with a body that contains only `variantStock`. However, it uses a single
 * statement that doesn't lock the product, so it doesn't block edits of the product.
 */
export async function setStock(
  sql: Sql,
  caller: Caller,
  { id, entries, readProduct }: { id: string; entries: VariantStock[]; readProduct: ReadProduct }
): Promise<JsonText<Product>> {
  const { vendorId } = caller
  const sent = entries.map((entry) =>
    entry.asOf === undefined ? entry : { ...entry, asOf: isoOf(entry.asOf) }
  )
  const input = { productId: id, entries: sent, origin: caller }
  const outcome = await withRetries(() => updateStock(sql, vendorId, input))
  const { found, unknown, refused } = outcome
  if (found && unknown.length + refused.length > 0) {
    // If the product was deleted concurrently, all variants are unknown, but the right response is 404.
    if (unknown.length > 0) orNotFound(await readProduct({ vendorId, id }))
    refuseStock(faultsOf(entries, outcome))
    throw new Error('The stock was refused without a fault')
  }
  return orNotFound(found ? await readProduct({ vendorId, id }) : undefined)
}

/** Returns the faults of the entries that were not applied. */
function faultsOf(entries: VariantStock[], { unknown, refused }: StockOutcome): StockFaults {
  const compared = refused.flatMap(({ index, ...stored }) => {
    const entry = entries[index]
    return entry ? [compareStock(entry, { index, stored })] : []
  })
  const unknownFaults: Fault[] = unknown.map((index) => unknownVariant(`/variantStock/${index}/variantId`))
  return {
    faults: [...unknownFaults, ...compared.flatMap(({ faults }) => faults)],
    conflicts: compared.flatMap(({ conflicts }) => conflicts)
  }
}
