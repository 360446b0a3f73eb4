import { connect, type Sql } from '../db/connect.ts'

/**
 * Opens a session for a backup or a restore, whose statements may take as long as they need, whatever the database or
 * its user has as `statement_timeout`.
 */
export function connectUnlimited(databaseUrl: string): Sql {
  return connect(databaseUrl, { max: 1, statementTimeoutMs: 0, maxLifetime: null })
}
