import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  DatabaseStartError,
  installCluster,
  knownCluster,
  type LocalPostgres,
  type LocalPostgresOptions,
  sessionName,
  startLocalPostgres
} from '@purveyor/local-postgres'

export { DatabaseStartError } from '@purveyor/local-postgres'

export type EmbeddedDatabase = LocalPostgres

const name = 'purveyor'

/** The file that is in a data folder while a backup is being restored into it. */
export const restoreMarker = 'restore-incomplete'

/**
 * Finds or starts the PostgreSQL server whose data is in `dataDir`. See `startLocalPostgres`. Throws
 * `DatabaseStartError` if a restore into `dataDir` was interrupted, because the database would be empty or
 * not consistent. The restore itself sets `isRestore`.
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  { isRestore, ...options }: Omit<LocalPostgresOptions, 'name'> & { isRestore?: boolean }
): Promise<EmbeddedDatabase> {
  if (!isRestore && existsSync(join(dataDir, restoreMarker)))
    throw new DatabaseStartError(
      `A restore into ${dataDir} is running or was interrupted: wait for it, or delete the folder and restore again.`
    )
  return await startLocalPostgres(dataDir, { name, ...options })
}

/**
 * Makes the files that `fill` writes into a folder the embedded database of `dataDir`. See `installCluster`.
 */
export function installEmbeddedDatabase(
  dataDir: string,
  options: Omit<LocalPostgresOptions, 'name'>,
  fill: (folder: string) => Promise<void>
): Promise<string> {
  return installCluster(dataDir, { name, ...options }, fill)
}

/** True if the data folder has a database, which may be stopped. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return knownCluster(dataDir) !== undefined
}

/**
 * Returns the `application_name` of this process's connections. The processes that use the server are counted
 * by this name.
 */
export function applicationName(): string {
  return sessionName(name)
}
