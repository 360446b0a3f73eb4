import type { Sql } from '../../db/connect.ts'
import { isRace } from '../../db/races.ts'
import { systemOrigin } from '../../events.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../jobs/repeat.ts'
import type { Log } from '../../lib/log.ts'
import { type DefinitionCache, definitionCache } from '../products/attributes/definition-cache.ts'
import { refreshAttributes } from '../products/attributes/refresh-attributes.ts'
import { replaceTerm } from '../products/write/term-queries.ts'
import { hasUnmovedProducts, lockMergedCategory } from './merge-queries.ts'

const maxProductsPerBatch = 500

/**
 * Starts the job that moves the products of merged categories (contract 4.13). It also moves those that vendors assign to
 * such a category later. Any number of nodes may run it: each batch is one transaction.
 */
export function startMovingMergedProducts({
  sql,
  pace,
  log
}: {
  sql: Sql
  pace: BackgroundPace
  log: Log
}): Repeated {
  const definitions = definitionCache(sql)
  return repeat('categories.merge', {
    pauseMs: 1000,
    log,
    work: async () => {
      if (!(await hasUnmovedProducts(sql))) return false
      return pace.run(() => moveMergedProducts(sql, definitions, pace.items(maxProductsPerBatch)))
    }
  })
}

/**
 * Moves the next products of a merged category to the category into which it was merged, at most `limit`, and checks their
 * attributes. Returns false if there was none, or if other nodes are moving them.
 */
export async function moveMergedProducts(
  sql: Sql,
  definitions: DefinitionCache,
  limit = maxProductsPerBatch
): Promise<boolean> {
  const current = await definitions.current()
  try {
    return await sql.begin(async (tx) => {
      const merge = await lockMergedCategory(tx)
      if (!merge) return false
      await definitions.confirm(tx, current)
      const productIds = await replaceTerm(tx, 'categoryIds', { ...merge, limit, origin: systemOrigin })
      await refreshAttributes(tx, current, { productIds, origin: systemOrigin })
      return true
    })
  } catch (error) {
    // The definitions have changed since they were read, or another transaction has locked products in another order.
    if (isRace(error)) return true
    throw error
  }
}
