/**
 * Returns those fields of an error that may be written to the log. PostgreSQL's `detail` is left out, because
 * it contains values of rows.
 */
export function loggableError(error: Error): Record<string, unknown> {
  const { code, constraint, table } = error as Error & Record<string, unknown>
  const cause = error.cause instanceof Error ? loggableError(error.cause) : undefined
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table, cause }
}

/** The part of pino's logger interface that the service uses. Fastify's logger has it too. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}
