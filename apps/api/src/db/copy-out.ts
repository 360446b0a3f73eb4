import { once } from 'node:events'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import postgres from 'postgres'
import type { Sql } from './connect.ts'

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
