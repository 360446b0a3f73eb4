import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseStartError } from './db/driver/embedded.ts'
import { SessionError } from './db/driver/session-check.ts'
import { MigrationError } from './db/migrate/migrate.ts'
import { ServerVersionError } from './db/migrate/server-version.ts'
import { isOutage } from './db/races.ts'
import { InstallationError } from './installation/check-secret.ts'
import { startService } from './service.ts'
import { StartError } from './start-error.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  const config = readConfig(process.env)
  const service = await startService(config)
  const { close } = closeWithGrace(
    { delay: 10_000 + config.drainMs, logger: service.log, skip: [...stopSignals, 'unhandledRejection'] },
    ({ err }) => {
      if (err) service.log.fatal({ err }, 'stopping after an unexpected error')
      return service.stop()
    }
  )
  // If a connection is lost while the driver opens it, the driver can reject a promise that only the driver knows.
  process.on('unhandledRejection', (err) => {
    if (!isOutage(err)) throw err
    service.log.warn({ err }, 'a database connection was lost while it was opened')
  })
  // A signal to the process group arrives twice: once directly and once from npm. The second one must not
  // force an immediate exit, so it is ignored.
  let stopping = false
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (!stopping) close()
      stopping = true
    })
  }
} catch (error) {
  // For errors that an operator can fix, only the message is printed. Other errors have their stack printed.
  const isExplained = [
    ConfigError,
    DatabaseStartError,
    InstallationError,
    MigrationError,
    ServerVersionError,
    SessionError,
    StartError
  ].some((kind) => error instanceof kind)
  console.error(isExplained ? (error as Error).message : error)
  process.exit(1)
}
