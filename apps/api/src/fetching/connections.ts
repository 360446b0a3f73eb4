import type { Client } from 'undici'
import { type ConnectOptions, guardedConnector } from './connect-guarded.ts'
import { webhookTarget } from './fetch-url.ts'

/**
 * A connection to an origin, which sends one request at a time. `isReused` is true if it has already been used. The signal
 * of `options` applies if a connection has to be opened.
 */
export type Connection = {
  origin: string
  client: Client
  options: ConnectOptions
  isReused: boolean
}

/**
 * Connections that are kept open after a request for `idleMs`, or shorter if the server says so. There are at most
 * `maxIdle` of them. If there are more, the one that hasn't been used for the longest time is closed.
 */
export class Connections {
  private readonly connect: Omit<ConnectOptions, 'signal'>
  private readonly idleMs: number
  private readonly maxIdle: number
  /** The least recently used first. */
  private readonly idle = new Set<Connection>()
  private isClosed = false

  constructor(
    connect: Omit<ConnectOptions, 'signal'>,
    { idleMs, maxIdle }: { idleMs: number; maxIdle: number }
  ) {
    this.connect = connect
    this.idleMs = idleMs
    this.maxIdle = maxIdle
  }

  /** Returns an idle connection to the origin of the URL, or a new one. The caller must call `release`. */
  async take(url: URL, { signal, isNew }: { signal: AbortSignal; isNew: boolean }): Promise<Connection> {
    const last = isNew ? undefined : [...this.idle].findLast(({ origin }) => origin === url.origin)
    const connection = last ?? (await this.create(url, signal))
    connection.options.signal = signal
    this.idle.delete(connection)
    return connection
  }

  private async create(url: URL, signal: AbortSignal): Promise<Connection> {
    // Imported only here, because it takes a tenth of a second to load.
    const { Client } = await import('undici')
    const options = { ...this.connect, signal }
    const client = new Client(url.origin, {
      connect: guardedConnector(webhookTarget(url), options),
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: this.idleMs,
      keepAliveMaxTimeout: this.idleMs
    })
    const connection = { origin: url.origin, client, options, isReused: false }
    client.on('disconnect', () => {
      if (this.idle.delete(connection)) void client.destroy()
    })
    return connection
  }

  /** Keeps the connection for further requests, or closes it if `isReusable` is false. */
  release(connection: Connection, { isReusable }: { isReusable: boolean }): void {
    if (!isReusable || this.isClosed) return void connection.client.destroy()
    connection.isReused = true
    this.idle.add(connection)
    const [first] = this.idle
    if (first && this.idle.size > this.maxIdle) {
      this.idle.delete(first)
      void first.client.destroy()
    }
  }

  /** Closes the idle connections, and the others when they are released. */
  async close(): Promise<void> {
    this.isClosed = true
    const clients = [...this.idle].map(({ client }) => client)
    this.idle.clear()
    await Promise.all(clients.map((client) => client.destroy()))
  }
}
