import type { Handle } from '../../../db/connect.ts'
import type { ListSizes } from '../../../db/estimate.ts'
import type { Deps } from '../../../deps.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { estimateWaiting, getStatistics } from './statistics-queries.ts'
import type { ModerationStatistics } from './statistics-schema.ts'

/**
 * Returns the statistics of moderation for the last `days` days, as JSON text. Large counts of `waiting` are
 * estimates.
 */
export async function readStatistics(
  { sql }: Deps,
  sizes: ListSizes,
  days: number
): Promise<JsonText<ModerationStatistics>> {
  return JSON.stringify(await withSizes(sql, sizes, await getStatistics(sql, days)))
}

/** Returns the same with estimates in place of large counts of `waiting`. */
export async function withSizes<T extends Pick<ModerationStatistics, 'waiting'>>(
  sql: Handle,
  sizes: ListSizes,
  statistics: T
): Promise<T> {
  const waiting = await Promise.all(
    statistics.waiting.map(async (entry) => ({
      ...entry,
      count:
        sizes.recall(entry.kind) ??
        (await sizes.settle(entry.kind, entry.count, () => estimateWaiting(sql, entry.kind)))
    }))
  )
  return { ...statistics, waiting }
}
