import type { Sql } from '../../db/connect.ts'
import { LostRace } from '../../db/races.ts'
import { orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { withRetries } from '../../http/transaction.ts'
import type { VariantStock } from './product-patch.ts'
import type { ReadProduct } from './read/read-products.ts'
import type { Product } from './schema.ts'
import { hasStockCondition } from './write/plan/edit.ts'
import { stockOf } from './write/plan/patch-edits.ts'
import { editFaults, refuse, stockNames } from './write/plan/patch-faults.ts'
import { writeStock } from './write/plan/plan-queries.ts'

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
  const sent = entries.map((entry, stockIndex) => ({
    edit: { productId: id, variantId: entry.variantId.toLowerCase(), ...stockOf(entry) },
    stockIndex
  }))
  const input = {
    edits: sql`${sql.json(sent.map(({ edit }) => edit))}::jsonb`,
    haveIds: true,
    hasStockConditions: sent.some(({ edit }) => hasStockCondition(edit)),
    names: stockNames
  }
  const { edits } = await withRetries(async () => {
    const written = await writeStock(sql, vendorId, { ...input, productId: id, origin: caller })
    if (written.isLost) throw new LostRace()
    return written
  })
  const isUnknown = edits.some(({ faults }) => faults.some(({ code }) => code === 'UNKNOWN_PRODUCT'))
  if (!isUnknown) refuse(editFaults(sent, edits, []))
  return orNotFound(isUnknown ? undefined : await readProduct({ vendorId, id }))
}
