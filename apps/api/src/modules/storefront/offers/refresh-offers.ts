import type { Sql } from '../../../db/connect.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import type { Log } from '../../../lib/log.ts'
import {
  followCatalogChanges,
  hasRefreshes,
  isBehind,
  lockOffers,
  refreshNextOffers
} from './refresh-queries.ts'

const maxChangesPerRun = 5000
const maxProductsPerBatch = 2000

/**
 * Starts the jobs that keep `storefront_offers` up to date. Any number of nodes may run them: they write in turn, and
 * each run is one short transaction, so a node that ends loses nothing.
 */
export function startRefreshingOffers({
  sql,
  pace,
  log
}: {
  sql: Sql
  pace: BackgroundPace
  log: Log
}): Repeated[] {
  return [
    repeat('storefront-offers.follow', { pauseMs: 250, log, work: () => followChanges(sql) }),
    repeat('storefront-offers.refresh', {
      pauseMs: 1000,
      log,
      work: async () =>
        (await hasRefreshes(sql)) && pace.run(() => refreshOffers(sql, pace.items(maxProductsPerBatch)))
    })
  ]
}

/** Updates the offers of the products that have changed. Returns true if there were changes. */
export async function followChanges(sql: Sql, limit = maxChangesPerRun): Promise<boolean> {
  if (!(await isBehind(sql))) return false
  return sql.begin(async (tx) => {
    await lockOffers(tx)
    return (await followCatalogChanges(tx, limit)) > 0
  })
}

/** Computes the next offers of a vendor, or of all vendors, again. Returns true if there were any to do. */
export function refreshOffers(sql: Sql, limit = maxProductsPerBatch): Promise<boolean> {
  return sql.begin(async (tx) => {
    await lockOffers(tx)
    return refreshNextOffers(tx, limit)
  })
}
