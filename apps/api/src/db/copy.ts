import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Sql } from './connect.ts'
import { sendCommand } from './driver/client.ts'
import { translateError } from './errors.ts'

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
 * socket, because a server that is blocked on sending doesn't notice a cancel request. The stream emits an
 * error if the server reports one or the connection is lost. COPY takes no parameters: the caller must make
 * sure that every value in the statement is safe.
 */
export async function copyOut(
  sql: Sql,
  statement: string,
  { statementTimeoutMs, signal }: CopyOptions
): Promise<Readable> {
  signal.throwIfAborted()
  const opening = sql.openClient({ statementTimeoutMs })
  // The stream of the library emits errors without being destroyed.
  const output = new PassThrough()
  output.on('error', () => {})
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    aborted.reject(signal.reason)
    output.destroy()
    opening.then(close, () => {})
  }
  signal.addEventListener('abort', abort)
  try {
    const client = await Promise.race([opening, aborted.promise])
    const source = client.query(to(statement))
    source.on('error', (error) => void output.destroy(translateError(error) as Error))
    output.once('close', () => {
      source.destroy()
      close(client)
    })
    source.pipe(output)
    await Promise.race([firstBytes(output), aborted.promise])
    return output
  } catch (error) {
    output.destroy()
    throw signal.aborted ? signal.reason : translateError(error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Closes the connection, also in the middle of a copy. */
function close(client: pg.Client): void {
  client.end().catch(() => {})
}

/** Resolves when the stream has bytes or has ended. Rejects with its error. */
function firstBytes(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.once('readable', () => {
      stream.off('error', reject)
      resolve()
    })
  })
}

/** The rows for a `COPY … FROM STDIN`, in PostgreSQL's text format. */
export type CopyInput = { statement: string; chunks: Iterable<Buffer> }

/** Runs several `COPY … FROM STDIN` in one transaction, on a connection of its own. */
export async function copyIn(sql: Sql, inputs: Iterable<CopyInput>): Promise<void> {
  const client = await sql.openClient({ statementTimeoutMs: 0 })
  try {
    await sendCommand(client, 'begin')
    for (const { statement, chunks } of inputs) await pipeline(chunks, client.query(from(statement)))
    await sendCommand(client, 'commit')
  } catch (error) {
    throw translateError(error)
  } finally {
    close(client)
  }
}
