import type { Sql } from '../db/connect.ts'
import { lockRemovals } from '../modules/media/queries.ts'
import { BackupError } from './layout.ts'
import { limitLockWaits, readPid, readServerFacts, type ServerFacts } from './queries.ts'
import { connectUnlimited } from './unlimited.ts'

const lockTimeoutMs = 3000

/**
 * A session that lasts as long as a backup. The sweeper removes no files until it is closed. `check` throws a
 * BackupError if the connection was lost in the meantime.
 */
export type BackupSession = { sql: Sql; server: ServerFacts; check(): Promise<void>; close(): Promise<void> }

/** Opens the session of a backup. Throws a BackupError if another backup is running. */
export async function openBackupSession(databaseUrl: string): Promise<BackupSession> {
  const sql = connectUnlimited(databaseUrl)
  const close = () => sql.end({ timeout: 1 })
  try {
    const server = await readServerFacts(sql)
    // The sweeper holds the lock only during its statements.
    await limitLockWaits(sql, lockTimeoutMs)
    await lockRemovals(sql)
    const check = async () => {
      if ((await readPid(sql)) !== server.pid)
        throw new BackupError('The connection to the database was lost during the backup. Try again.')
    }
    await check()
    return { sql, server, check, close }
  } catch (error) {
    await close()
    if ((error as { code?: unknown }).code !== '55P03') throw error
    throw new BackupError('Another backup of this database is running. Wait until it has ended.')
  }
}
