import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { callerOf } from '../../http/caller.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson, sent } from '../../http/send.ts'
import { vendorRead, vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { JobWaiter } from './await-job.ts'
import { cancelImport, openRetry } from './job-actions.ts'
import { findJob, listJobs } from './queries.ts'
import { uploadThreadsOf } from './receive/upload-threads.ts'
import { readItems, reportSender } from './report-routes.ts'
import {
  ImportItemPage,
  ImportItemQuery,
  ImportJob,
  ImportJobPage,
  ImportJobQuery,
  ImportReportQuery,
  jobParams,
  reportContent
} from './schema.ts'
import { acceptUpload } from './upload-routes.ts'
import { QueuedUpload } from './upload-schema.ts'

/** The time limit of a retry. The client waits while up to a million items are stored again. */
const retryMs = 15 * 60_000
const tagged = { tags: [tags.importJobs] }

/**
 * `/vendor/import-jobs`: the status, results, reports, retry and cancellation of bulk uploads (contract
 * 4.11).
 */
export async function importJobRoutes(api: Api, deps: Deps): Promise<void> {
  addJobs(api, deps)
  addReport(api, deps)
  addActions(api, deps)
}

function addJobs(api: Api, { sql, secret, signals }: Deps): void {
  const waiter = new JobWaiter(signals)
  api.addHook('preClose', async () => waiter.close())

  api.get(
    '/vendor/import-jobs',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listImportJobs',
        summary: 'List import jobs',
        description:
          "Returns the vendor's bulk uploads, newest first. Import jobs are available for 90 days. " +
          'estimatedTotalCount is exact.',
        querystring: ImportJobQuery,
        response: { 200: ref(ImportJobPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const filters = readFilters(query)
      const list = { name: 'jobs', binding: ['import-jobs', vendorId, filters], query }
      const text = await readList(secret, list, (page) => listJobs(sql, vendorId, { page, filters }))
      return sendJson<ImportJobPage>(reply, text)
    }
  )

  api.get(
    '/vendor/import-jobs/:queue_id',
    {
      config: { access: vendorRead, isInteractive: false },
      schema: {
        ...tagged,
        operationId: 'getImportJob',
        summary: 'Read an import job',
        description:
          'Returns the status and the counters of a bulk upload. With `wait`, the response is sent when the job has ' +
          'ended or after that number of seconds; repeat the request while the status is RECEIVING, QUEUED or ' +
          'PROCESSING. The counters always match the statuses of the items.',
        params: jobParams,
        querystring: Type.Object(
          {
            wait: Type.Optional(
              Type.Integer({
                minimum: 0,
                description:
                  'The number of seconds to wait for the end of the job. Values above 25 count as 25. The server may ' +
                  'respond earlier if many requests are waiting.',
                examples: [25]
              })
            )
          },
          { additionalProperties: false }
        ),
        response: { 200: ref(ImportJob) }
      }
    },
    async (request, reply) => {
      const { vendorId } = request
      const id = request.params.queue_id.toLowerCase()
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort())
      const accessLost = request.query.wait ? request.accessCheck?.watch() : undefined
      const cancelled = accessLost ? AbortSignal.any([disconnected.signal, accessLost]) : disconnected.signal
      const job = await waiter.awaitEnd(
        { vendorId, id },
        { read: () => findJob(sql, vendorId, id), seconds: request.query.wait ?? 0, cancelled }
      )
      accessLost?.throwIfAborted()
      return sendJson<ImportJob>(reply, orNotFound(job).json)
    }
  )

  api.get(
    '/vendor/import-jobs/:queue_id/items',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listImportItems',
        summary: 'List the items of an import job',
        description:
          'Returns every submitted item with its status and errors, in the order of the upload. An image that could ' +
          'not be fetched appears in the warnings of its item. The items of a dry run say in `changes` what would change.',
        params: jobParams,
        querystring: ImportItemQuery,
        response: { 200: ref(ImportItemPage) }
      }
    },
    async ({ vendorId, params, query }, reply) =>
      sendJson<ImportItemPage>(
        reply,
        await readItems({ sql, secret }, { vendorId, id: params.queue_id, query })
      )
  )
}

function addReport(api: Api, deps: Deps): void {
  const sendReport = reportSender(api, deps)

  api.get(
    '/vendor/import-jobs/:queue_id/report',
    {
      config: { access: vendorRead, extraErrorStatuses: [409] },
      schema: {
        ...tagged,
        operationId: 'getImportReport',
        summary: 'Download the report of an import job',
        description:
          'Returns the submitted fields of all items, or of the items with one status, together with their results. ' +
          'The format is JSON unless the `Accept` header asks for NDJSON, CSV or a workbook (.xlsx). You can correct a JSON or NDJSON ' +
          'report and send it to bulk upload again: fields that begin with `_` are ignored there. CSV is meant for ' +
          'spreadsheets: an apostrophe is added before cells that begin with = + - or @.\n\n' +
          'A workbook has the failed items, unless `status` asks for others, in the columns of a template ' +
          '(`GET /vendor/templates`). Faulty cells are red and have the reason as a note. Correct them, and send the ' +
          'workbook to bulk upload with `retry_of`. The job must have ended, otherwise the response is 409 ' +
          'INVALID_TRANSITION. More than 100,000 rows are 400.\n\n' +
          'A vendor can download 8 reports at the same time; further requests get 503.',
        params: jobParams,
        querystring: ImportReportQuery,
        response: { 200: { description: 'The report', content: reportContent } }
      }
    },
    async (request, reply) => {
      const { vendorId } = request
      return sent(await sendReport(request, reply, { vendorId, owner: vendorId }))
    }
  )
}

function addActions(api: Api, { sql }: Deps): void {
  const threads = uploadThreadsOf(api)

  api.post(
    '/vendor/import-jobs/:queue_id/retry',
    {
      config: { access: vendorWrite, responseTimeoutMs: retryMs, isInteractive: false, checksKeyFirst: true },
      schema: {
        ...tagged,
        operationId: 'retryImportJob',
        summary: 'Retry the failed items of an import job',
        description:
          'Queues a new job with the failed items as they were submitted, and with the same on_existing and dry_run. ' +
          'The job must have ended. If none of its items failed, the response is 409 NOTHING_TO_RETRY.',
        params: jobParams,
        response: { 200: ref(QueuedUpload) }
      }
    },
    async (request, reply) => {
      const retry = await openRetry(sql, callerOf(request), request.params.queue_id.toLowerCase())
      // In a transaction, so that the error response is stored for the Idempotency-Key.
      if (retry instanceof Problem) return inTransaction(request, reply, () => Promise.reject(retry))
      return acceptUpload(request, reply, { threads, ...retry })
    }
  )

  api.post(
    '/vendor/import-jobs/:queue_id/cancel',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'cancelImportJob',
        summary: 'Cancel an import job',
        description:
          'Products that the job has already created remain. All other items and images become CANCELLED. If the job ' +
          'has ended, the response is 409 INVALID_TRANSITION.',
        params: jobParams,
        response: { 200: ref(ImportJob) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await cancelImport(tx, caller, request.params.queue_id.toLowerCase())
      }))
  )
}
