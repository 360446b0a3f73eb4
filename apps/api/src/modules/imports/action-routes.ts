import type { Api } from '../../deps.ts'
import { vendorWrite } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { cancelImport } from './cancel-import.ts'
import { itemThreadsOf } from './receive/item-threads.ts'
import { retryJob } from './retry-job.ts'
import { ImportJob, jobParams } from './schema.ts'
import { QueuedUpload } from './upload-schema.ts'

/** A million items are taken in again while the client waits. */
const longestMs = 15 * 60_000

/** What can be done with an import job (specification 4.4). */
export async function importActionRoutes(api: Api): Promise<void> {
  const threads = itemThreadsOf(api)

  api.post(
    '/vendor/import-jobs/:queue_id/retry',
    {
      config: { access: vendorWrite, answerMs: longestMs, isInteractive: false },
      schema: {
        tags: [tags.importJobs],
        operationId: 'retryImportJob',
        summary: 'Try the failed items of an import job again',
        description:
          'Queues a new job with the failed items only, as they were submitted, under the same on_existing and ' +
          'dry_run. The job must have ended; without a failed item it is 409 NOTHING_TO_RETRY.',
        params: jobParams,
        response: { 200: ref(QueuedUpload) }
      }
    },
    (request, reply) => retryJob(request, reply, { jobId: request.params.queue_id.toLowerCase(), threads })
  )

  api.post(
    '/vendor/import-jobs/:queue_id/cancel',
    {
      config: { access: vendorWrite },
      schema: {
        tags: [tags.importJobs],
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
