import { ConfigError } from './config.ts'
import { DatabaseStartError } from './db/driver/embedded.ts'
import { SessionError } from './db/driver/session-check.ts'
import { MigrationError } from './db/migrate/migrate.ts'
import { ServerVersionError } from './db/migrate/server-version.ts'
import { InstallationError } from './installation/check-secret.ts'
import { StartError } from './start-error.ts'

/** The errors that an operator can fix. Their messages are written for the operator. */
const explained = [
  ConfigError,
  DatabaseStartError,
  InstallationError,
  MigrationError,
  ServerVersionError,
  SessionError,
  StartError
]

/** Returns only the message of an error that an operator can fix, and any other error as it is, with its stack. */
export function explainError(error: unknown): unknown {
  return explained.some((kind) => error instanceof kind) ? (error as Error).message : error
}
