import pg from 'pg'

/** An error that the database reported. `code` is its SQLSTATE. */
export const DatabaseError = pg.DatabaseError
export type DatabaseError = pg.DatabaseError

/**
 * No connection could be opened, or it was lost. `code` is that of the socket, such as ECONNRESET, or
 * CONNECT_FAILED, CONNECT_TIMEOUT, CONNECTION_CLOSED or CONNECTION_ENDED. The work that was in progress may
 * have been done or not.
 */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly code: string

  constructor(code: string, reason: string, cause?: unknown) {
    super(`The database connection failed: ${reason}.`, { cause })
    this.code = code
  }
}

/** A transaction whose COMMIT the database answered with ROLLBACK, because one of its statements had failed. */
export class RolledBack extends Error {
  override name = 'RolledBack'
  readonly code = '40000'

  constructor() {
    super('The transaction was rolled back, because one of its statements had failed.')
  }
}

/**
 * Returns the error to throw for an error of the driver. The driver reports what happens to a connection by
 * errors that mostly have no code.
 */
export function translateError(error: unknown, code = 'CONNECTION_CLOSED'): unknown {
  if (error instanceof pg.DatabaseError || error instanceof ConnectionError) return error
  const { name, message, code: driverCode } = error as Error & { code?: unknown }
  if (typeof driverCode === 'string') return new ConnectionError(driverCode, message, error)
  // For example a RangeError: a value of a result that could not be parsed.
  if (name !== 'Error') return error
  return new ConnectionError(/timeout/.test(message) ? 'CONNECT_TIMEOUT' : code, message, error)
}

/** True if the session has ended: the connection was lost, or the server ended it. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  // The timeouts of idle and of long transactions end the session. So do a shutdown and a crash of the server.
  return /^(08|57P0[1-5]|25P0[34])/.test(String(code)) || severity === 'FATAL' || severity === 'PANIC'
}

/**
 * True if a prepared statement can't be executed any more: the schema has changed, or its name is unknown to
 * the session, because an earlier statement with this name couldn't be parsed. It wasn't executed.
 */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
