import { Type } from 'typebox'
import type { Api, Deps } from '../../../deps.ts'
import { vendorRead } from '../../../http/access.ts'
import { tags } from '../../../http/openapi.ts'
import { sent } from '../../../http/send.ts'
import { StreamSlots } from '../../../http/stream-slots.ts'
import { ItemStatus, jobParams, reportContent } from '../schema.ts'
import { openReport } from './open-report.ts'
import { chooseReportForm } from './report-forms.ts'

/** While stopping, reports under way have so long to end: less than the process has in all. */
const graceMs = 7_000
/** Each stream holds a chunk of its job's items in memory while its reader is slow. */
const limits = { maxAtOnce: 32, maxOfVendor: 8 }

/** `/vendor/import-jobs/:queue_id/report`: the submitted items with what became of them. */
export async function importReportRoutes(api: Api, { sql }: Deps): Promise<void> {
  const slots = new StreamSlots('reports', limits)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  api.get(
    '/vendor/import-jobs/:queue_id/report',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.importJobs],
        operationId: 'getImportReport',
        summary: 'Read the report of an import job',
        description:
          'The submitted fields of all items, or of those with a status, and what became of them: as JSON, or by ' +
          '`Accept` as NDJSON or CSV. JSON and NDJSON can be mended and sent to bulk upload as they are: fields that ' +
          'begin with `_` are ignored there. CSV is for people: cells that begin with = + - @ have an apostrophe ' +
          'before them. 8 reports of a vendor are streamed at once: 503 for more.',
        params: jobParams,
        querystring: Type.Object({ status: Type.Optional(ItemStatus) }, { additionalProperties: false }),
        response: { 200: { description: 'The report', content: reportContent } }
      }
    },
    async (request, reply) => {
      const { vendorId, params, query, headers } = request
      const jobId = params.queue_id.toLowerCase()
      const form = chooseReportForm(headers.accept)
      const report = await slots.open(request, reply, () =>
        openReport(sql, { vendorId, jobId, status: query.status }, form)
      )
      reply.headers({
        'content-type': form.contentType,
        vary: [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '),
        ...(form.isFile && { 'content-disposition': `attachment; filename="import-${jobId}.csv"` })
      })
      if (request.method === 'HEAD') {
        report.destroy()
        return sent(reply.send())
      }
      return sent(reply.send(report))
    }
  )
}
