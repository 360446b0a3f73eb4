import type { Sql } from '../../db/connect.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { insertedAnswer, isKeyUnused, keyLock, type SentResponse } from '../../http/queries.ts'
import { fromOrigin, writtenProductColumns } from './read/shape-queries.ts'
import { isStockWritten, type StockToWrite, writtenStock } from './write/plan/plan-queries.ts'

type StockUnderKey = Omit<StockToWrite, 'requiresUnchanged'> & {
  idempotency: Idempotency
  assetOrigin: string
}

/**
 * Does what `writeStock` does, reads the product, and stores it under the Idempotency-Key as the response, all in one
 * statement. Returns undefined if nothing was written and nothing was stored: another request has locked the key or has
 * stored a response under it, an edit has an error, or a variant was changed while the statement waited for its lock.
 *
 * A statement reads tables as they were when it began. So the product is read with the variants that the statement
 * returns, and only if no variant was changed in between. Fails like `insertStoredResponse`.
 */
export async function writeStockUnderKey(
  sql: Sql,
  vendorId: string,
  { idempotency, assetOrigin, edits, ...input }: StockUnderKey
): Promise<SentResponse | undefined> {
  const { productId } = input
  const [stored] = await sql<SentResponse[]>`
    with claim as materialized (
      select ${keyLock(sql, idempotency)} and ${isKeyUnused(sql, idempotency)} as is_free
    ), ${writtenStock(sql, vendorId, {
      ...input,
      edits: sql`case when (select is_free from claim) then ${edits} else '[]' end`,
      requiresUnchanged: true
    })}, current_variants as materialized (
      select v.* from variants v
      where v.product_id = ${productId} and not exists (select from updated u where u.variant_id = v.id)
      union all
      select (u.after).* from updated u
    ), answer as materialized (
      select to_json(s)::text as body from (
        select ${sql.unsafe(writtenProductColumns)}
        from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
        where p.vendor_id = ${vendorId} and p.id = ${productId}
          and (select is_free from claim) and ${sql.unsafe(isStockWritten)}
      ) s
    ), stored as (${insertedAnswer(sql, idempotency, sql`answer`)})
    select * from stored`
  return stored
}
