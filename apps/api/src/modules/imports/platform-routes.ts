import { createListSizes, withSize } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson, sent } from '../../http/send.ts'
import { platformRead } from '../../http/server/access.ts'
import { estimateJobs, findPlatformJob, findVendorOfJob, listPlatformJobs } from './queries.ts'
import { readItems, reportSender } from './report-routes.ts'
import {
  ImportItemPage,
  ImportItemQuery,
  ImportReportQuery,
  jobParams,
  PlatformImportJob,
  PlatformImportJobPage,
  PlatformImportJobQuery,
  reportContent
} from './schema.ts'

const tagged = { tags: [tags.platformImportJobs] }

/** `/platform/import-jobs`: the bulk uploads of all vendors, to read (contract 4.11). */
export async function platformImportJobRoutes(api: Api, deps: Deps): Promise<void> {
  addJobs(api, deps)
  addItems(api, deps)
}

function addJobs(api: Api, { sql, secret }: Deps): void {
  const sizes = createListSizes()

  api.get(
    '/platform/import-jobs',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listPlatformImportJobs',
        summary: 'List the import jobs of all vendors',
        description:
          'Returns bulk uploads, newest first. Import jobs are available for 90 days. estimatedTotalCount is exact below 1,000.',
        querystring: PlatformImportJobQuery,
        response: { 200: ref(PlatformImportJobPage) }
      }
    },
    async ({ query }, reply) => {
      const filters = readFilters(query)
      const list = { name: 'jobs', binding: ['platform import-jobs', filters], query }
      const text = await readList(secret, list, (page) =>
        withSize(sizes, JSON.stringify(filters), {
          read: (withCount) => listPlatformJobs(sql, { page, filters, withCount }),
          estimate: () => estimateJobs(sql, filters)
        })
      )
      return sendJson<PlatformImportJobPage>(reply, text)
    }
  )

  api.get(
    '/platform/import-jobs/:queue_id',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getPlatformImportJob',
        summary: 'Read an import job of a vendor',
        description: 'Returns the status and the counters of a bulk upload.',
        params: jobParams,
        response: { 200: ref(PlatformImportJob) }
      }
    },
    async ({ params }, reply) =>
      sendJson<PlatformImportJob>(reply, orNotFound(await findPlatformJob(sql, params.queue_id)))
  )
}

function addItems(api: Api, deps: Deps): void {
  const { sql } = deps
  const sendReport = reportSender(api, deps)
  const vendorOf = async (jobId: string) => orNotFound(await findVendorOfJob(sql, jobId))

  api.get(
    '/platform/import-jobs/:queue_id/items',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listPlatformImportItems',
        summary: 'List the items of an import job of a vendor',
        description: 'Returns every submitted item with its status and errors, as the vendor sees them.',
        params: jobParams,
        querystring: ImportItemQuery,
        response: { 200: ref(ImportItemPage) }
      }
    },
    async ({ params, query }, reply) => {
      const id = params.queue_id
      const vendorId = await vendorOf(id)
      return sendJson<ImportItemPage>(reply, await readItems(deps, { vendorId, id, query }))
    }
  )

  api.get(
    '/platform/import-jobs/:queue_id/report',
    {
      config: { access: platformRead, extraErrorStatuses: [409] },
      schema: {
        ...tagged,
        operationId: 'getPlatformImportReport',
        summary: 'Download the report of an import job of a vendor',
        description:
          'Returns the same report that the vendor can download, as JSON, NDJSON, CSV or a workbook. The operator can download ' +
          '8 reports at the same time; further requests get 503.',
        params: jobParams,
        querystring: ImportReportQuery,
        response: { 200: { description: 'The report', content: reportContent } }
      }
    },
    async (request, reply) => {
      const vendorId = await vendorOf(request.params.queue_id)
      return sent(await sendReport(request, reply, { vendorId, owner: 'platform' }))
    }
  )
}
