import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { DatabaseStartError, messageOf } from './errors.ts'
import { withFileLock } from './file-lock.ts'
import { findPlace, openDataDir, type Place } from './location.ts'
import { countOthers, openPresence, type Presence } from './presence.ts'
import { findServer, type ServerOptions, startServer, stopServer } from './server.ts'

export { DatabaseStartError } from './errors.ts'
export { sessionName } from './presence.ts'
export { isAlive } from './server.ts'

export type LocalPostgresOptions = {
  /** Of the database and its superuser, and the start of every session's `application_name`. */
  name: string
  log: (message: string) => void
  /** Settings for a server that is started here. */
  settings?: Record<string, string>
}

export type LocalPostgres = {
  url: string
  /** PostgreSQL's own data folder: below `dataDir`, or where root's stand-in could reach one. */
  location: string
  /** Ends the server and waits for it, unless another process uses it and `evenIfShared` is not set. */
  stop(options?: { evenIfShared?: boolean }): Promise<void>
}

const reviveEveryMs = 1000
const retryMs = 50
const patienceMs = 60_000

type Attached = Presence & { place: Place; port: number }

/**
 * Finds or starts the PostgreSQL 18 that keeps its data below `dataDir`, and makes it the first time. Any number of
 * processes share one server; one that goes away under us is started again at the same address. `settings` go to a
 * server that is started here. Throws `DatabaseStartError`, whose message is for people.
 */
export async function startLocalPostgres(
  dataDir: string,
  options: LocalPostgresOptions
): Promise<LocalPostgres> {
  const folder = openDataDir(dataDir)
  const locked = <T>(work: () => Promise<T>) => withFileLock(join(folder, 'postgres.lock'), work)
  let stopping = false
  let reviving: Promise<void> | undefined

  let attached = await locked(() => attach(folder, options, onLost)).catch(explain)
  const { url, port } = attached

  function onLost() {
    if (!stopping) reviving ??= revive()
  }

  async function revive() {
    options.log('The embedded database went away, starting it again.')
    for (let last = ''; !stopping; await sleep(reviveEveryMs)) {
      try {
        await attached.sql.end({ timeout: 0 })
        attached = await locked(() => attach(folder, options, onLost, port))
        break
      } catch (error) {
        if (messageOf(error) !== last) options.log(messageOf(error))
        last = messageOf(error)
      }
    }
    reviving = undefined
  }

  async function detachOnce(evenIfShared: boolean) {
    stopping = true
    await reviving
    await locked(() => detach(attached, evenIfShared, options.log))
  }

  let stopped: Promise<void> | undefined
  function stop({ evenIfShared = false } = {}) {
    stopped ??= detachOnce(evenIfShared)
    return stopped
  }

  return { url, location: attached.place.cluster, stop }
}

async function attach(
  folder: string,
  { name, log, settings }: LocalPostgresOptions,
  onLost: () => void,
  fixedPort?: number
): Promise<Attached> {
  const place = findPlace(folder, { name, log })
  const password = await ensureCluster(place, log)
  const server: ServerOptions = { settings, fixedPort }
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(retryMs)) {
    const port = (await findServer(place)) ?? (await startServer(place, server))
    if (fixedPort !== undefined && port !== fixedPort)
      throw new DatabaseStartError(`The embedded database moved to port ${port}: start the program again.`)
    const presence = await openPresence({ name, port, password }, onLost)
    if (presence) return { ...presence, place, port }
  }
  throw new DatabaseStartError(
    `PostgreSQL in ${place.cluster} runs but has taken no connection for a minute.`
  )
}

async function detach(
  attached: Attached,
  evenIfShared: boolean,
  log: (message: string) => void
): Promise<void> {
  const others = evenIfShared ? 0 : await countOthers(attached.sql, attached.place.name)
  await attached.sql.end({ timeout: 1 })
  if (others === 0) return await stopServer(attached.place)
  log(`The embedded database stays up for ${others} other process${others === 1 ? '' : 'es'}.`)
}

function explain(error: unknown): never {
  if (error instanceof DatabaseStartError) throw error
  throw new DatabaseStartError(`The embedded database cannot be started: ${messageOf(error)}.`, {
    cause: error
  })
}
