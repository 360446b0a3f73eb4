import type { ImportJob } from '@purveyor/client'
import { importsTexts } from '../../texts/import.ts'

/** True while a job still processes rows. */
export function isRunning({ status }: Pick<ImportJob, 'status'>): boolean {
  return status === 'RECEIVING' || status === 'QUEUED' || status === 'PROCESSING'
}

/** Returns what an import is called: its file, or where it comes from. */
export function jobName({ file_name, source }: ImportJob): string {
  return file_name ?? importsTexts.unnamed[source]
}

/** Returns the counts of an import that aren't 0, as texts. */
export function jobCounts(job: ImportJob): string[] {
  const { counts } = importsTexts
  const waiting = job.items_total - job.items_processed
  const texts: [number, (count: number) => string][] = [
    [job.items_created, counts.created],
    [job.items_updated, counts.updated],
    [job.items_skipped, counts.skipped],
    [job.items_failed, counts.failed],
    [job.items_cancelled, counts.cancelled],
    [waiting, counts.waiting]
  ]
  return texts.flatMap(([count, text]) => (count > 0 ? [text(count)] : []))
}
