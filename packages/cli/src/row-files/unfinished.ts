import { rm } from 'node:fs/promises'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

type Unfinished = {
  /** How much of the file has a result, as a sentence. */
  state: string
  /** The command that continues. */
  command: string
  journal: { path: string }
  /** True if any request has a result. */
  hasResults: boolean
}

/**
 * Returns the error to throw if a file wasn't sent to its end. It says how to continue, unless the service has
 * refused the first request: then nothing was applied, and the journal is removed.
 */
export async function unfinished(
  context: Context,
  error: unknown,
  { state, command, journal, hasResults }: Unfinished
): Promise<unknown> {
  const hint = `To continue within 23 hours, run the same command again: \`${command}\`. Nothing is applied twice.`
  if (context.signal.aborted)
    return new CommandError(`Interrupted. ${state}`, exitCodes.interrupted, { code: 'INTERRUPTED', hint })
  const { ProblemError } = await import('@purveyor/client')
  const isRefused = error instanceof ProblemError && !error.isRetryable && error.status < 500
  if (isRefused && !hasResults) await rm(journal.path, { force: true })
  else context.out.note(`${state} ${hint}`)
  return error
}
