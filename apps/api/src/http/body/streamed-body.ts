import { createHash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { gzipNotDeclared, isGzip } from './gzip.ts'

export type BodyLimits = {
  /** The maximum size of the body after decompression. */
  maxBytes: number
  /** The maximum time for which no byte may arrive. Defaults to `streamTimes.idleMs`. */
  idleMs?: number
  /** The maximum time until the whole body has arrived. Defaults to `streamTimes.totalMs`. */
  totalMs?: number
  /**
   * A signal that is aborted with a 503 during shutdown. A body that is still arriving is then refused with
   * that 503.
   */
  ending?: AbortSignal
  /**
   * When this signal is aborted, the rest of the body is refused. The response is the signal's reason, which
   * is a problem. The default signal is aborted when the client loses access.
   */
  lost?: AbortSignal | undefined
}

/** The default time limits of a streamed body, in milliseconds. */
export const streamTimes = { idleMs: 30_000, totalMs: 15 * 60_000 }
const MiB = 1024 * 1024
/** The first bytes of zstd data (RFC 8878). They aren't valid UTF-8, so no text begins with them. */
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/**
 * A body must arrive completely within this time after shutdown begins, although the whole shutdown may take
 * longer.
 */
const graceMs = 5_000

/** Returns a signal that is aborted a few seconds after shutdown begins. Its reason is a 503. */
export function endingOf(api: Api): AbortSignal {
  const ending = new AbortController()
  api.addHook('preClose', async () => {
    setTimeout(() => ending.abort(stopping()), graceMs).unref()
  })
  return ending.signal
}

/** Returns the 503 for a request that could not finish before shutdown. */
export function stopping(): Problem {
  return new Problem('UNAVAILABLE', {
    detail: 'The service is shutting down.',
    headers: { 'retry-after': '5', connection: 'close' }
  })
}

/**
 * A request body that is read while it arrives. It can be read only once. The body is hashed as it is read,
 * and decompressed if its `Content-Encoding` is gzip. Reading throws a problem if the body is too large,
 * arrives too slowly, is incomplete, isn't valid gzip, or is compressed in another way. The rest of the body is then discarded so that the
 * client can receive the response.
 */
export class StreamedBody {
  private readonly request: FastifyRequest
  private readonly raw: Readable
  private readonly limits: BodyLimits & typeof streamTimes
  private readonly isGzip: boolean
  private readonly sum = createHash('sha256')
  /** The number of bytes that have arrived, before decompression. */
  private received = 0
  /** The first bytes after decompression, as many as `zstdMark` has. */
  private start: Buffer = Buffer.alloc(0)
  /** The number of bytes that were yielded, after decompression. */
  private read = 0

  constructor(request: FastifyRequest, raw: Readable, limits: BodyLimits) {
    this.request = request
    this.raw = raw
    this.limits = { ...streamTimes, lost: request.accessCheck?.watch(), ...limits }
    this.isGzip = isDeclaredGzip(request.headers['content-encoding'])
    const { maxBytes } = limits
    if (Number(request.headers['content-length']) > maxBytes) {
      raw.resume()
      throw tooLarge(maxBytes)
    }
  }

  /** Yields the bytes, decompressed. */
  async *chunks(): AsyncGenerator<Buffer> {
    const gunzip = this.isGzip ? createGunzip({ chunkSize: 256 * 1024 }) : undefined
    try {
      for await (const chunk of gunzip ? this.decompress(gunzip) : this.arriving()) {
        this.read += chunk.length
        if (this.read > this.limits.maxBytes) throw tooLarge(this.limits.maxBytes)
        this.refuseCompressed(chunk)
        this.sum.update(chunk)
        yield chunk
      }
    } finally {
      gunzip?.destroy()
      this.raw.resume()
    }
  }

  /** Reads the body to its end, discards the bytes and returns the hash. */
  async drain(): Promise<Buffer> {
    for await (const _ of this.chunks());
    return this.hash()
  }

  /** Returns the SHA-256 of the decompressed bytes. Call it once, after the whole body was read. */
  hash(): Buffer {
    return this.sum.digest()
  }

  private async *decompress(gunzip: Gunzip): AsyncGenerator<Buffer> {
    pipeline(this.arriving(), gunzip, () => {})
    try {
      yield* gunzip as AsyncIterable<Buffer>
    } catch (error) {
      throw error instanceof Problem ? error : brokenGzip()
    }
    // The decoder stops without an error at bytes that don't begin another gzip member.
    if (this.received === 0 || gunzip.bytesWritten < this.received) throw brokenGzip()
  }

  /**
   * Throws a 415 if the body, after decompression, begins like gzip or zstd data. `chunk` is its next chunk.
   */
  private refuseCompressed(chunk: Buffer): void {
    if (this.start.length >= zstdMark.length) return
    this.start = Buffer.concat([this.start, chunk.subarray(0, zstdMark.length - this.start.length)])
    if (this.start.equals(zstdMark)) throw zstdNotSupported()
    if (!isGzip(this.start)) return
    throw gzipNotDeclared(
      this.isGzip
        ? 'It was compressed twice: compress it only once.'
        : 'Send it with the header Content-Encoding: gzip.'
    )
  }

  private async *arriving(): AsyncGenerator<Buffer> {
    const { idleMs, totalMs, maxBytes, ending, lost } = this.limits
    const refusals = [ending, lost].filter((signal) => signal !== undefined)
    const deadline = performance.now() + totalMs
    // `destroyOnReturn` would destroy the request and its connection, so the response could not be sent.
    const source = this.raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    try {
      for (;;) {
        const left = deadline - performance.now()
        if (left <= 0) throw new Problem('REQUEST_TIMEOUT')
        const next = await withinTime(source.next(), Math.min(idleMs, left), refusals)
        if (next.done) return
        this.received += next.value.length
        // The compressed bytes are limited too, because they may decompress to nothing.
        if (this.received > maxBytes) throw tooLarge(maxBytes)
        yield next.value
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      this.request.log.debug({ err: error }, 'a request body was incomplete')
      throw new Problem('BAD_REQUEST', { detail: 'The body ended before it was complete.' })
    } finally {
      // Not awaited, because it waits for a pending read, which may never finish.
      source.return?.().catch(() => {})
    }
  }
}

function isDeclaredGzip(header: string | undefined): boolean {
  const encoding = header?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return false
  if (encoding === 'gzip' || encoding === 'x-gzip') return true
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Content-Encoding must be gzip or identity.' })
}

/**
 * Returns the result of `work`. Rejects with a 408 if `work` takes longer than `ms`, or with the reason of
 * the first signal that is aborted.
 */
async function withinTime<T>(work: Promise<T>, ms: number, signals: AbortSignal[]): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Problem('REQUEST_TIMEOUT')), ms)
  const refuse = () => late.reject(signals.find(({ aborted }) => aborted)?.reason)
  if (signals.some(({ aborted }) => aborted)) refuse()
  for (const signal of signals) signal.addEventListener('abort', refuse)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', refuse)
    work.catch(() => {})
  }
}

function brokenGzip(): Problem {
  return new Problem('BAD_REQUEST', {
    detail: 'Content-Encoding is gzip, but the body is not valid gzip data.'
  })
}

function zstdNotSupported(): Problem {
  return new Problem('UNSUPPORTED_MEDIA_TYPE', {
    detail: 'The body is compressed with zstd. Send it uncompressed, or with gzip and Content-Encoding: gzip.'
  })
}

function tooLarge(maxBytes: number): Problem {
  const size = maxBytes >= MiB ? `${Math.floor(maxBytes / MiB)} MiB` : `${maxBytes} bytes`
  return new Problem('PAYLOAD_TOO_LARGE', { detail: `The body must be at most ${size} after decompression.` })
}
