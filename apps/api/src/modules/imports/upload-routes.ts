import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../deps.ts'
import { invalid, Problem } from '../../errors.ts'
import { vendorWrite } from '../../http/access.ts'
import { callerOf } from '../../http/caller.ts'
import { fault, parameterFault } from '../../http/faults.ts'
import { readStreamedKey } from '../../http/idempotency.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { StreamedBody, streamTimes } from '../../http/streamed-body.ts'
import { runOnce, sendOutcome } from '../../http/transaction.ts'
import type { BulkOptions } from '../bulk-items/read-items.ts'
import { dropUpload, type IncomingUpload, queueUpload, receiveUpload } from './receive/receive-upload.ts'
import { type UploadThreads, uploadThreadsOf } from './receive/upload-threads.ts'
import { BulkUpload, QueuedUpload, UploadQuery, uploadExample } from './upload-schema.ts'

const MiB = 1024 * 1024
const maxBytes = { JSON: 64 * MiB, NDJSON: 2048 * MiB }
/** Beyond the time that a body may take, for what is left to do then. */
const finishingMs = 60_000

/** `POST /vendor/products/bulk-upload` (contract 4.4). */
export async function bulkUploadRoutes(api: Api): Promise<void> {
  const threads = uploadThreadsOf(api)
  api.removeAllContentTypeParsers()
  for (const [type, source] of [
    ['application/json', 'JSON'],
    ['application/x-ndjson', 'NDJSON']
  ] as const) {
    const limits = { maxBytes: maxBytes[source], ending: threads.ending }
    api.addContentTypeParser(type, async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      return new StreamedBody(request, payload, limits)
    })
  }
  api.addContentTypeParser('*', (_request, _payload, done) => {
    const detail = 'Send the body as application/json or application/x-ndjson.'
    done(new Problem('UNSUPPORTED_MEDIA_TYPE', { detail }))
  })

  api.post(
    '/vendor/products/bulk-upload',
    {
      config: { access: vendorWrite, bodyIsStreamed: true, answerMs: streamTimes.totalMs + finishingMs },
      schema: {
        tags: [tags.bulk],
        operationId: 'bulkUploadProducts',
        summary: 'Upload many products',
        description:
          'Queues an import job and answers its id once everything is stored; the products that it creates begin as ' +
          'PENDING_APPROVAL. As JSON at most 50,000 items and 64 MiB: one bad item refuses the request with every fault ' +
          '(the first 1,000 are listed), unless `error_policy` is `reject_failed_items`. As NDJSON one item a line, at ' +
          'most 1,000,000 items of 1 MiB each and 2 GiB: bad lines fail on the job, and the options are query ' +
          'parameters. Either may be compressed (`Content-Encoding: gzip`); the bounds hold for what it unfolds to. ' +
          'Of items with the same code the first counts, the others fail. At most 55 jobs of a vendor can be under way.',
        querystring: UploadQuery,
        body: {
          content: {
            'application/json': { schema: { ...ref(BulkUpload), examples: [uploadExample] } },
            'application/x-ndjson': {
              schema: {
                type: 'string',
                description: 'One UploadItem a line',
                examples: [`${uploadExample.items.map((item) => JSON.stringify(item)).join('\n')}\n`]
              }
            }
          }
        },
        response: { 200: ref(QueuedUpload) }
      }
    },
    async (request, reply) => {
      const { query } = request
      const body: unknown = request.body
      const isLines = /^application\/x-ndjson\b/i.test(request.headers['content-type']?.trim() ?? '')
      if (!isLines) refuseQuery(query)
      if (!(body instanceof StreamedBody)) throw invalid([fault('', 'REQUIRED', 'a JSON body is required')])
      return acceptUpload(request, reply, {
        ...{ threads, body: body.chunks() },
        source: isLines ? 'NDJSON' : 'JSON',
        ...(isLines && { options: optionsOf(query) })
      })
    }
  )
}

/**
 * Receives an upload and queues it: the claim of the `Idempotency-Key`, the job's status, its event and the stored
 * answer are one transaction. Where that does not come about, no job is left before anything is answered.
 */
export async function acceptUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { threads, ...upload }: IncomingUpload & { threads: UploadThreads }
): Promise<QueuedUpload> {
  const { sql, pace } = request.server.deps
  const caller = callerOf(request)
  const lost = request.accessCheck?.watch()
  const received = await receiveUpload({ sql, pace, threads, lost }, caller, upload)
  const queue = async () => {
    readStreamedKey(request)
    return runOnce<QueuedUpload>(request, async (tx) => {
      await request.accessCheck?.confirm()
      return { json: await queueUpload(tx, caller, received) }
    })
  }
  return sendOutcome(reply, await queue().finally(() => dropUpload(sql, caller, received.id)))
}

/** JSON has its options in the body. */
function refuseQuery(query: UploadQuery): void {
  const faults = Object.keys(query).map((name) =>
    parameterFault(name, 'UNKNOWN_PARAMETER', 'is for NDJSON only: send it in the body')
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
