import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { vendorRead } from '../../http/access.ts'
import { cursorsFor } from '../../http/cursor.ts'
import { tags } from '../../http/openapi.ts'
import { pageText, pagingQuery, readPage } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { createWaits } from './await-job.ts'
import { findJob, listJobs } from './queries.ts'
import { listItems } from './report/item-queries.ts'
import { ImportItemPage, ImportJob, ImportJobPage, ItemStatus, JobStatus, jobParams } from './schema.ts'

/** `/vendor/import-jobs`: what became of bulk uploads (specification 4.4). */
export async function importJobRoutes(api: Api, { sql, secret, signals }: Deps): Promise<void> {
  const tagged = { tags: [tags.importJobs] }
  const waits = createWaits(signals)
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
    async (request, reply) => {
      const { vendorId, query } = request
      const cursors = cursorsFor(secret, ['import-jobs', vendorId, query.status])
      const page = readPage(query, cursors)
      const { total, rows } = await listJobs(sql, vendorId, { page, status: query.status })
      return sendJson<ImportJobPage>(
        reply,
        pageText('jobs', rows, { page, cursors, estimatedTotalCount: total })
      )
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
    async (request, reply) => {
      const { vendorId, query } = request
      const jobId = request.params.queue_id.toLowerCase()
      const cursors = cursorsFor(secret, ['import-items', vendorId, jobId, query.status])
      const page = readPage(query, cursors)
      const rows = orNotFound(await listItems(sql, vendorId, { jobId, status: query.status, page }))
      return sendJson<ImportItemPage>(reply, pageText('items', rows, { page, cursors }))
    }
  )
}
