import type { FastifyReply, FastifyRequest } from 'fastify'
import { createListSizes, type ListSizes, withSize } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import { preferredType } from '../../http/accept.ts'
import { parameterFault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { StreamSlots } from '../../http/limits/stream-slots.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readList } from '../../http/paging.ts'
import { addVary, sendStreamHead } from '../../http/send.ts'
import { vendorRead } from '../../http/server/access.ts'
import { copyExport, type ExportFormat, estimateExportRows, listExportRows } from './export-queries.ts'
import { type ExportPage, ExportQuery, exportContent, exportPageSize } from './schema.ts'

const formats: Record<string, ExportFormat> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' }
/**
 * The maximum numbers of streams that run at the same time, in this process and for each vendor. Each stream
 * occupies a database connection.
 */
const limits = { maxConcurrent: 4, maxPerVendor: 2 }
/**
 * How long running exports may continue when the process stops. Shorter than the time limit of the whole
 * shutdown.
 */
const graceMs = 7_000

/** `/vendor/products/export` (contract 2.8, 4.3, 4.9). */
export async function exportRoutes(api: Api, deps: Deps): Promise<void> {
  const sizes = createListSizes()
  const slots = new StreamSlots('exports', limits)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  api.get(
    '/vendor/products/export',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.bulk],
        operationId: 'exportProducts',
        summary: 'Export prices and stock',
        description:
          'Returns one row per variant, ordered by product and then by variant. You can send the rows to bulk update ' +
          'unchanged. JSON is returned in pages: read them until hasNextPage is false. estimatedTotalCount is exact ' +
          'below 1,000. With Accept: text/csv or application/x-ndjson, and without paging parameters, all rows are ' +
          'streamed from one snapshot. In CSV, an apostrophe is added before cells that begin with = + - or @, so ' +
          'programs should read NDJSON. A vendor can run 2 streams at the same time; further requests get ' +
          '503.',
        querystring: ExportQuery,
        response: {
          200: { description: 'A page as JSON, or everything as CSV or NDJSON', content: exportContent }
        }
      }
    },
    async (request, reply) => {
      const types = ['application/json', 'text/csv', 'application/x-ndjson'] as const
      const type = preferredType(request.headers.accept, types)
      addVary(reply, 'Accept')
      const format = formats[type]
      if (!format) {
        reply.type('application/json; charset=utf-8')
        return reply.send(await readExportPage(deps, sizes, request))
      }
      refusePaging(request)
      if (request.method === 'HEAD') return sendStreamHead(setStreamHeaders(reply, format))
      const { vendorId } = request
      const rows = await slots.open(request, reply, (signal) =>
        copyExport(deps.sql, vendorId, { format, signal })
      )
      return setStreamHeaders(reply, format).send(rows)
    }
  )
}

/**
 * Returns a page of the vendor's variants as JSON text (contract 4.3), with the total number of variants that
 * `withSize` determines.
 */
function readExportPage(
  { sql, lookupPool, secret }: Deps,
  sizes: ListSizes,
  { vendorId, query }: { vendorId: string; query: ExportQuery }
): Promise<JsonText<ExportPage>> {
  const list = { name: 'products', binding: ['export', vendorId], query, defaultSize: exportPageSize }
  return readList(secret, list, (page) =>
    withSize(sizes, vendorId, {
      read: (withCount) => listExportRows(lookupPool, vendorId, { page, withCount }),
      estimate: () => estimateExportRows(sql, vendorId)
    })
  )
}

/** Throws 400 if the request has paging parameters, which streamed formats don't support. */
function refusePaging({ query, headers }: FastifyRequest): void {
  const faults = Object.keys(query as object).map((name) =>
    parameterFault(name, 'NOT_TOGETHER', `must not be sent together with Accept: ${headers.accept}`)
  )
  if (faults.length > 0) throw invalid(faults)
}

/** Sets the headers of a streamed response. */
function setStreamHeaders(reply: FastifyReply, format: ExportFormat): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (format === 'ndjson') return reply.type('application/x-ndjson; charset=utf-8')
  const day = new Date().toISOString().slice(0, 10)
  reply.header('content-disposition', `attachment; filename="products-${day}.csv"`)
  return reply.type('text/csv; charset=utf-8')
}
