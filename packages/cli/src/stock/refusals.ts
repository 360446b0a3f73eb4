import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { count } from '../output/numbers.ts'
import type { Journal } from '../row-files/journal.ts'
import { rowRange } from '../row-files/send-chunks.ts'
import { localTime } from '../time.ts'

/** The error for a file of changes that was applied a short time ago. */
export function alreadyApplied(file: string, finishedAt: Date): CommandError {
  return new CommandError(
    `The changes of ${file} were already applied at ${localTime(finishedAt)}.`,
    exitCodes.usage,
    {
      code: 'ALREADY_APPLIED',
      hint: 'Nothing was sent. To apply all rows a second time, add --again.'
    }
  )
}

/**
 * The error for a file of changes whose application was interrupted so long ago that the service no longer
 * stores what it did with the last request.
 */
export function interruptedTooLong<Body, Result>(
  file: string,
  { pending, begunUnits, startedAt }: Journal<Body, Result>
): CommandError {
  const unknown = rowRange(pending?.rows.flat() ?? [])
  const before = begunUnits - (pending?.units ?? 0)
  const earlier = before > 0 ? `The ${count(before)} rows before them were sent. ` : ''
  return new CommandError(
    `The run of ${localTime(startedAt)} was interrupted more than 23 hours ago. It is no longer possible to find ` +
      `out from the service whether it applied the rows ${unknown} of ${file}.`,
    exitCodes.usage,
    {
      code: 'INTERRUPTED_TOO_LONG_AGO',
      hint:
        `Nothing was sent. ${earlier}Compare the stock of one of these rows with the file. Then remove the rows that ` +
        'are already applied from the file, and run the command again.'
    }
  )
}
