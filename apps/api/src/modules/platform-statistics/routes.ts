import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformRead } from '../../http/server/access.ts'
import { withSizes } from '../moderation/snapshots/read-statistics.ts'
import { getPlatformCounts, getPlatformStatistics } from './queries.ts'
import { PlatformCounts, PlatformStatistics, PlatformStatisticsQuery } from './schema.ts'

/** `/platform/statistics` (contract 4.18). */
export async function platformStatisticsRoutes(api: Api, { sql }: Deps): Promise<void> {
  const tagged = { tags: [tags.platform] }
  const sizes = createListSizes()

  api.get(
    '/platform/statistics',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getPlatformStatistics',
        summary: 'Read the statistics of the marketplace',
        description:
          'Returns what waits in the moderation queue, late orders, the vendors and the uploads that fail, and what was ' +
          'sold and decided on each of the last days. Days are in UTC.',
        querystring: PlatformStatisticsQuery,
        response: { 200: ref(PlatformStatistics) }
      }
    },
    async ({ query: { days = 30 } }, reply) => {
      const statistics = await getPlatformStatistics(sql, days)
      return sendJson<PlatformStatistics>(reply, JSON.stringify(await withSizes(sql, sizes, statistics)))
    }
  )

  api.get(
    '/platform/statistics/counts',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getPlatformCounts',
        summary: 'Read how much waits',
        description:
          'Returns how many entries wait in the moderation queue and how many orders are late. Both are also in the ' +
          'statistics of the marketplace. This request costs less, so a program can repeat it often.',
        response: { 200: ref(PlatformCounts) }
      }
    },
    async (_request, reply) => {
      const counts = await getPlatformCounts(sql)
      return sendJson<PlatformCounts>(reply, JSON.stringify(await withSizes(sql, sizes, counts)))
    }
  )
}
