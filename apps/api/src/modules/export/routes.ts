import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { preferredType } from '../../http/accept.ts'
import { vendorRead } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { readExportPage } from './export-products.ts'
import type { ExportFormat } from './export-queries.ts'
import { ExportQuery, exportContent } from './schema.ts'
import { createRunningExports } from './stream-export.ts'

const streamed: Record<string, ExportFormat> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' }

/** `/vendor/products/export` (specification 2.8, 4.3, 4.9). */
export async function exportRoutes(api: Api, deps: Deps): Promise<void> {
  const sizes = createListSizes()
  const exports = createRunningExports(deps.sql)
  api.addHook('preClose', async () => exports.windDown())

  api.get(
    '/vendor/products/export',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.bulk],
        operationId: 'exportProducts',
        summary: 'Export prices and stock',
        description:
          'A row for each variant, ordered by product and then by variant. Bulk update takes the rows as they are. ' +
          'JSON comes in pages, to be read until hasNextPage is false; estimatedTotalCount is exact below 1,000. ' +
          'With Accept: text/csv or application/x-ndjson, and no paging parameters, everything is streamed as it was ' +
          'at one moment. Cells of CSV that begin with = + - @ have an apostrophe before them, so NDJSON is the form ' +
          'for machines. 2 streams of a vendor run at once: 503 for more.',
        querystring: ExportQuery,
        response: {
          200: { description: 'A page as JSON, or everything as CSV or NDJSON', content: exportContent }
        }
      }
    },
    async (request, reply) => {
      const types = ['application/json', 'text/csv', 'application/x-ndjson'] as const
      const type = preferredType(request.headers.accept, types)
      reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
      const format = streamed[type]
      if (format) return exports.send(request, reply, format)
      return reply.type('application/json; charset=utf-8').send(await readExportPage(deps, sizes, request))
    }
  )
}
