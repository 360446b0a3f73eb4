import { Socket } from 'node:net'
import pg from 'pg'
import { ConnectionError, translateError } from '../errors.ts'
import { applySettings, connectTimeoutMs, ignoreErrors, type SessionSettings } from './client.ts'
import { type DatabaseUrl, type Host, parseDatabaseUrl } from './database-url.ts'
import { applicationName } from './embedded.ts'
import { type ConnectionTarget, findPrimary, type ProbedServer, targetOf } from './probe.ts'
import { resultTypes } from './result.ts'

/**
 * The server that all pools of a process use: the host of the URL that accepts writes. `watchPrimary` keeps it
 * up to date.
 */
export type Primary = {
  readonly database: DatabaseUrl
  /** Resolves when it is known which host to use. Rejects if no host is available. */
  ready(): Promise<void>
  /** The address and the credentials for a new connection. Call `ready` first. */
  target(): pg.ClientConfig
  /** Closes this socket when the host is given up. */
  track(socket: Socket): Socket
  /**
   * Uses this target from now on. Closes the connections to other hosts, or all connections if they are
   * `outdated`.
   */
  use(target: ConnectionTarget, options?: { outdated: boolean }): void
  /** Closes all connections and opens no more, until `use` is called. */
  stop(reason: Error): void
}

/** Reads the URL. The connections open on demand. */
export function createPrimary(url: string): Primary {
  const database = parseDatabaseUrl(url)
  if (!database) throw new Error('The URL of the database is malformed.')
  const sockets = new Set<Socket>()
  // With sslmode=prefer, only an attempt shows whether the host supports TLS.
  const isKnown = database.hosts.length === 1 && database.tls !== 'preferred'
  let current = targetOf(database, database.hosts[0])
  let isFound = isKnown
  let outage: Error | undefined
  let finding: Promise<ProbedServer> | undefined

  function closeAll(): void {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  return {
    database,
    async ready() {
      if (outage) throw new ConnectionError('CONNECT_FAILED', 'the server is unavailable', outage)
      if (isFound) return
      finding ??= findPrimary(database).finally(() => {
        finding = undefined
      })
      const server = await finding
      server.session.close()
      if (isFound) return
      current = server.target
      isFound = true
    },
    target: () => current.config,
    track(socket) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    use(target, { outdated } = { outdated: false }) {
      if (outdated || !isSameHost(current.host, target.host)) closeAll()
      current = target
      isFound = true
      outage = undefined
    },
    stop(reason) {
      outage = reason
      closeAll()
    }
  }
}

function isSameHost(a: Host, b: Host): boolean {
  return a.host === b.host && a.port === b.port
}

/** Options of a connection. A test or benchmark can open the socket itself. */
export type ClientOptions = { settings: SessionSettings; pipeline: boolean; openSocket?: () => Socket }

/** The driver's options for a connection to the host that the primary uses now. */
export function clientConfig(primary: Primary, options: Omit<ClientOptions, 'settings'>): pg.ClientConfig {
  const { openSocket = () => new Socket() } = options
  return {
    ...primary.target(),
    application_name: applicationName(),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: options.pipeline,
    types: resultTypes,
    stream: () => primary.track(openSocket())
  }
}

/** Opens a connection that belongs to no pool. Close it with `end`. Rejects if it can't be opened. */
export async function openClient(primary: Primary, options: ClientOptions): Promise<pg.Client> {
  await primary.ready()
  const client = new pg.Client(clientConfig(primary, options))
  ignoreErrors(client)
  try {
    await client.connect()
    await applySettings(client, options.settings)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw translateError(error, 'CONNECT_FAILED')
  }
}
