import { Socket } from 'node:net'
import pg from 'pg'
import { translateError } from '../errors.ts'
import { applySettings, ended, ignoreErrors } from './client.ts'
import { type ClientOptions, clientConfig, type Primary } from './primary.ts'

/** The connections of a pool. */
export type Connections = {
  readonly max: number
  /** Returns a connection that nothing else uses. `release` it, with `true` if it must not be used again. */
  acquire(): Promise<pg.PoolClient>
  /** The number of calls of `acquire` that wait. */
  waiting(): number
  /**
   * Rejects the calls that wait, and closes each connection when it is released. Closes those that are still in
   * use after this number of seconds.
   */
  end(timeout: number): Promise<void>
}

export type PoolOptions = ClientOptions & {
  max: number
  /** Seconds after which a connection is replaced, or null for never. */
  maxLifetime: number | null
}

/** Opens connections to the primary, when they are needed, and at most `max` at the same time. */
export function openConnections(primary: Primary, options: PoolOptions): Connections {
  const waiting = new Set<(error: unknown) => void>()
  const sockets = new Set<Socket>()
  let isEnded = false

  const openSocket = () => {
    const socket = options.openSocket?.() ?? new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  // A connection goes to the host that is the primary when it is opened.
  class Client extends pg.Client {
    constructor() {
      super(clientConfig(primary, { ...options, openSocket }))
      ignoreErrors(this)
    }
  }
  const pool = new pg.Pool({
    Client,
    max: options.max,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: options.maxLifetime ?? 0,
    onConnect: (client) => applySettings(client, options.settings)
  })
  pool.on('error', () => {})

  return {
    max: options.max,
    waiting: () => waiting.size,
    async acquire() {
      if (isEnded) throw ended()
      await primary.ready()
      return await new Promise<pg.PoolClient>((resolve, reject) => {
        waiting.add(reject)
        pool.connect((error, client) => {
          const isWanted = waiting.delete(reject)
          if (client && isWanted) resolve(client)
          else if (client) client.release(true)
          else reject(translateError(error, 'CONNECT_FAILED'))
        })
      })
    },
    async end(timeout) {
      if (isEnded) return
      isEnded = true
      for (const reject of waiting) reject(ended())
      waiting.clear()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, timeout * 1000)
      await pool.end()
      clearTimeout(timer)
    }
  }
}
