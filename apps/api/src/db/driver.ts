import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import postgres from 'postgres'
import { failedSocket } from './sockets.ts'

// This file relies on internals of postgres.js that neither its types nor its documentation guarantee. Review
// it when the version of postgres.js changes. driver.test.ts and connect.test.ts cover each part.

type Sql = postgres.Sql
type Tx = postgres.TransactionSql

type CopyOptions = {
  /** Time limit for the whole copy. */
  statementTimeoutMs: number
  /** Aborts the copy, but only until its first bytes arrive. Later, destroy the stream instead. */
  signal: AbortSignal
}

/**
 * Runs a `COPY (…) TO STDOUT` and returns its output as a stream with backpressure. All rows come from one
 * snapshot. The copy has a connection of its own, so that a slow reader doesn't occupy a connection of the
 * pool. The connection is closed at the end. To end the copy early, destroy the stream. This closes the
 * socket, because a server that is blocked on sending doesn't notice a cancel request. An error of the server
 * destroys the stream. COPY takes no parameters: the caller must make sure that every value in the statement
 * is safe.
 */
export async function copyOut(sql: Sql, statement: string, options: CopyOptions): Promise<Readable> {
  options.signal.throwIfAborted()
  const session = openSession(sql)
  options.signal.addEventListener('abort', session.destroy)
  try {
    return forward(await begin(session.sql, statement, options.statementTimeoutMs), session)
  } catch (error) {
    session.destroy()
    throw error
  } finally {
    options.signal.removeEventListener('abort', session.destroy)
  }
}

type Session = { sql: Sql; close(): void; destroy(): void }

/** Opens a connection with the pool's settings on a socket that this module can destroy. */
function openSession({ options }: Sql): Session {
  let socket: Socket | undefined
  let isDestroyed = false
  const pooled = options as unknown as { socket(options: object): Promise<Socket> }
  const open = async () => {
    socket = await pooled.socket({})
    if (!isDestroyed) return socket
    socket.destroy()
    return failedSocket(new Error('The copy was aborted.'))
  }
  const sessionOptions = {
    ...options,
    max: 1,
    fetch_types: false,
    socket: open
  }
  // The driver accepts its own parsed options, although its types don't say so.
  const sql: Sql = postgres(sessionOptions as unknown as postgres.Options<Record<string, never>>)
  const end = (timeout: number) => {
    sql.end({ timeout }).catch(() => {})
  }
  const destroy = () => {
    isDestroyed = true
    socket?.destroy()
    end(0)
  }
  return { sql, close: () => end(5), destroy }
}

/**
 * Starts the copy and returns the driver's stream. If the copy fails early, the driver destroys this stream
 * with an error before the promise resolves. An error without a listener would end the process. So a listener
 * is attached as soon as the stream exists.
 */
async function begin(sql: Sql, statement: string, statementTimeoutMs: number): Promise<Readable> {
  // Not a startup parameter, because connection poolers ignore these.
  await sql.unsafe(`set statement_timeout = ${statementTimeoutMs}`)
  const query = sql.unsafe(statement).simple() as ReturnType<Sql['unsafe']> & {
    resolve(answer: unknown): void
  }
  const { resolve } = query
  query.resolve = (answer) => {
    if (answer instanceof Readable) answer.on('error', () => {})
    resolve(answer)
  }
  return await query.readable()
}

/**
 * Returns a new stream with the rows of the driver's stream, one chunk per row. Closes the session at the end
 * of the rows. If the new stream is destroyed earlier, destroys the session.
 */
function forward(rows: Readable, session: Session): Readable {
  let isWanted = false
  const pump = () => {
    while (isWanted) {
      const chunk = rows.read()
      if (chunk === null) return
      isWanted = output.push(chunk)
    }
  }
  const output = new Readable({
    read() {
      isWanted = true
      pump()
    },
    destroy(error, done) {
      if (rows.readableEnded) session.close()
      else session.destroy()
      done(error)
    }
  })
  rows.on('readable', pump)
  rows.once('end', () => output.push(null))
  if (rows.errored) output.destroy(rows.errored)
  else rows.once('error', (error) => output.destroy(error))
  return output
}

/** The fields of a statement of postgres.js that this directory uses. */
export type Statement = {
  handler: Handler
  /** The session to which the statement was sent, or null. */
  state: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}
/** Sends a statement of a pool to one of its connections, or lets it wait for one. */
export type Handler = ((statement: Statement) => unknown) & { debug?: unknown }

/**
 * Returns a pool whose statements are handled by the handler that `intercept` makes of the driver's own one. This
 * includes the BEGIN of transactions, but not the statements in them.
 */
export function interceptStatements(sql: Sql, intercept: (handle: Handler) => Handler): Sql {
  let handler: Handler | undefined
  const withHandler = <T>(result: T): T => {
    const statement = result as Partial<Statement>
    // Other results of `sql`, such as names of columns, have no handler.
    if (statement.handler === undefined) return result
    handler ??= Object.assign(intercept(statement.handler), { debug: statement.handler.debug })
    statement.handler = handler
    return result
  }
  const { unsafe } = sql
  Object.assign(sql, {
    unsafe: (...parameters: Parameters<typeof unsafe>) => withHandler(unsafe(...parameters))
  })
  return new Proxy(sql, {
    apply: (target, self, parameters) => withHandler(Reflect.apply(target, self, parameters))
  })
}

/**
 * A handler that sends a statement again if the driver rejects it with the error of an earlier one. The driver does
 * so if the server reports an error and the connection is lost before the end of the server's answer. It keeps this
 * error, and rejects the statement for which it then opens the connection again, without having sent it.
 */
export function resendUnsent(handle: Handler): Handler {
  return (statement) => {
    const { reject } = statement
    statement.reject = (error) => {
      if (statement.state === null && isOfOtherStatement(error)) handle(statement)
      else reject(error)
    }
    return handle(statement)
  }
}

/** True if the server has sent the error for a statement. `query` is the text of the first one that it rejected. */
function isOfOtherStatement(error: unknown): boolean {
  return error instanceof postgres.PostgresError && typeof error.query === 'string'
}

type Work = (tx: Tx) => unknown

/**
 * Makes `begin` safe if the connection is lost within a transaction. Without this guard, the driver sends
 * ROLLBACK to the closed socket, which crashes the process. The driver also runs later statements of the
 * callback on a new connection, outside the transaction. With the guard, `begin` rejects with the connection
 * error, and later statements of the callback throw. The driver sends no ROLLBACK, because it never learns
 * how the callback ends. Savepoints aren't guarded, because the service uses none.
 */
export function guardTransactions(sql: Sql): Sql {
  const begin = sql.begin.bind(sql) as (work: Work) => Promise<unknown>
  const guarded = (work: Work) => {
    const state = { lost: false }
    return begin((tx) => settleUnlessLost(tx, state, work)).catch((error) => {
      state.lost = true
      throw error
    })
  }
  return Object.assign(sql, { begin: guarded as Sql['begin'] })
}

/** Returns a handle of the transaction. A statement on this handle throws if the connection was lost. */
function guardHandle(tx: Tx, state: { lost: boolean }): Tx {
  return new Proxy(tx, {
    apply(target, self, args) {
      if (state.lost) throw new Error('The transaction has ended because its connection was lost.')
      return Reflect.apply(target, self, args)
    }
  })
}

/**
 * Runs the callback of a transaction. If the connection is lost, the returned promise stays pending forever,
 * so that the driver sends no ROLLBACK. Otherwise, the returned promise settles as the callback's promise
 * does.
 */
async function settleUnlessLost(tx: Tx, state: { lost: boolean }, work: Work): Promise<unknown> {
  try {
    const result = await work(guardHandle(tx, state))
    if (!state.lost) return result
  } catch (error) {
    if (!state.lost && !isConnectionLoss(error)) throw error
  }
  return new Promise(() => {})
}

/**
 * True if the server ended the session (FATAL) or the socket is closed. In both cases, the driver's own
 * `begin` rejects.
 */
function isConnectionLoss(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string }
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNRESET|EPIPE)$/.test(String(code))
}

/**
 * Runs a statement and then removes its parameters from the finished query, so that large texts can be freed
 * early. Otherwise, the texts would stay in memory until a major garbage collection, because the driver's
 * finished queries refer to each other.
 */
export async function runAndReleaseTexts<T extends readonly (postgres.MaybeRow | undefined)[]>(
  query: postgres.PendingQuery<T>
): Promise<postgres.RowList<T>> {
  try {
    return await query
  } finally {
    Object.assign(query, { args: [], parameters: [] })
  }
}
