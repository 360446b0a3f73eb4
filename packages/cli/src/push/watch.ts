import type { ImportJob, Job } from '@purveyor/client'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { count } from '../jobs/describe-job.ts'
import type { Progress } from '../output/output.ts'

/**
 * Waits until the job has ended, and shows its progress: first that of the items, then that of their images. After
 * Ctrl-C, throws a `CommandError` that says that the service goes on.
 */
export async function watch({ out, signal }: Context, job: Job): Promise<ImportJob> {
  let progress: Progress | undefined
  let isForImages = false
  const onProgress = (state: ImportJob) => {
    const itemsDone = state.items_total > 0 && state.items_processed === state.items_total
    if (itemsDone && !isForImages && state.images_total > 0) {
      isForImages = true
      progress = out.progress('Downloading images', state.images_total)
    }
    progress ??= out.progress('Processing', state.items_total || undefined)
    if (isForImages)
      progress.update(state.images_fetched + state.images_failed, failedNote(state.images_failed))
    else progress.update(state.items_processed, failedNote(state.items_failed))
  }
  try {
    return await job.finished({ onProgress, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new CommandError(
      'Stopped waiting. The service has all rows and goes on with them.',
      exitCodes.interrupted,
      {
        code: 'INTERRUPTED',
        hint:
          'Run the same command again to wait for the result.\n' +
          `\`purveyor jobs watch ${job.id}\` shows the progress. \`purveyor jobs cancel ${job.id}\` stops the job.`
      }
    )
  } finally {
    progress?.stop()
  }
}

function failedNote(failed: number): string {
  return failed > 0 ? `${count(failed)} failed` : ''
}
