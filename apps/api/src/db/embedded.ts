import {
  type LocalPostgres,
  type LocalPostgresOptions,
  sessionName,
  startLocalPostgres
} from '@purveyor/local-postgres'

export { DatabaseStartError } from '@purveyor/local-postgres'

export type EmbeddedDatabase = LocalPostgres

const name = 'purveyor'

/** Connects to the PostgreSQL server whose data is in `dataDir`, and starts it if needed. See `startLocalPostgres`. */
export function startEmbeddedDatabase(
  dataDir: string,
  options: Omit<LocalPostgresOptions, 'name'>
): Promise<EmbeddedDatabase> {
  return startLocalPostgres(dataDir, { name, ...options })
}

/** Returns the `application_name` of this process's connections. It shows which processes use the embedded server. */
export function applicationName(): string {
  return sessionName(name)
}
