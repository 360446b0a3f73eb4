import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../deps.ts'
import { invalid, Problem } from '../../errors.ts'
import { uploadLines } from '../../examples/bulk-examples.ts'
import { StreamedBody, streamTimes } from '../../http/body/streamed-body.ts'
import { callerOf } from '../../http/caller.ts'
import { fault, parameterFault } from '../../http/faults.ts'
import { readStreamedKey } from '../../http/idempotency.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { vendorWrite } from '../../http/server/access.ts'
import { runOnce, sendOutcome } from '../../http/transaction.ts'
import type { BulkOptions } from '../bulk-items/read-items.ts'
import { maxWorkbookBytes } from '../bulk-items/workbook/spool-workbook.ts'
import { workbookContent, workbookTypes } from '../bulk-items/workbook/workbook-types.ts'
import { requireEnded } from './job-actions.ts'
import { dropUpload, type IncomingUpload, queueUpload, receiveUpload } from './receive/receive-upload.ts'
import { type UploadThreads, uploadThreadsOf } from './receive/upload-threads.ts'
import { BulkUpload, QueuedUpload, UploadQuery } from './upload-schema.ts'

const MiB = 1024 * 1024
const maxBytes = { JSON: 64 * MiB, NDJSON: 2048 * MiB, WORKBOOK: maxWorkbookBytes }
/** The sources of uploads by the media types of their bodies. */
const sources = {
  'application/json': 'JSON',
  'application/x-ndjson': 'NDJSON',
  [workbookTypes.xlsx]: 'WORKBOOK',
  [workbookTypes.ods]: 'WORKBOOK'
} as const
/**
 * The time for storing the last items and queueing the job. It is added to the time limit for receiving the
 * body.
 */
const finishingMs = 60_000

/** `POST /vendor/products/bulk-upload` (contract 4.4). */
export async function bulkUploadRoutes(api: Api): Promise<void> {
  const threads = uploadThreadsOf(api)
  api.removeAllContentTypeParsers()
  for (const [type, source] of Object.entries(sources)) {
    const limits = { maxBytes: maxBytes[source], ending: threads.ending }
    api.addContentTypeParser(type, async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      return new StreamedBody(request, payload, limits)
    })
  }
  api.addContentTypeParser('*', (_request, _payload, done) => {
    const detail = 'Send the body as application/json, application/x-ndjson or a workbook (.xlsx or .ods).'
    done(new Problem('UNSUPPORTED_MEDIA_TYPE', { detail }))
  })

  api.post(
    '/vendor/products/bulk-upload',
    {
      config: {
        access: vendorWrite,
        bodyIsStreamed: true,
        responseTimeoutMs: streamTimes.totalMs + finishingMs
      },
      schema: {
        tags: [tags.bulk],
        operationId: 'bulkUploadProducts',
        summary: 'Upload many products',
        description:
          'Queues an import job and returns its id when all items are stored. The products that it creates have the ' +
          'status PENDING_APPROVAL. An item with the field `variants` has the fields of a new product, as in POST ' +
          '/vendor/products. Any other item describes a product with one variant; some of its fields are stored only ' +
          "in the product's metadata (see UploadItem).\n\n" +
          'A JSON body holds at most 50,000 items and 64 MiB. One invalid item rejects the ' +
          'whole request, and the response lists the first 1,000 errors; with `error_policy: reject_failed_items` ' +
          'only the invalid items fail. An NDJSON body holds one item per line, at most 1,000,000 items of at most 1 ' +
          'MiB each and 2 GiB in total. Its options are query parameters, and invalid lines fail as items of the job. ' +
          'A workbook (.xlsx or .ods) has at most 64 MiB. The first row of its first sheet has the names of the columns: ' +
          'fields, attributes as in a template, or other usual names. Its options are query parameters, too. Errors of its ' +
          'items have the `cell`, such as D17. `ignored_columns` in the response lists the columns that are not used.\n\n' +
          'JSON and NDJSON can be compressed (`Content-Encoding: gzip`); the limits apply to the decompressed body. If several ' +
          'items have the same SKU, all but the first fail. A vendor can have at most 55 unfinished jobs.',
        querystring: UploadQuery,
        body: {
          content: {
            'application/json': { schema: ref(BulkUpload) },
            'application/x-ndjson': {
              schema: {
                type: 'string',
                description: 'One UploadItem or UploadProduct per line',
                examples: [uploadLines]
              }
            },
            ...workbookContent
          }
        },
        response: { 200: ref(QueuedUpload) }
      }
    },
    async (request, reply) => {
      const { query } = request
      const body: unknown = request.body
      const source = sourceOf(request)
      const hasQuery = source !== 'JSON'
      if (!hasQuery) refuseQuery(query)
      if (!(body instanceof StreamedBody))
        throw invalid([fault('', 'REQUIRED', 'is required and must be JSON')])
      const retryOf = query.retry_of?.toLowerCase()
      if (retryOf) await requireEnded(request.server.deps.sql, request.vendorId, retryOf)
      return acceptUpload(request, reply, {
        ...{ threads, body: body.chunks() },
        source,
        fileName: query.file_name ?? null,
        ...(retryOf && { retryOf }),
        ...(hasQuery && { options: optionsOf(query) })
      })
    }
  )
}

/**
 * Receives an upload and queues it as a job. One transaction claims the `Idempotency-Key`, queues the job,
 * records its event and stores the response. If the transaction fails, the job is deleted before the error
 * response is sent.
 */
export async function acceptUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { threads, ...upload }: IncomingUpload & { threads: UploadThreads }
): Promise<QueuedUpload> {
  const { sql, pace } = request.server.deps
  const caller = callerOf(request)
  const accessLost = request.accessCheck?.watch()
  const received = await receiveUpload({ sql, pace, threads, accessLost }, caller, upload)
  const queue = async () => {
    readStreamedKey(request)
    return runOnce<QueuedUpload>(request, async (tx) => {
      await request.accessCheck?.confirm()
      return { json: await queueUpload(tx, caller, received) }
    })
  }
  return sendOutcome(reply, await queue().finally(() => dropUpload(sql, caller, received.id)))
}

function sourceOf(request: FastifyRequest): (typeof sources)[keyof typeof sources] {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  const name = type.trim().toLowerCase()
  return Object.entries(sources).find(([one]) => one === name)?.[1] ?? 'JSON'
}

/** Throws 400 if a JSON upload has options as query parameters. They belong in the body. */
function refuseQuery({ file_name: _, retry_of: __, ...options }: UploadQuery): void {
  const faults = Object.keys(options).map((name) =>
    parameterFault(
      name,
      'UNKNOWN_PARAMETER',
      'is a query parameter for NDJSON and workbooks only; for JSON, send it in the body; or send NDJSON with ' +
        'Content-Type: application/x-ndjson'
    )
  )
  if (faults.length > 0) throw invalid(faults)
}

function optionsOf({ on_existing, dry_run }: UploadQuery): BulkOptions {
  return {
    errorPolicy: 'reject_failed_items',
    onExisting: on_existing ?? 'fail',
    dryRun: dry_run ?? false
  }
}
