/** The embedded database cannot be started or reached; `message` is one sentence for whoever started the program. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of a system or database error, `undefined` for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
