import type { Api, Deps } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { vendorRead } from '../../http/server/access.ts'
import { readVendorStatistics } from './queries.ts'
import { VendorStatistics, VendorStatisticsQuery } from './schema.ts'

/** `/vendor/statistics` (contract 4.18). */
export async function vendorStatisticsRoutes(api: Api, { sql }: Deps): Promise<void> {
  api.get(
    '/vendor/statistics',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.statistics],
        operationId: 'getVendorStatistics',
        summary: "Read the vendor's statistics",
        description:
          'Returns the orders, units and sales of each of the last days, and what the vendor should act on: orders to ' +
          'acknowledge, rejected products, failed items of uploads, and variants with little stock. Days are in UTC.',
        querystring: VendorStatisticsQuery,
        response: { 200: ref(VendorStatistics) }
      }
    },
    async ({ vendorId, query: { days = 30, lowStock = 5 } }, reply) =>
      sendJson(reply, await readVendorStatistics(sql, vendorId, { days, lowStock }))
  )
}
