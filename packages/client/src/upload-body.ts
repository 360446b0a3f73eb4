import { lineOf, readSource, type UploadSource } from './upload-source.ts'

/** The items that were read, and the bytes that were handed to the connection, after compression. */
export type Sent = { items: number; bytes: number }

/** The size of the pieces that are compressed at a time. */
const pieceLength = 32 * 1024

/**
 * The time after which the compressor is emptied, so that something is sent. The service refuses a body of
 * which nothing arrives for 30 seconds.
 */
const flushMs = 8_000

/** A request body. `close` ends it early and closes its source; it has no effect after the end. */
export type UploadBody = { stream: ReadableStream<Uint8Array>; close(): void }

/**
 * Opens a source as a request body: NDJSON, compressed with gzip. The source is read only as fast as the
 * body, so that an upload of any size needs little memory. If the source fails, the body fails with its error.
 */
export function openBody(source: UploadSource, onSent?: (sent: Sent) => unknown): UploadBody {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const sent: Sent = { items: 0, bytes: 0 }
  const write = async (bytes: Uint8Array) => {
    await writer.write(bytes)
    sent.bytes += bytes.length
    await onSent?.({ ...sent })
  }
  const pieces = readPieces(source, sent)
  const abort = (error?: unknown) => writer.abort(error).catch(() => {})
  compress(pieces, write)
    .then(() => writer.close())
    .catch(abort)
    // Not awaited, because a source that is waiting for its next item can be closed only after that item.
    .finally(() => pieces.return(undefined).catch(() => {}))
  return { stream: readable, close: abort }
}

/** Reads a source as pieces of NDJSON, and counts its items in `sent`. */
async function* readPieces(source: UploadSource, sent: Sent): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let lines = ''
  let begun = 0
  let isFirst = true
  for await (const value of readSource(source)) {
    if (value instanceof Uint8Array) {
      sent.items += countLines(value)
      yield isFirst ? withoutMark(value) : value
      isFirst = false
      continue
    }
    if (lines === '') begun = Date.now()
    lines += lineOf(value, sent.items++)
    if (lines.length < pieceLength && Date.now() - begun < 1000) continue
    yield encoder.encode(lines)
    lines = ''
  }
  if (lines !== '') yield encoder.encode(lines)
}

/** Removes the byte order mark that some programs write at the beginning of a file. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++
  return count
}

/**
 * Compresses the pieces. While the source is slow, ends the gzip member and begins another one every few
 * seconds, because `CompressionStream` can't be flushed otherwise.
 */
async function compress(
  pieces: AsyncGenerator<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<void>
): Promise<void> {
  let member = openMember(write)
  let next = pieces.next()
  for (;;) {
    const result = await withinTime(next, flushMs)
    if (result?.done) return member.end()
    if (result) {
      await member.write(result.value)
      next = pieces.next()
    } else {
      await member.end()
      member = openMember(write)
    }
  }
}

type Member = { write(bytes: Uint8Array): Promise<void>; end(): Promise<void> }

/**
 * Begins a gzip member. Each write waits until the bytes were compressed: with `pipeThrough`, the
 * CompressionStream of Node 20 would read a gigabyte in advance.
 */
function openMember(write: (bytes: Uint8Array) => Promise<void>): Member {
  const { readable, writable } = new CompressionStream('gzip')
  const input = writable.getWriter()
  const output = readable.getReader()
  let failure: { error: unknown } | undefined
  // After a failure, the rest is read and discarded, because a pending write to the compressor would
  // otherwise never end.
  const forwarding = (async () => {
    for (;;) {
      const { done, value } = await output.read()
      if (done) return
      if (!failure)
        await write(value).catch((error) => {
          failure = { error }
        })
    }
  })()
  const after = async (work: Promise<unknown>) => {
    await work
    if (failure) throw failure.error
  }
  return {
    write: (bytes) => after(input.write(bytes as Uint8Array<ArrayBuffer>)),
    end: () => after(Promise.all([input.close(), forwarding]))
  }
}

/** Returns the result of `work`, or undefined if it takes longer than `ms`. */
async function withinTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
