import { createHash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../deps.ts'
import { Problem } from '../errors.ts'

export type StreamLimits = {
  /** Bytes, unfolded where the body is compressed. */
  maxBytes: number
  /** Without a byte, and in all; `streamTimes` unless given. */
  idleMs?: number
  totalMs?: number
  /** Aborted with a 503 when the process stops: what has not arrived then is refused with it. */
  ending?: AbortSignal
  /** Aborted with the problem that refuses the rest of the body: unless given, once its sender loses access. */
  lost?: AbortSignal | undefined
}

export const streamTimes = { idleMs: 30_000, totalMs: 15 * 60_000 }
const MiB = 1024 * 1024
/** While the process stops, a body has so long to arrive: less than the process has in all. */
const graceMs = 5_000

/** Aborted some time after the service began to stop, with the problem that says so. */
export function endingOf(api: Api): AbortSignal {
  const ending = new AbortController()
  api.addHook('preClose', async () => {
    setTimeout(() => ending.abort(stopping()), graceMs).unref()
  })
  return ending.signal
}

/** That something could not end before the process stops. */
export function stopping(): Problem {
  return new Problem('UNAVAILABLE', {
    detail: 'The service is shutting down.',
    headers: { 'retry-after': '5', connection: 'close' }
  })
}

/**
 * A body that is read while it arrives, unfolded from gzip where it says so, and hashed on the way. It can be read
 * once. Reading throws a problem where the body is too large, late, cut off or no gzip; what is left of it then is
 * dropped, so that the client sees the answer.
 */
export class StreamedBody {
  private readonly request: FastifyRequest
  private readonly raw: Readable
  private readonly limits: StreamLimits & typeof streamTimes
  private readonly isGzip: boolean
  private readonly sum = createHash('sha256')
  private received = 0
  private read = 0

  constructor(request: FastifyRequest, raw: Readable, limits: StreamLimits) {
    this.request = request
    this.raw = raw
    this.limits = { ...streamTimes, lost: request.accessCheck?.watch(), ...limits }
    this.isGzip = isGzip(request.headers['content-encoding'])
    const { maxBytes } = limits
    if (Number(request.headers['content-length']) > maxBytes) {
      raw.resume()
      throw tooLarge(maxBytes)
    }
  }

  /** The bytes, unfolded. */
  async *chunks(): AsyncGenerator<Buffer> {
    const gunzip = this.isGzip ? createGunzip({ chunkSize: 256 * 1024 }) : undefined
    try {
      for await (const chunk of gunzip ? this.unfold(gunzip) : this.arriving()) {
        this.read += chunk.length
        if (this.read > this.limits.maxBytes) throw tooLarge(this.limits.maxBytes)
        this.sum.update(chunk)
        yield chunk
      }
    } finally {
      gunzip?.destroy()
      this.raw.resume()
    }
  }

  /** Reads to the end and keeps nothing but the hash. */
  async drain(): Promise<Buffer> {
    for await (const _ of this.chunks());
    return this.hash()
  }

  /** SHA-256 of all bytes, unfolded, once they were read. */
  hash(): Buffer {
    return this.sum.digest()
  }

  private async *unfold(gunzip: Gunzip): AsyncGenerator<Buffer> {
    pipeline(this.arriving(), gunzip, () => {})
    try {
      yield* gunzip as AsyncIterable<Buffer>
    } catch (error) {
      throw error instanceof Problem ? error : brokenGzip()
    }
    // The decoder stops quietly at what does not begin another gzip member.
    if (this.received === 0 || gunzip.bytesWritten < this.received) throw brokenGzip()
  }

  private async *arriving(): AsyncGenerator<Buffer> {
    const { idleMs, totalMs, maxBytes, ending, lost } = this.limits
    const refusals = [ending, lost].filter((signal) => signal !== undefined)
    const deadline = performance.now() + totalMs
    // Destroyed, the request would take its connection and so the answer with it.
    const source = this.raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    try {
      for (;;) {
        const left = deadline - performance.now()
        if (left <= 0) throw new Problem('REQUEST_TIMEOUT')
        const next = await withinTime(source.next(), Math.min(idleMs, left), refusals)
        if (next.done) return
        this.received += next.value.length
        // Bytes that unfold to nothing count too.
        if (this.received > maxBytes) throw tooLarge(maxBytes)
        yield next.value
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      this.request.log.debug({ err: error }, 'a body was cut off')
      throw new Problem('BAD_REQUEST', { detail: 'The body was cut off.' })
    } finally {
      // Not waited for: a read that nothing arrives for would hold it up.
      source.return?.().catch(() => {})
    }
  }
}

function isGzip(header: string | undefined): boolean {
  const encoding = header?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return false
  if (encoding === 'gzip' || encoding === 'x-gzip') return true
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'The body may be compressed with gzip only.' })
}

/** Rejects with 408 past the time, and with the reason of the first signal that is aborted. */
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
  return new Problem('BAD_REQUEST', { detail: 'The body is no gzip, or a broken one.' })
}

function tooLarge(maxBytes: number): Problem {
  const size = maxBytes >= MiB ? `${Math.floor(maxBytes / MiB)} MiB` : `${maxBytes} bytes`
  return new Problem('PAYLOAD_TOO_LARGE', { detail: `The body may have at most ${size}, unfolded.` })
}
