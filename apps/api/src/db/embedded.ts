import {
  knownCluster,
  type LocalPostgres,
  type LocalPostgresOptions,
  sessionName,
  startLocalPostgres
} from '@purveyor/local-postgres'

export { DatabaseStartError } from '@purveyor/local-postgres'

export type EmbeddedDatabase = LocalPostgres

const name = 'purveyor'

/** Finds or starts the PostgreSQL server whose data is in `dataDir`. See `startLocalPostgres`. */
export function startEmbeddedDatabase(
  dataDir: string,
  options: Omit<LocalPostgresOptions, 'name'>
): Promise<EmbeddedDatabase> {
  return startLocalPostgres(dataDir, { name, ...options })
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
