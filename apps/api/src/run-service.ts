import closeWithGrace from 'close-with-grace'
import type { Config } from './config.ts'
import { isOutage } from './db/races.ts'
import type { Membership } from './processes/membership.ts'
import { startService } from './service.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type RunOptions = {
  membership?: Membership
  /** Called when the service has stopped, before the process exits. */
  beforeExit?(): Promise<void>
}

/** The time after which a process that is stopping exits, even if it isn't finished. */
export function stopMs({ drainMs }: Pick<Config, 'drainMs'>): number {
  return 10_000 + drainMs
}

/** Runs the service in this process until a signal stops it. */
export async function runAlone(config: Config): Promise<void> {
  const stop = await runService(config)
  for (const signal of stopSignals) process.on(signal, stop)
}

/**
 * Starts the service. Returns a function that stops it and then ends the process. After an unexpected error, the
 * service stops too, and the process exits with code 1.
 */
export async function runService(
  config: Config,
  { membership, beforeExit }: RunOptions = {}
): Promise<() => void> {
  const service = await startService(config, membership)
  const { close } = closeWithGrace(
    { delay: stopMs(config), logger: service.log, skip: [...stopSignals, 'unhandledRejection'] },
    async ({ err }) => {
      if (err) {
        service.log.fatal({ err }, 'stopping after an unexpected error')
        membership?.leave()
      }
      await service.stop()
      await beforeExit?.()
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
  return () => {
    if (!stopping) close()
    stopping = true
  }
}
