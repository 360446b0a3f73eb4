import type { ImportJob, Job } from '@purveyor/client'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { count } from '../output/numbers.ts'
import type { Output, Progress } from '../output/output.ts'

/**
 * Waits until the job has ended, and shows its progress: first that of the items, then that of their images. On
 * Ctrl-C, throws a `CommandError` that says that the job continues, with `hint` as the first line of its hint.
 */
export async function watchJob({ out, signal }: Context, job: Job, hint = ''): Promise<ImportJob> {
  const progress = jobProgress(out)
  try {
    return await job.finished({ onProgress: progress.update, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new CommandError('Stopped watching. The service continues with the job.', exitCodes.interrupted, {
      code: 'INTERRUPTED',
      hint: `${hint && `${hint}\n`}\`purveyor jobs watch ${job.id}\` shows it again. \`purveyor jobs cancel ${job.id}\` stops it.`
    })
  } finally {
    progress.stop()
  }
}

function jobProgress(out: Output) {
  let progress: Progress | undefined
  let isForImages = false
  return {
    update(job: ImportJob) {
      if (job.items_total === 0) return
      if (!isForImages && job.images_total > 0 && job.items_processed === job.items_total) {
        isForImages = true
        progress = out.progress('Downloading images', job.images_total)
      }
      progress ??= out.progress('Processing', job.items_total)
      if (isForImages) progress.update(job.images_fetched + job.images_failed, failedNote(job.images_failed))
      else progress.update(job.items_processed, failedNote(job.items_failed))
    },
    stop: () => progress?.stop()
  }
}

function failedNote(failed: number): string {
  return failed > 0 ? `${count(failed)} failed` : ''
}
