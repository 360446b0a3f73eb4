import type { ImportJob } from '@purveyor/client'
import { count, plural } from '../jobs/describe-job.ts'
import type { Output } from '../output/output.ts'
import { definitions } from '../output/wrap.ts'

/** The number of products that wait for approval. It is exact below 1,000, and an estimate from there on. */
export type Waiting = { products: number; isEstimate: boolean }

type Result = { job: ImportJob; notSent: number; waiting: Waiting | undefined }

/** Shows what the job has done, or would do after a dry run. */
export function showResult(out: Output, { job, notSent, waiting }: Result): void {
  out.line(headline(out, job, notSent))
  const lines = definitions(counterLines(job, notSent, waiting), out.width)
  for (const line of lines) out.line(line)
  if (job.images_failed === 0) return
  out.line()
  out.line(
    `\`purveyor get /vendor/import-jobs/${job.queue_id}/items\` shows why images could not be downloaded.`
  )
}

function headline(out: Output, job: ImportJob, notSent: number): string {
  const failed = job.items_failed + notSent
  if (job.status === 'FAILED')
    return out.red(`The service could not finish the job: ${job.error ?? 'unknown reason'}`)
  if (job.status === 'CANCELLED')
    return out.yellow('The job was cancelled. `--on-existing skip` sends the remaining rows.')
  const what = job.dry_run ? 'Dry run: nothing was changed.' : 'Done.'
  return failed > 0 ? out.yellow(`${what} ${plural(failed, 'row')} failed.`) : out.green(`✓ ${what}`)
}

function counterLines(job: ImportJob, notSent: number, waiting: Waiting | undefined): [string, string][] {
  const would = job.dry_run ? 'Would be ' : ''
  const label = (text: string) => (would ? would + text.toLowerCase() : text)
  const lines: [string, number, string?][] = [
    [label('Created'), job.items_created, waitingText(waiting)],
    [label('Updated'), job.items_updated],
    ['Skipped', job.items_skipped, 'their SKUs exist already'],
    ['Cancelled', job.items_cancelled],
    ['Refused by the service', job.items_failed],
    ['Not sent', notSent, 'errors in the file']
  ]
  const width = Math.max(...lines.map(([, value]) => count(value).length))
  const shown = lines.filter(([, value], index) => value > 0 || (index === 0 && job.items_total === 0))
  const counters = shown.map(([name, value, note]): [string, string] => [
    name,
    `${count(value).padStart(width)}${note ? `  (${note})` : ''}`
  ])
  return job.images_total > 0 && !job.dry_run ? [...counters, ['Images', imagesText(job)]] : counters
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
