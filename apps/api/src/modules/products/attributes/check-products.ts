import type { Sql } from '../../../db/connect.ts'
import { isRace } from '../../../db/races.ts'
import { systemOrigin } from '../../../events.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import type { Log } from '../../../lib/log.ts'
import {
  type CheckedKey,
  continueCheck,
  deleteCheck,
  hasDueChecks,
  listNextKeys,
  lockCheckedProducts,
  lockDueCheck,
  settleChecks
} from './check-queries.ts'
import { type DefinitionCache, definitionCache } from './definition-cache.ts'
import { refreshAttributes } from './refresh-attributes.ts'

const maxProductsPerBatch = 500

/**
 * Starts the job that checks stored products again after definitions have changed. Any number of nodes may run it: each
 * batch is one transaction, so a node that ends loses nothing.
 */
export function startCheckingAttributes({
  sql,
  pace,
  log
}: {
  sql: Sql
  pace: BackgroundPace
  log: Log
}): Repeated {
  const definitions = definitionCache(sql)
  return repeat('attributes.check', {
    pauseMs: 1000,
    log,
    work: async () => {
      if (!(await hasDueChecks(sql))) return false
      await settleChecks(sql)
      return pace.run(() => checkAttributes(sql, definitions, pace.items(maxProductsPerBatch)))
    }
  })
}

/**
 * Checks the next products of a check that is due. Returns false if there was nothing to do yet, because no check is due, or
 * because transactions that may have used earlier definitions have not ended.
 */
export async function checkAttributes(
  sql: Sql,
  definitions: DefinitionCache,
  limit = maxProductsPerBatch
): Promise<boolean> {
  const current = await definitions.current()
  try {
    return await sql.begin(async (tx) => {
      const check = await lockDueCheck(tx)
      if (!check) return false
      // The change that made the check necessary is committed, so the definitions include it, or the race is lost.
      await definitions.confirm(tx, current)
      const { id, categoryIds, afterCategory, afterProduct, now } = check
      const keys = await listNextKeys(tx, {
        categoryIds: categoryIds && current.subtree(categoryIds),
        after: afterProduct === null ? null : { categoryId: afterCategory, productId: afterProduct },
        limit
      })
      const productIds = [...new Set(keys.map(({ productId }) => productId))]
      await lockCheckedProducts(tx, productIds)
      await refreshAttributes(tx, current, { productIds, origin: systemOrigin, now })
      const last: CheckedKey | undefined = keys.length < limit ? undefined : keys.at(-1)
      await (last ? continueCheck(tx, id, last) : deleteCheck(tx, id))
      return true
    })
  } catch (error) {
    // The definitions have changed since they were read, or another transaction has locked products in another order.
    if (isRace(error)) return true
    throw error
  }
}
