import type { Socket } from 'node:net'
import { trackPool, transactionWait } from '../metrics/pools.ts'
import { ended, type SessionSettings, sendQuery } from './driver/client.ts'
import { createHandle, type Handle } from './driver/handle.ts'
import { listenOnChannel } from './driver/listen.ts'
import { type Connections, openConnections } from './driver/pool.ts'
import { createPrimary, openClient, type Primary } from './driver/primary.ts'
import { shareConnections } from './driver/shared-connections.ts'
import type { Query, Send } from './driver/statement.ts'
import { runStatement, runTransaction } from './driver/transaction.ts'
import { isConnectionLoss } from './errors.ts'

export type { Handle } from './driver/handle.ts'
export type { Fragment, JsonValue, Parameter, Row, Rows } from './driver/statement.ts'

/** The statements of a transaction. They are sent without waiting for the results of earlier ones. */
export type Tx = Handle & { readonly isTransaction: true }

/** A connection of a pool that nothing else uses until it is released. */
export type Session = Handle & {
  /** Gives the connection back to the pool. */
  release(): void
  /** Closes the connection, for example because its settings were changed. */
  close(): void
}

/** Statements that are sent together with BEGIN and COMMIT. See `TransactionEnds`. */
type Ends<T, O> = {
  opening?: (tx: Tx) => Promise<O>
  closing?: (tx: Tx, result: Awaited<T>) => Promise<unknown> | undefined
}

/** A pool of connections. Statements run outside of transactions, except those of `begin`. */
export type Sql = Handle & {
  readonly options: { readonly max: number; readonly url: string }
  /** Runs `work` in a transaction. See `runTransaction`, and `TransactionEnds` for the options. */
  begin<T, O = undefined>(work: (tx: Tx, opened: O) => Promise<T> | T, ends?: Ends<T, O>): Promise<Awaited<T>>
  /** Takes a connection out of the pool. */
  reserve(): Promise<Session>
  /**
   * Calls `onPayload` for each notification of the channel, on a connection of its own that is opened again
   * when it is lost. Notifications that are sent in the meantime are lost. Ends with the pool.
   */
  listen(channel: string, onPayload: (payload: string) => void): void
  /**
   * Opens a connection of its own, for the work that a pool can't do. Its `statement_timeout` is in
   * milliseconds. Close it with `end`.
   */
  openClient(options: { statementTimeoutMs: number }): ReturnType<typeof openClient>
  /** Closes the pool. Statements that haven't ended after `timeout` seconds (default 5) fail. */
  end(options?: { timeout?: number }): Promise<void>
}

type ConnectOptions = {
  max?: number
  statementTimeoutMs?: number
  /** Seconds after which a connection is replaced, or null for never. The default is 30 to 60 minutes. */
  maxLifetime?: number | null
  /** Statements outside of transactions share connections, so they should be short. See `shareConnections`. */
  shared?: boolean
  /** The name of the pool in the metrics. Without it, its use isn't measured. */
  metrics?: string | undefined
  /** Opens the sockets, for tests and benchmarks. */
  openSocket?: () => Socket
}

/** The settings of all sessions. */
export const sessionSettings = {
  TimeZone: 'UTC',
  synchronous_commit: 'on',
  // Statements are short, so JIT compilation would cost more time than it saves.
  jit: 'off',
  // The usual value for SSDs. With the default, the planner scans small tables instead of using an index.
  random_page_cost: 1.1,
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000
} satisfies SessionSettings

/**
 * Opens a pool of at most `max` connections (default 10). In results, column names are camelCase, values of
 * `numeric` and `bigint` are text, and values of `timestamptz` are ISO 8601 text in UTC with milliseconds.
 * Sessions commit synchronously and have timeouts for statements (default 20 s), locks and idle transactions.
 * If the URL has several hosts, the connections go to the one that accepts writes. Pools that should follow a
 * failover share a `Primary` that is watched (`watchPrimary`).
 */
export function connect(target: string | Primary, options: ConnectOptions = {}): Sql {
  const primary = typeof target === 'string' ? createPrimary(target) : target
  const { max = 10, statementTimeoutMs, maxLifetime = randomLifetime(), shared = false, openSocket } = options
  const settings = {
    ...sessionSettings,
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs })
  }
  const client = { pipeline: true, ...(openSocket && { openSocket }) }
  // A shared pool has one connection more, for what needs one of its own.
  const connections = openConnections(primary, {
    ...client,
    settings,
    max: shared ? max + 1 : max,
    maxLifetime
  })
  const sharing = shared ? shareConnections(connections, { shared: max, maxLifetime }) : undefined
  const closing = new AbortController()
  const use = { statements: 0, transactions: 0 }
  if (options.metrics !== undefined) trackUse(options.metrics, connections, use)

  async function send(query: Query) {
    use.statements++
    try {
      return await (sharing ? sharing.send(query) : runStatement(connections, query))
    } finally {
      use.statements--
    }
  }

  async function begin<T, O = undefined>(
    work: (tx: Tx, opened: O) => Promise<T> | T,
    { opening, closing }: Ends<T, O> = {}
  ): Promise<Awaited<T>> {
    const startedAt = performance.now()
    let isRunning = false
    const begun = (sendInside: Send) => {
      const waited = (performance.now() - startedAt) / 1000
      if (options.metrics !== undefined) transactionWait.observe({ pool: options.metrics }, waited)
      use.transactions++
      isRunning = true
      return createTx(sendInside)
    }
    try {
      return await runTransaction<T, O>(
        connections,
        (sendInside, opened) => work(begun(sendInside), opened),
        {
          opening: opening && ((sendInside) => opening(createTx(sendInside))),
          closing: closing && ((sendInside, result) => closing(createTx(sendInside), result))
        }
      )
    } finally {
      if (isRunning) use.transactions--
    }
  }

  return Object.assign(createHandle(send), {
    options: { max, url: primary.database.url },
    begin,
    reserve: () => reserve(connections),
    listen(channel: string, onPayload: (payload: string) => void) {
      listenOnChannel(primary, { channel, onPayload, settings, signal: closing.signal })
    },
    async openClient({ statementTimeoutMs }: { statementTimeoutMs: number }) {
      if (closing.signal.aborted) throw ended()
      return await openClient(primary, {
        ...client,
        pipeline: false,
        settings: { ...settings, statement_timeout: statementTimeoutMs }
      })
    },
    async end({ timeout = 5 } = {}) {
      closing.abort()
      const ending = connections.end(timeout)
      sharing?.end()
      await ending
    }
  })
}

function createTx(send: Send): Tx {
  return Object.assign(createHandle(send), { isTransaction: true as const })
}

/** Connections of different pools and processes are replaced at different times. */
function randomLifetime(): number {
  return Math.round((30 + 30 * Math.random()) * 60)
}

async function reserve(connections: Connections): Promise<Session> {
  const client = await connections.acquire()
  let isLost = false
  const send = async (query: Query) => {
    try {
      return await sendQuery(client, query)
    } catch (error) {
      isLost ||= isConnectionLoss(error)
      throw error
    }
  }
  return Object.assign(createHandle(send), {
    release: () => client.release(isLost),
    close: () => client.release(true)
  })
}

function trackUse(
  pool: string,
  connections: Connections,
  use: { statements: number; transactions: number }
): void {
  const waiting = () => connections.waiting()
  trackPool({
    pool,
    maxConnections: connections.max,
    transactions: () => use.transactions,
    statements: () => Math.max(0, use.statements - waiting()),
    waiting
  })
}
