import {
  type LocalPostgres,
  type LocalPostgresOptions,
  sessionName,
  startLocalPostgres
} from '@purveyor/local-postgres'

export { DatabaseStartError } from '@purveyor/local-postgres'

export type EmbeddedDatabase = LocalPostgres

const name = 'purveyor'

/** Finds or starts the PostgreSQL that keeps its data below `dataDir`; see `startLocalPostgres`. */
export function startEmbeddedDatabase(
  dataDir: string,
  options: Omit<LocalPostgresOptions, 'name'>
): Promise<EmbeddedDatabase> {
  return startLocalPostgres(dataDir, { name, ...options })
}

/** The `application_name` of every connection of this process, by which the embedded server knows who uses it. */
export function applicationName(): string {
  return sessionName(name)
}
