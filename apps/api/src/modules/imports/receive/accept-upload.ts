import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../db/connect.ts'
import { type Origin, recordEvent } from '../../../events.ts'
import { readStreamedKey } from '../../../http/idempotency.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { type Outcome, runOnce, sendOutcome } from '../../../http/transaction.ts'
import { signal } from '../../../jobs/signals.ts'
import { queueJob } from './intake-queries.ts'
import type { ItemThreads } from './item-threads.ts'
import type { ReadLimits } from './read-items.ts'
import {
  cancelledMeanwhile,
  dropUpload,
  type IncomingUpload,
  type ReceivedUpload,
  receiveUpload
} from './receive-upload.ts'

export type QueuedUpload = { queue_id: string }

/**
 * Receives an upload and queues it: the claim of the `Idempotency-Key`, the job's status, its event and the kept answer
 * are one transaction. Where that does not come about, no job is left.
 */
export async function acceptUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { threads, limits, ...upload }: IncomingUpload & { threads: ItemThreads; limits?: ReadLimits }
): Promise<QueuedUpload> {
  const { sql, pace } = request.server.deps
  const lost = request.accessCheck?.watch()
  const received = await receiveUpload({ sql, pace, threads, lost, ...(limits && { limits }) }, upload)
  return sendOutcome(reply, await queueOrDrop(request, received, upload.origin))
}

/** Nothing is answered before what is not to stay is gone. */
async function queueOrDrop(
  request: FastifyRequest,
  received: ReceivedUpload,
  origin: Origin
): Promise<Outcome<QueuedUpload>> {
  try {
    readStreamedKey(request)
    return await runOnce<QueuedUpload>(request, async (tx) => {
      await request.accessCheck?.confirm()
      return { json: await queueUpload(tx, received, origin) }
    })
  } finally {
    await dropUpload(request.server.deps.sql, received)
  }
}

/** Queues a received job in the transaction that answers for it; 409 where it was cancelled. */
async function queueUpload(
  tx: Tx,
  { id, vendorId, itemsTotal, options }: ReceivedUpload,
  origin: Origin
): Promise<JsonText<QueuedUpload>> {
  if (!(await queueJob(tx, vendorId, { id, itemsTotal, options }))) throw cancelledMeanwhile()
  await recordEvent(tx, origin, {
    type: 'import_job.queued',
    vendorId,
    subject: { type: 'import_job', id },
    details: { itemsTotal, dryRun: options.dryRun }
  })
  await signal(tx, 'imports')
  return JSON.stringify({ queue_id: id })
}
