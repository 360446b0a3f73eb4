import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseUrl, type Host, parseDatabaseUrl } from './database-url.ts'
import { type Found, findPrimary } from './probe.ts'
import { connectionError, failedSocket, openSocket } from './sockets.ts'

const listenerPauseMs = 500

/**
 * The server that all pools of a process use: the host of the URL that accepts writes. `watchPrimary` keeps it
 * up to date.
 */
export type Primary = {
  readonly database: DatabaseUrl
  /** The driver's option `socket`. Never rejects: the socket emits the error. */
  open(options: { onnotify?: unknown }): Promise<Socket>
  /**
   * Uses this host from now on. Closes the connections to other hosts, or all connections if they are
   * `outdated`.
   */
  use(host: Host, options?: { outdated: boolean }): void
  /** Closes all connections and opens no more, until `use` is called. */
  stop(reason: Error): void
}

/** Reads the URL. The connections open on demand. */
export function createPrimary(url: string): Primary {
  const database = parseDatabaseUrl(url)
  if (!database) throw new Error('The URL of the database is malformed.')
  const sockets = new Set<Socket>()
  let current = database.hosts.length === 1 ? database.hosts[0] : undefined
  let outage: Error | undefined
  let finding: Promise<Found> | undefined
  let lastListener = Number.NEGATIVE_INFINITY

  async function find(): Promise<Host> {
    if (current) return current
    finding ??= findPrimary(database as DatabaseUrl).finally(() => {
      finding = undefined
    })
    const { host, session } = await finding
    session.close()
    return host
  }

  async function connect(): Promise<Socket> {
    if (outage) throw connectionError('CONNECT_FAILED', 'the server is unavailable', outage)
    const socket = await openSocket(await find())
    for (const old of sockets) if (old.destroyed) sockets.delete(old)
    sockets.add(socket)
    return socket
  }

  /** Limits how often the driver opens a connection for LISTEN. It has no pause between its attempts. */
  async function pauseListener(): Promise<void> {
    const waitMs = lastListener + listenerPauseMs - performance.now()
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false })
    lastListener = performance.now()
  }

  function closeAll(): void {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  return {
    database,
    async open({ onnotify }) {
      if (onnotify) await pauseListener()
      return await connect().catch(failedSocket)
    },
    use(host, { outdated } = { outdated: false }) {
      if (outdated || (current !== undefined && current !== host)) closeAll()
      current = host
      outage = undefined
    },
    stop(reason) {
      outage = reason
      closeAll()
    }
  }
}
