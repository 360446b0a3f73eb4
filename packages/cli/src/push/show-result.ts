import type { ImportJob } from '@purveyor/client'
import { count } from '../output/numbers.ts'
import type { Output } from '../output/output.ts'
import { type Counter, headline, showCounters } from '../output/summary.ts'

/** The number of products that wait for approval. It is exact below 1,000, and an estimate from there on. */
export type Waiting = { products: number; isEstimate: boolean }

type Result = {
  job: ImportJob
  notSent: number
  /** The number of all rows that failed. */
  failedRows: number
  waiting: Waiting | undefined
  /** The command that shows what an update changes. */
  compare: string
}

/** Shows what the job has done, or would do after a dry run. */
export function showResult(out: Output, { job, notSent, failedRows, waiting, compare }: Result): void {
  out.line(headlineOf(out, job, failedRows))
  showCounters(out, countersOf(job, notSent, waiting))
  if (job.dry_run && job.items_updated > 0) {
    out.line()
    out.paragraph(`\`${compare}\` shows which products would change, and how.`)
  }
  if (job.images_failed > 0) {
    const items = `purveyor get /vendor/import-jobs/${job.queue_id}/items`
    out.line()
    out.paragraph(`\`${items}\` shows why images could not be downloaded.`)
  }
}

function headlineOf(out: Output, job: ImportJob, failedRows: number): string {
  if (job.status === 'FAILED')
    return out.red(`The service could not finish the job: ${job.error ?? 'unknown reason'}`)
  if (job.status === 'CANCELLED')
    return out.yellow('The job was cancelled. `--on-existing skip` sends the remaining rows.')
  return headline(out, { failed: failedRows, isDryRun: job.dry_run })
}

function countersOf(job: ImportJob, notSent: number, waiting: Waiting | undefined): Counter[] {
  const images = job.images_total > 0 && !job.dry_run
  const matched = 'existing products, changed or not'
  return [
    {
      name: job.dry_run ? 'Would be created' : 'Created',
      value: job.items_created,
      note: waitingText(waiting)
    },
    { name: job.dry_run ? 'Matched' : 'Updated', value: job.items_updated, note: matched },
    { name: 'Skipped', value: job.items_skipped, note: 'their SKUs exist already' },
    { name: 'Cancelled', value: job.items_cancelled },
    { name: 'Refused by the service', value: job.items_failed },
    { name: 'Not sent', value: notSent, note: 'errors in the file' },
    { name: 'With warnings', value: job.items_with_warnings },
    ...(images ? [{ name: 'Images', value: imagesText(job) }] : [])
  ]
}

function waitingText(waiting: Waiting | undefined): string | undefined {
  if (!waiting || waiting.products === 0) return undefined
  const about = waiting.isEstimate ? 'about ' : ''
  return `${about}${count(waiting.products)} ${waiting.products === 1 ? 'waits' : 'wait'} for approval`
}

function imagesText({ images_total, images_fetched, images_failed }: ImportJob): string {
  const fetched = `${count(images_fetched)} of ${count(images_total)} downloaded`
  return images_failed > 0 ? `${fetched}, ${count(images_failed)} failed` : fetched
}
