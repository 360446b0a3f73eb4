/** What of an error is logged: never the values of rows or parameters, which the database puts into `detail`. */
export function loggableError(error: Error): Record<string, unknown> {
  const { code, constraint_name: constraint, table_name: table } = error as Error & Record<string, unknown>
  const cause = error.cause instanceof Error ? loggableError(error.cause) : undefined
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table, cause }
}

/** Where what the service does is logged: pino, or what Fastify makes of it. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}
