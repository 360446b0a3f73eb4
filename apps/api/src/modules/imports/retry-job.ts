import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../errors.ts'
import { originOf } from '../../http/caller.ts'
import { inTransaction } from '../../http/transaction.ts'
import { findOutcome, type JobOutcome } from './queries.ts'
import { acceptUpload, type QueuedUpload } from './receive/accept-upload.ts'
import type { ItemThreads } from './receive/item-threads.ts'
import { openItems } from './report/open-report.ts'
import type { ReportedItem } from './report/report-forms.ts'
import { lineText, submittedMembers } from './report/submitted-fields.ts'
import { endStatuses } from './schema.ts'

/**
 * Takes in the failed items of a job that has ended as a new one, with the same options: they are checked anew. 409
 * where the job has not ended, or none of its items failed.
 */
export async function retryJob(
  request: FastifyRequest,
  reply: FastifyReply,
  { jobId, threads }: { jobId: string; threads: ItemThreads }
): Promise<QueuedUpload> {
  const { vendorId } = request
  const { sql } = request.server.deps
  const outcome = await findOutcome(sql, vendorId, jobId)
  const refusal = refusalOf(outcome)
  if (refusal || !outcome) return inTransaction(request, reply, () => Promise.reject(refusal))
  const { onExisting, dryRun } = outcome
  return acceptUpload(request, reply, {
    ...{ vendorId, threads, source: 'RETRY', retryOf: jobId },
    origin: originOf(request),
    options: { errorPolicy: 'reject_failed_items', onExisting, dryRun },
    body: linesOf(await openItems(sql, { vendorId, jobId, status: 'FAILED' }))
  })
}

function refusalOf(outcome: JobOutcome | undefined): Problem | undefined {
  if (!outcome) return notFound()
  if (!endStatuses.includes(outcome.status)) {
    return new Problem('INVALID_TRANSITION', { detail: `The job has not ended: it is ${outcome.status}.` })
  }
  return outcome.itemsFailed === 0 ? new Problem('NOTHING_TO_RETRY') : undefined
}

async function* linesOf(batches: AsyncIterable<ReportedItem[]>): AsyncGenerator<Buffer> {
  for await (const items of batches) {
    yield Buffer.from(items.map(({ line }) => `${asSubmitted(line)}\n`).join(''))
  }
}

/** A line as it was sent. What is no JSON stays one line that is not empty, since each is an item. */
function asSubmitted(line: string): string {
  if (submittedMembers(line) !== undefined) return line
  return (
    lineText(line)
      .replaceAll(/[\r\n]+/g, ' ')
      .trim() || '""'
  )
}
