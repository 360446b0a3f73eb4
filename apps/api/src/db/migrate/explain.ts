import { DatabaseError, isConnectionLoss } from '../errors.ts'
import { MigrationError } from './migration-error.ts'

/**
 * Runs the statements of a file. An error of the server names the file and the line. `subject` begins the message, such
 * as `The migration 0001_one.sql`.
 */
export async function explain(
  { subject, text }: { subject: string; text: string },
  run: () => PromiseLike<unknown>
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof DatabaseError) || isConnectionLoss(error)) throw error
    const { message, position } = error
    const line = text.slice(0, Number(position ?? 0)).split('\n').length
    const location = position ? ` at line ${line}` : ''
    throw new MigrationError(`${subject} failed${location}: ${message}.`, { cause: error })
  }
}
