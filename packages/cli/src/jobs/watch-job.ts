import type { ImportJob, Job } from '@purveyor/client'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Progress } from '../output/output.ts'
import { count } from './describe-job.ts'

function noteOf(job: ImportJob): string {
  const parts = []
  if (job.items_failed > 0) parts.push(`${count(job.items_failed)} failed`)
  if (job.images_total > 0) parts.push(`${count(job.images_fetched)}/${count(job.images_total)} images`)
  return parts.join(', ')
}

/**
 * Waits until the job has ended, and shows its progress. On Ctrl-C, throws a `CommandError` that says that the
 * job continues.
 */
export async function watchJob(context: Context, job: Job): Promise<ImportJob> {
  const { out, signal } = context
  let progress: Progress | undefined
  const onProgress = (state: ImportJob) => {
    if (state.items_total === 0) return
    progress ??= out.progress('Processing', state.items_total)
    progress.update(state.items_processed, noteOf(state))
  }
  try {
    return await job.finished({ onProgress, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new CommandError('Stopped watching. The service continues with the job.', exitCodes.interrupted, {
      code: 'INTERRUPTED',
      hint: `\`purveyor jobs watch ${job.id}\` shows it again. \`purveyor jobs cancel ${job.id}\` stops it.`
    })
  } finally {
    progress?.stop()
  }
}
