import { once } from 'node:events'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import postgres from 'postgres'

// All that relies on how postgres.js works inside, which its types and its documentation do not promise: to be looked
// through when its version changes. Tests beside it, and of connections that are lost, hold each of these.

type Sql = postgres.Sql
type Tx = postgres.TransactionSql

type CopyOptions = {
  /** How long the whole copy may take. */
  statementTimeoutMs: number
  /** Ends a copy that has not begun to answer; from then on it ends by being destroyed. */
  signal: AbortSignal
}

/**
 * The bytes of a `COPY (…) TO STDOUT`, as fast as they are read and no faster, in one snapshot. It has a connection of
 * its own, so that a slow reader takes none of the pool's. That is closed at the end, and cut when the stream is
 * destroyed: a server that waits for its reader hears of no cancelling. COPY takes no parameters, so the caller
 * answers for every value in the statement. An error of the server destroys the stream.
 */
export async function copyOut(sql: Sql, statement: string, options: CopyOptions): Promise<Readable> {
  options.signal.throwIfAborted()
  const session = openSession(sql, options.statementTimeoutMs)
  options.signal.addEventListener('abort', session.cut)
  try {
    return passOn(await begin(session.sql, statement), session)
  } catch (error) {
    session.cut()
    throw error
  } finally {
    options.signal.removeEventListener('abort', session.cut)
  }
}

type Session = { sql: Sql; close(): void; cut(): void }

/** A connection as those of the pool, whose socket is in our hands. */
function openSession({ options }: Sql, statementTimeoutMs: number): Session {
  let socket: Socket | undefined
  let isCut = false
  const open = async () => {
    socket = new Socket()
    if (isCut) throw new Error('The copy was given up.')
    return await opened(socket, options)
  }
  const own = {
    ...options,
    max: 1,
    fetch_types: false,
    connection: { ...options.connection, statement_timeout: statementTimeoutMs },
    socket: open
  }
  // The driver takes its own parsed options, though its types do not say so.
  const sql: Sql = postgres(own as unknown as postgres.Options<Record<string, never>>)
  const end = (timeout: number) => {
    sql.end({ timeout }).catch(() => {})
  }
  const cut = () => {
    isCut = true
    socket?.destroy()
    end(0)
  }
  return { sql, close: () => end(5), cut }
}

async function opened(
  socket: Socket,
  { path, host, port, connect_timeout }: Sql['options']
): Promise<Socket> {
  const given = new AbortController()
  const giveUp = () => given.abort(new Error('The connection was closed.'))
  const late = setTimeout(() => socket.destroy(), connect_timeout * 1000)
  socket.once('close', giveUp)
  try {
    if (path) socket.connect(path)
    else socket.connect(port[0] ?? 5432, host[0] ?? 'localhost')
    await once(socket, 'connect', { signal: given.signal })
    // The driver reads the name for TLS from here.
    return Object.assign(socket, { host: host[0] })
  } finally {
    clearTimeout(late)
    socket.off('close', giveUp)
  }
}

/**
 * Begins to read. What fails within the first bytes destroys the driver's stream before a promise could hand it on,
 * so it is listened to from the moment it is there.
 */
async function begin(sql: Sql, statement: string): Promise<Readable> {
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

/** The driver's stream has a chunk a row; what is there is read at once. */
function passOn(rows: Readable, session: Session): Readable {
  let isWanted = false
  const move = () => {
    while (isWanted) {
      const chunk = rows.read()
      if (chunk === null) return
      isWanted = passed.push(chunk)
    }
  }
  const passed = new Readable({
    read() {
      isWanted = true
      move()
    },
    destroy(error, done) {
      if (rows.readableEnded) session.close()
      else session.cut()
      done(error)
    }
  })
  rows.on('readable', move)
  rows.once('end', () => passed.push(null))
  if (rows.errored) passed.destroy(rows.errored)
  else rows.once('error', (error) => passed.destroy(error))
  return passed
}

type Work = (tx: Tx) => unknown

/**
 * Makes `begin` safe against a connection that is lost in the middle. The driver would send its ROLLBACK to a socket
 * that is gone, which ends the process, and would run what the work still sends on the connection's successor,
 * outside the transaction. Here the work just never returns once its connection is lost, `begin` rejects by the
 * loss itself, and what the work sends after that is refused. Savepoints are not guarded: we use none.
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

function guardHandle(tx: Tx, state: { lost: boolean }): Tx {
  return new Proxy(tx, {
    apply(target, self, args) {
      if (state.lost) throw new Error('The transaction is over: its connection was lost.')
      return Reflect.apply(target, self, args)
    }
  })
}

async function settleUnlessLost(tx: Tx, state: { lost: boolean }, work: Work): Promise<unknown> {
  try {
    const result = await work(guardHandle(tx, state))
    if (!state.lost) return result
  } catch (error) {
    if (!state.lost && !isLoss(error)) throw error
  }
  return new Promise(() => {})
}

/** The server ended the session (FATAL), or the socket is gone: either way its close ends `begin`. */
function isLoss(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string }
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNRESET|EPIPE)$/.test(String(code))
}

/**
 * Runs a statement and releases its texts. Queries that have ended stay reachable from each other until a collection of
 * the whole heap, and with them what they sent.
 */
export async function releasingTexts<T extends readonly (postgres.MaybeRow | undefined)[]>(
  query: postgres.PendingQuery<T>
): Promise<postgres.RowList<T>> {
  try {
    return await query
  } finally {
    Object.assign(query, { args: [], parameters: [] })
  }
}
