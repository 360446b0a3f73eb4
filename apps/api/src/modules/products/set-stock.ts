import type { Sql } from '../../db/connect.ts'
import { LostRace } from '../../db/races.ts'
import { orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { SentResponse } from '../../http/queries.ts'
import { isRetryable, withRetries } from '../../http/transaction.ts'
import type { VariantStock } from './product-patch.ts'
import type { ReadProduct } from './read/read-products.ts'
import type { Product } from './schema.ts'
import { writeStockUnderKey } from './stock-under-key-queries.ts'
import { hasStockCondition } from './write/plan/edit.ts'
import { stockOf } from './write/plan/patch-edits.ts'
import { editFaults, refuse, stockNames } from './write/plan/patch-faults.ts'
import { type StockToWrite, writeStock } from './write/plan/plan-queries.ts'

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
  const sent = sentEdits(id, entries)
  const input = inputOf(sql, caller, { id, sent })
  const { edits } = await withRetries(async () => {
    const written = await writeStock(sql, vendorId, input)
    if (written.isLost) throw new LostRace()
    return written
  })
  const isUnknown = edits.some(({ faults }) => faults.some(({ code }) => code === 'UNKNOWN_PRODUCT'))
  if (!isUnknown) refuse(editFaults(sent, edits, []))
  return orNotFound(isUnknown ? undefined : await readProduct({ vendorId, id }))
}

/**
 * Does the same under an Idempotency-Key: the statement also locks the key, and stores the response. Returns undefined if
 * the update isn't written because of anything: the key is in use, or an entry has an error. The caller must then run
 * `patchProduct` in a transaction with the key, which finds out why.
 */
export async function setStockUnderKey(
  sql: Sql,
  caller: Caller,
  { id, entries, idempotency }: { id: string; entries: VariantStock[]; idempotency: Idempotency }
): Promise<SentResponse | undefined> {
  const input = inputOf(sql, caller, { id, sent: sentEdits(id, entries) })
  const { vendorId, assetOrigin } = caller
  try {
    return await writeStockUnderKey(sql, vendorId, { ...input, idempotency, assetOrigin })
  } catch (error) {
    if (!isRetryable(error)) throw error
    return undefined
  }
}

function sentEdits(id: string, entries: VariantStock[]) {
  return entries.map((entry, stockIndex) => ({
    edit: { productId: id, variantId: entry.variantId.toLowerCase(), ...stockOf(entry) },
    stockIndex
  }))
}

function inputOf(
  sql: Sql,
  caller: Caller,
  { id, sent }: { id: string; sent: ReturnType<typeof sentEdits> }
): StockToWrite {
  return {
    haveIds: true,
    edits: sql`${sql.json(sent.map(({ edit }) => edit))}::jsonb`,
    hasStockConditions: sent.some(({ edit }) => hasStockCondition(edit)),
    names: stockNames,
    productId: id,
    origin: caller
  }
}
