import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { vendorRead, vendorWrite } from '../../http/access.ts'
import { callerOf } from '../../http/caller.ts'
import { tags } from '../../http/openapi.ts'
import { pagingQuery, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson, sent } from '../../http/send.ts'
import { StreamSlots } from '../../http/stream-slots.ts'
import { inTransaction } from '../../http/transaction.ts'
import { Waits } from './await-job.ts'
import { cancelImport, openRetry } from './job-actions.ts'
import { findJob, listJobs } from './queries.ts'
import { uploadThreadsOf } from './receive/upload-threads.ts'
import { chooseReportForm, openReport } from './report/report.ts'
import { listItems } from './report/report-queries.ts'
import {
  ImportItemPage,
  ImportJob,
  ImportJobPage,
  ItemStatus,
  JobStatus,
  jobParams,
  reportContent
} from './schema.ts'
import { acceptUpload } from './upload-routes.ts'
import { QueuedUpload } from './upload-schema.ts'

/** A million items are taken in again while the client waits. */
const retryMs = 15 * 60_000
/** Each stream holds a chunk of its job's items in memory while its reader is slow. */
const reportLimits = { maxAtOnce: 32, maxOfVendor: 8 }
/** While stopping, they have so long to end: less than the process has in all. */
const graceMs = 7_000
const tagged = { tags: [tags.importJobs] }

/** `/vendor/import-jobs`: what became of bulk uploads, and what can be done with them (contract 4.4). */
export async function importJobRoutes(api: Api, deps: Deps): Promise<void> {
  addJobs(api, deps)
  addReport(api, deps)
  addActions(api, deps)
}

function addJobs(api: Api, { sql, secret, signals }: Deps): void {
  const waits = new Waits(signals)
  api.addHook('preClose', async () => waits.close())

  api.get(
    '/vendor/import-jobs',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listImportJobs',
        summary: 'List import jobs',
        description: "The vendor's bulk uploads, newest first, kept 90 days. The count is exact.",
        querystring: pagingQuery({ status: Type.Optional(JobStatus) }),
        response: { 200: ref(ImportJobPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const { status } = query
      const list = { name: 'jobs', binding: ['import-jobs', vendorId, status], query }
      const text = await readList(secret, list, (page) => listJobs(sql, vendorId, { page, status }))
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
          'How far a bulk upload is. With `wait` the answer is held until the job has ended or the seconds have ' +
          'passed: ask again while the status is RECEIVING, QUEUED or PROCESSING. The counters equal what the items ' +
          'say at any moment.',
        params: jobParams,
        querystring: Type.Object(
          {
            wait: Type.Optional(
              Type.Integer({
                minimum: 0,
                description: 'Seconds; more than 25 is served as 25, and less where very many wait',
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
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const lost = request.query.wait ? request.accessCheck?.watch() : undefined
      const signal = lost ? AbortSignal.any([gone.signal, lost]) : gone.signal
      const job = await waits.awaitEnd(
        { vendorId, id },
        { look: () => findJob(sql, vendorId, id), seconds: request.query.wait ?? 0, gone: signal }
      )
      lost?.throwIfAborted()
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
          'Every submitted item and what became of it, in the order of the upload. An image that could not be fetched ' +
          'is a warning of its item.',
        params: jobParams,
        querystring: pagingQuery({ status: Type.Optional(ItemStatus) }),
        response: { 200: ref(ImportItemPage) }
      }
    },
    async ({ vendorId, params, query }, reply) => {
      const { status } = query
      const jobId = params.queue_id.toLowerCase()
      const list = { name: 'items', binding: ['import-items', vendorId, jobId, status], query }
      const text = await readList(secret, list, async (page) => ({
        rows: orNotFound(await listItems(sql, vendorId, { jobId, status, page }))
      }))
      return sendJson<ImportItemPage>(reply, text)
    }
  )
}

function addReport(api: Api, { sql }: Deps): void {
  const slots = new StreamSlots('reports', reportLimits)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  api.get(
    '/vendor/import-jobs/:queue_id/report',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getImportReport',
        summary: 'Read the report of an import job',
        description:
          'The submitted fields of all items, or of those with a status, and what became of them: as JSON, or by ' +
          '`Accept` as NDJSON or CSV. JSON and NDJSON can be corrected and sent to bulk upload as they are: fields that ' +
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

function addActions(api: Api, { sql }: Deps): void {
  const threads = uploadThreadsOf(api)

  api.post(
    '/vendor/import-jobs/:queue_id/retry',
    {
      config: { access: vendorWrite, answerMs: retryMs, isInteractive: false },
      schema: {
        ...tagged,
        operationId: 'retryImportJob',
        summary: 'Try the failed items of an import job again',
        description:
          'Queues a new job with the failed items only, as they were submitted, under the same on_existing and ' +
          'dry_run. The job must have ended; without a failed item it is 409 NOTHING_TO_RETRY.',
        params: jobParams,
        response: { 200: ref(QueuedUpload) }
      }
    },
    async (request, reply) => {
      const retry = await openRetry(sql, callerOf(request), request.params.queue_id.toLowerCase())
      // In a transaction, so that a refusal is stored under the Idempotency-Key.
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
          'What is created stays; the rest, images included, is CANCELLED. A job that has ended is 409 ' +
          'INVALID_TRANSITION.',
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
