import type { ImportJob } from '@purveyor/client'
import { warningsCommand } from '../catalog-file/show-warnings.ts'
import type { ExitCode } from '../exit-codes.ts'
import { exitCodes } from '../exit-codes.ts'
import { count, plural } from '../output/numbers.ts'
import type { Output } from '../output/output.ts'
import { localTime } from '../time.ts'

/** Returns the status in the colour of its outcome. */
export function colouredStatus(out: Output, { status }: ImportJob): string {
  if (status === 'COMPLETED') return out.green(status)
  if (status === 'FAILED') return out.red(status)
  if (status === 'COMPLETED_WITH_ERRORS' || status === 'CANCELLED') return out.yellow(status)
  return status
}

/** Returns the counters of a job that aren't zero, such as `17 created, 3 failed`. */
export function describeItems(job: ImportJob): string {
  const counters: [number, string][] = [
    [job.items_created, job.dry_run ? 'would be created' : 'created'],
    [job.items_updated, job.dry_run ? 'would be updated' : 'updated'],
    [job.items_skipped, 'skipped'],
    [job.items_failed, 'failed'],
    [job.items_cancelled, 'cancelled']
  ]
  const parts = counters.flatMap(([value, name]) => (value > 0 ? [`${count(value)} ${name}`] : []))
  return parts.join(', ') || 'none processed'
}

/** Returns the counters of the images of a job, such as `40 of 40 downloaded`. */
export function describeImages(job: ImportJob): string {
  const failed = job.images_failed > 0 ? `, ${count(job.images_failed)} failed` : ''
  return `${count(job.images_fetched)} of ${count(job.images_total)} downloaded${failed}`
}

/** Returns the lines that describe a job, such as `['Status', 'COMPLETED']`. */
export function jobLines(out: Output, job: ImportJob): [string, string][] {
  const lines: [string, string][] = [
    ['Job', job.queue_id],
    ['Status', colouredStatus(out, job) + (job.dry_run ? ' (dry run: nothing was written)' : '')],
    ['Items', `${count(job.items_processed)} of ${count(job.items_total)} processed: ${describeItems(job)}`]
  ]
  if (job.items_with_warnings > 0)
    lines.push([
      'Warnings',
      `in ${plural(job.items_with_warnings, 'item')}: ${warningsCommand(job.queue_id)}`
    ])
  if (job.images_total > 0) lines.push(['Images', describeImages(job)])
  if (job.error) lines.push(['Error', job.error])
  if (job.retry_of) lines.push(['Retry of', job.retry_of])
  lines.push(['Created', `${localTime(job.created_at)}${job.created_by ? ` by ${job.created_by}` : ''}`])
  if (job.started_at) lines.push(['Started', localTime(job.started_at)])
  if (job.finished_at) lines.push(['Finished', localTime(job.finished_at)])
  return lines
}

/** Returns the exit code of a command that waited for the job. */
export function exitCodeOf(job: ImportJob): ExitCode {
  if (job.status === 'FAILED' || job.status === 'CANCELLED') return exitCodes.failed
  return job.items_failed > 0 ? exitCodes.partlyFailed : exitCodes.done
}
