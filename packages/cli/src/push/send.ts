import { randomUUID } from 'node:crypto'
import {
  type Job,
  type OnExisting,
  ProblemError,
  type Purveyor,
  type UploadItem,
  type UploadProduct
} from '@purveyor/client'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import type { CategoryChoices } from './category-choices.ts'
import { readItems } from './check.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { PushOptions } from './options.ts'

/** A push whose rows are sent. */
export type Sending = {
  context: Context
  client: Purveyor
  catalog: Catalog
  options: PushOptions
  choices: CategoryChoices
  journal: Journal
  /** An entry with the phase `sending`, if an earlier run of this command was interrupted. */
  earlier: JournalEntry | undefined
  /** The number of items to send. */
  items: number
}

/**
 * Sends the rows without errors as one upload, and returns its job. All runs of the same command use the same
 * Idempotency-Key, until the push has been reported, so that the upload is accepted only once.
 */
export async function sendRows(sending: Sending): Promise<Job> {
  const { context, client, catalog, options, journal, choices, earlier, items } = sending
  const { dryRun, onExisting } = options
  const entry: JournalEntry = earlier ?? {
    version: 2,
    key: `push-${randomUUID()}`,
    file: catalog.file.path,
    startedAt: new Date().toISOString(),
    categories: choices.stored(),
    phase: 'sending'
  }
  await journal.write(entry)
  try {
    const read = () => readItems(catalog, choices, dryRun)
    const job = await uploadItems(context, client, {
      ...{ read, items, dryRun, onExisting },
      idempotencyKey: entry.key
    })
    await journal.write({ ...entry, phase: 'queued', jobId: job.id })
    return job
  } catch (error) {
    throw await sendingError(sending, error)
  }
}

/** An upload of the items that `read` yields each time that it is called. */
type Upload = {
  read: () => AsyncGenerator<UploadItem | UploadProduct>
  /** The number of items. */
  items: number
  dryRun: boolean
  onExisting: OnExisting
  idempotencyKey?: string
}

/** Sends items as one upload, shows the progress, and returns the job. */
export async function uploadItems(
  context: Context,
  client: Purveyor,
  { read, items, ...options }: Upload
): Promise<Job> {
  const progress = context.out.progress('Sending', items)
  try {
    return await client.products.upload(read, {
      ...options,
      signal: context.signal,
      onSent: (sent) => progress.update(sent.items)
    })
  } finally {
    progress.stop()
  }
}

/** Returns the error to throw. If the service has refused the upload, the next run begins again. */
async function sendingError({ context, journal }: Sending, error: unknown): Promise<unknown> {
  if (context.signal.aborted) {
    return new CommandError('Interrupted while sending.', exitCodes.interrupted, {
      code: 'INTERRUPTED',
      hint: 'Run the same command again: it sends the file again, and the service accepts it only once.'
    })
  }
  // The file can't be read any more. The service does not accept an incomplete upload.
  if (error instanceof CommandError) return error
  if (!(error instanceof ProblemError) || error.isRetryable || error.status >= 500) {
    context.out.note(
      'The upload was interrupted. Run the same command again: the file is accepted only once.'
    )
  } else if (error.status !== 401) await journal.remove()
  return error
}
