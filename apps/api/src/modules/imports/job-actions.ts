import type { Sql, Tx } from '../../db/connect.ts'
import { invalid, notFound, orNotFound, Problem } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { parameterFault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findJob, findOutcome } from './queries.ts'
import type { IncomingUpload } from './receive/receive-upload.ts'
import { openItems, type ReportedItem } from './report/report.ts'
import { lineText, submittedMembers } from './report/submitted-fields.ts'
import { endStatuses, type ImportJob, type JobStatus } from './schema.ts'
import { cancelJob } from './work/job-queries.ts'

/** Cancels a job and returns it. Throws 404 if the vendor has no such job, and 409 if the job has ended. */
export async function cancelImport(tx: Tx, caller: Caller, id: string): Promise<JsonText<ImportJob>> {
  const { vendorId } = caller
  const { cancelled, status } = orNotFound(await cancelJob(tx, vendorId, { id, origin: caller }))
  if (!cancelled) {
    throw new Problem('INVALID_TRANSITION', {
      detail: `The import job has already ended with status ${status}.`
    })
  }
  return orNotFound(await findJob(tx, vendorId, id)).json
}

/**
 * Returns the failed items of a job as a new upload with the same options, in which they are checked again.
 * Returns a problem instead of throwing it: 404 if the vendor has no such job, 409 if the job hasn't ended or
 * has no failed items.
 */
export async function openRetry(
  sql: Sql,
  { vendorId }: Caller,
  jobId: string
): Promise<IncomingUpload | Problem> {
  const outcome = await findOutcome(sql, vendorId, jobId)
  if (!outcome) return notFound()
  const { status, itemsFailed, onExisting, dryRun, fileName } = outcome
  if (!endStatuses.includes(status)) return notEnded(status)
  if (itemsFailed === 0) return new Problem('NOTHING_TO_RETRY')
  return {
    source: 'RETRY',
    retryOf: jobId,
    fileName,
    options: { errorPolicy: 'reject_failed_items', onExisting, dryRun },
    body: linesOf(await openItems(sql, { vendorId, jobId, status: 'FAILED' }))
  }
}

/**
 * Throws 400 if the vendor has no job with the id that the parameter `retry_of` of an upload names, and 409 if the job
 * hasn't ended.
 */
export async function requireEnded(sql: Sql, vendorId: string, jobId: string): Promise<void> {
  const outcome = await findOutcome(sql, vendorId, jobId)
  if (!outcome) throw invalid([parameterFault('retry_of', 'UNKNOWN_ID', 'must be the id of an import job')])
  refuseUnended(outcome.status)
}

/** Throws 409 unless the status is a final one. */
export function refuseUnended(status: JobStatus): void {
  if (!endStatuses.includes(status)) throw notEnded(status)
}

function notEnded(status: JobStatus): Problem {
  const detail = `The import job hasn't ended: its status is ${status}. Try again when it has ended.`
  return new Problem('INVALID_TRANSITION', { detail })
}

async function* linesOf(batches: AsyncIterable<ReportedItem[]>): AsyncGenerator<Buffer> {
  for await (const items of batches) {
    yield Buffer.from(items.map(({ line }) => `${asSubmitted(line)}\n`).join(''))
  }
}

/**
 * Returns the text of a stored item as it was sent. If the text isn't a JSON object, its line breaks become
 * spaces, and an empty text becomes `""`, so that the retry reads it as exactly one item again.
 */
function asSubmitted(line: string): string {
  if (submittedMembers(line) !== undefined) return line
  return (
    lineText(line)
      .replaceAll(/[\r\n]+/g, ' ')
      .trim() || '""'
  )
}
