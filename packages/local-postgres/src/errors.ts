/**
 * Thrown if the embedded database can't be started or reached. `message` is written for the user who started
 * the program.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the code of a system or database error, or `undefined` for any other value. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
