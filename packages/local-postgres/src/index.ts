import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { DatabaseStartError, messageOf } from './errors.ts'
import { withFileLock } from './file-lock.ts'
import { findLocation, knownCluster, type Location, logIn, openDataDir } from './location.ts'
import { createPatience } from './patience.ts'
import { countOthers, openPresence, type Presence } from './presence.ts'
import { isAlive, readPidFile } from './processes.ts'
import { findServer, type ServerOptions, startServer, stopServer } from './server.ts'

export { DatabaseStartError } from './errors.ts'
export { installCluster } from './install-cluster.ts'
export { knownCluster } from './location.ts'
export { sessionName } from './presence.ts'
export { isAlive } from './processes.ts'

export type LocalPostgresOptions = {
  /** The name of the database and of its superuser, and the prefix of every session's `application_name`. */
  name: string
  log: (message: string) => void
  /** PostgreSQL settings. They apply only if this call starts the server. */
  settings?: Record<string, string>
  /**
   * How long a starting server may show no progress, in milliseconds. Default: two minutes. As long as it makes
   * progress, such as in recovery after a crash, the start takes as long as it needs, and `log` gets a line now and then.
   */
  maxStallMs?: number
}

/** A running server that this process uses. */
export type LocalPostgres = {
  url: string
  /**
   * PostgreSQL's data directory. It is below `dataDir`, or under /var/lib if PostgreSQL's user can't access
   * `dataDir`.
   */
  location: string
  /**
   * Stops the server and waits until it has ended. A server that other processes use stops only if
   * `evenIfShared`.
   */
  stop(options?: { evenIfShared?: boolean }): Promise<void>
}

const restartRetryMs = 1000
const retryMs = 50
const timeoutMs = 60_000

type Attached = Presence & { location: Location; port: number }

/**
 * Starts the PostgreSQL 18 server for the database that belongs to `dataDir`, or uses this server if it is
 * already running. The first start creates the database. Any number of processes share one server. If the
 * server ends unexpectedly, it is started again at the same address. Throws `DatabaseStartError`, whose
 * message is written for the user.
 */
export async function startLocalPostgres(
  dataDir: string,
  options: LocalPostgresOptions
): Promise<LocalPostgres> {
  const folder = openDataDir(dataDir)
  const locked = <T>(work: () => Promise<T>) =>
    withFileLock(join(folder, 'postgres.lock'), work, { keepWaiting: createStartWatch(folder, options) })
  let stopping = false
  let restarting: Promise<void> | undefined

  let attached = await locked(() => attach(folder, options, onLost)).catch(explain)
  const { url, port } = attached

  function onLost() {
    if (!stopping) restarting ??= restart()
  }

  async function restart() {
    options.log('The embedded database ended unexpectedly. Starting it again.')
    for (let last = ''; !stopping; await sleep(restartRetryMs)) {
      try {
        await attached.session.end()
        attached = await locked(() => attach(folder, options, onLost, port))
        break
      } catch (error) {
        if (messageOf(error) !== last) options.log(messageOf(error))
        last = messageOf(error)
      }
    }
    restarting = undefined
  }

  async function detachOnce(evenIfShared: boolean) {
    stopping = true
    await restarting
    await locked(() => detach(attached, evenIfShared, options.log))
  }

  let stopped: Promise<void> | undefined
  function stop({ evenIfShared = false } = {}) {
    stopped ??= detachOnce(evenIfShared)
    return stopped
  }

  return { url, location: attached.location.cluster, stop }
}

/**
 * Returns a function that is true while another process starts the server, which may take long. It throws a
 * `DatabaseStartError` if the server makes no progress.
 */
function createStartWatch(folder: string, options: LocalPostgresOptions): () => boolean {
  let wait: ReturnType<typeof createPatience> | undefined
  return () => {
    const cluster = knownCluster(folder)
    const server = cluster && readPidFile(cluster)
    if (!server || server.status === 'ready' || !isAlive(server.pid)) return false
    wait ??= createPatience({ cluster, log: logIn(folder) }, options)
    wait(server)
    return true
  }
}

async function attach(
  folder: string,
  { name, log, settings, maxStallMs }: LocalPostgresOptions,
  onLost: () => void,
  fixedPort?: number
): Promise<Attached> {
  const location = findLocation(folder, { name, log })
  const password = await ensureCluster(location, log)
  const server: ServerOptions = { settings, fixedPort, log, maxStallMs }
  let deadline: number | undefined
  for (; !deadline || Date.now() < deadline; await sleep(retryMs)) {
    const port = (await findServer(location, server)) ?? (await startServer(location, server))
    deadline ??= Date.now() + timeoutMs
    if (fixedPort !== undefined && port !== fixedPort)
      throw new DatabaseStartError(
        `The embedded database now listens on port ${port}. Restart this program to connect to it.`
      )
    const presence = await openPresence({ name, port, password }, onLost)
    if (presence) return { ...presence, location, port }
  }
  throw new DatabaseStartError(
    `PostgreSQL in ${location.cluster} is running but accepted no connection for one minute.`
  )
}

async function detach(
  attached: Attached,
  evenIfShared: boolean,
  log: (message: string) => void
): Promise<void> {
  const others = evenIfShared ? 0 : await countOthers(attached.session, attached.location.name)
  await attached.session.end()
  if (others === 0) return await stopServer(attached.location)
  log(`The embedded database keeps running: ${others} other process${others === 1 ? ' uses' : 'es use'} it.`)
}

function explain(error: unknown): never {
  if (error instanceof DatabaseStartError) throw error
  throw new DatabaseStartError(`The embedded database cannot be started: ${messageOf(error)}.`, {
    cause: error
  })
}
