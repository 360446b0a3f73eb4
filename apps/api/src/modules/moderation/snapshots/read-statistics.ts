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
  const statistics = await getStatistics(sql, days)
  const waiting = await Promise.all(
    statistics.waiting.map(async (entry) => ({
      ...entry,
      count:
        sizes.recall(entry.kind) ??
        (await sizes.settle(entry.kind, entry.count, () => estimateWaiting(sql, entry.kind)))
    }))
  )
  return JSON.stringify({ ...statistics, waiting })
}
