import type { Sql, Tx } from '../../db/connect.ts'
import { notFound, orNotFound, Problem } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findJob, findOutcome } from './queries.ts'
import type { IncomingUpload } from './receive/receive-upload.ts'
import { openItems, type ReportedItem } from './report/report.ts'
import { lineText, submittedMembers } from './report/submitted-fields.ts'
import { endStatuses, type ImportJob } from './schema.ts'
import { cancelJob } from './work/job-queries.ts'

/** Cancels a job that has not ended, and answers it; else 409 with its status. */
export async function cancelImport(tx: Tx, caller: Caller, id: string): Promise<JsonText<ImportJob>> {
  const { vendorId } = caller
  const { cancelled, status } = orNotFound(await cancelJob(tx, vendorId, { id, origin: caller }))
  if (!cancelled) {
    throw new Problem('INVALID_TRANSITION', { detail: `The job has ended: it is ${status}.` })
  }
  return orNotFound(await findJob(tx, vendorId, id)).json
}

/**
 * The failed items of a job that has ended as an upload with the same options, whose items are checked again; or why
 * there is none: 404, 409 where the job has not ended or none of its items failed.
 */
export async function openRetry(
  sql: Sql,
  { vendorId }: Caller,
  jobId: string
): Promise<IncomingUpload | Problem> {
  const outcome = await findOutcome(sql, vendorId, jobId)
  if (!outcome) return notFound()
  const { status, itemsFailed, onExisting, dryRun } = outcome
  if (!endStatuses.includes(status)) {
    return new Problem('INVALID_TRANSITION', { detail: `The job has not ended: it is ${status}.` })
  }
  if (itemsFailed === 0) return new Problem('NOTHING_TO_RETRY')
  return {
    source: 'RETRY',
    retryOf: jobId,
    options: { errorPolicy: 'reject_failed_items', onExisting, dryRun },
    body: linesOf(await openItems(sql, { vendorId, jobId, status: 'FAILED' }))
  }
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
