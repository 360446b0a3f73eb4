import type { Config } from '../config.ts'
import { connect, type Sql } from '../db/connect.ts'
import { startEmbeddedDatabase } from '../db/driver/embedded.ts'
import { requireServerVersion } from '../db/migrate/server-version.ts'

/**
 * Runs `work` with a pool of three connections to the database at DATABASE_URL, or to the embedded database,
 * which is started if it isn't running. Throws if the server has another version than the service needs.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (sql: Sql) => Promise<T>
): Promise<T> {
  const embedded = databaseUrl ? undefined : await startEmbeddedDatabase(dataDir, { log: note })
  const sql = connect(databaseUrl ?? embedded?.url ?? '', { max: 3 })
  try {
    await requireServerVersion(sql)
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
    await embedded?.stop()
  }
}

/** Prints a note about the progress of a command, which isn't part of its result. */
export function note(message: string): void {
  process.stderr.write(`${message}\n`)
}
