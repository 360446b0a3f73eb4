import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress
} from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Limit } from '../lib/limit.ts'
import { preferredCoding } from './accept.ts'
import { addVary } from './send.ts'
import { pathOf } from './server/requests.ts'

const KiB = 1024
/**
 * The size in bytes from which a response is compressed (contract 1.10). Compressing a page of 10 KiB takes
 * 0.1 to 0.2 ms, and its transfer at 100 Mbit/s takes 0.7 ms less.
 */
const minBytes = 8 * KiB
/** The size of the pieces in which data enters and leaves a compressor, in bytes. */
const chunkSize = 64 * KiB
/**
 * The maximum number of complete responses that are compressed at the same time. Each needs up to 1 MiB of
 * memory. The threads that compress are shared with the file system, and there are four of them.
 */
const maxConcurrent = 8

type Coding = {
  /** Compresses a complete response. */
  compress(bytes: Buffer): Promise<Buffer>
  /** Creates a stream that compresses what is written to it. */
  createStream(): NodeJS.ReadWriteStream & Readable
}

const zstdParams = { [constants.ZSTD_c_compressionLevel]: 1 }
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 }
const [zstdAll, brotliAll, gzipAll] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

/**
 * The codings that the service can produce, the fastest first, each with its fastest level.
 * bench/measurements.md compares them.
 */
const codings = {
  zstd: {
    compress: (bytes) =>
      zstdAll(bytes, { chunkSize: sizeFor(bytes), pledgedSrcSize: bytes.length, params: zstdParams }),
    createStream: () => createZstdCompress({ chunkSize, params: zstdParams })
  },
  br: {
    compress: (bytes) =>
      brotliAll(bytes, {
        chunkSize: sizeFor(bytes),
        params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      }),
    createStream: () => createBrotliCompress({ chunkSize, params: brotliParams })
  },
  gzip: {
    compress: (bytes) => gzipAll(bytes, { chunkSize: sizeFor(bytes), level: 1 }),
    createStream: () => createGzip({ chunkSize, level: 1 })
  }
} satisfies Record<string, Coding>

const offered = ['zstd', 'br', 'gzip'] as const

/**
 * Text formats. Images, PDFs and archives are compressed already. A compressor would hold back the events of a stream.
 */
const compressibleType =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json\b|application\/(?:x-ndjson|javascript)\b)/i

/**
 * Compresses responses of 8 KiB or more, and all streams, if the client accepts it and the content is text
 * (contract 1.10). Threads do the compression, so the event loop isn't blocked. The ETag isn't changed: it
 * names the uncompressed content, so that it is valid for `If-Match` in every encoding. Responses of `/auth`
 * are never compressed, because the size of a compressed response may reveal a secret in it. Neither are
 * files of `/assets`: a byte range refers to the uncompressed file.
 *
 * Must be called after the functions whose hooks may replace the response.
 */
export function addCompression(app: FastifyInstance): void {
  const limit = new Limit({ total: maxConcurrent })
  app.addHook('onSend', (request, reply, payload, done) => {
    removeCoding(reply)
    const forms = Buffer.isBuffer(payload) ? compressedBefore.get(payload) : undefined
    if (forms) return done(null, chooseForm(request, reply, { plain: payload as Buffer, forms }))
    if (!isCompressible(request, reply)) return done(null, payload)
    addVary(reply, 'Accept-Encoding')
    const size = sizeOf(payload)
    const coding = size < minBytes ? undefined : preferredCoding(request.headers['accept-encoding'], offered)
    if (!coding) return done(null, payload)
    if (payload instanceof Readable) {
      setCoding(reply, coding)
      return done(null, request.method === 'HEAD' ? payload : compressStream(payload, coding))
    }
    compressWhole(reply, { payload: payload as string | Buffer, coding, limit }).then(
      (compressed) => done(null, compressed),
      done
    )
  })
}

/**
 * Removes the coding that an earlier call of the hook has set. This is necessary if a problem replaces a
 * stream that failed before its first byte.
 */
function removeCoding(reply: FastifyReply): void {
  if (!reply.hasHeader('content-encoding')) return
  reply.removeHeader('content-encoding')
  if (!reply.raw.headersSent) reply.raw.removeHeader('content-encoding')
}

function setCoding(reply: FastifyReply, coding: keyof typeof codings): void {
  reply.header('content-encoding', coding).removeHeader('content-length')
}

/**
 * True if the content of the path is compressible, even if this response is too small or is a 304. All such
 * responses need `Vary`, because a cache may store any of them.
 */
function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.hasHeader('accept-ranges') || pathOf(request).startsWith('/api/v1/auth/')) return false
  return reply.statusCode === 304 || compressibleType.test(String(reply.getHeader('content-type') ?? ''))
}

/** Returns the size of the payload in bytes. The size of a stream is unknown and counts as infinite. */
function sizeOf(payload: unknown): number {
  if (payload instanceof Readable) return Number.POSITIVE_INFINITY
  if (typeof payload !== 'string') return Buffer.isBuffer(payload) ? payload.length : 0
  return payload.length >= minBytes ? payload.length : Buffer.byteLength(payload)
}

/** The compressed forms of payloads that are sent many times. */
const repeated = new WeakMap<Buffer, Map<string, Buffer>>()

/** Keeps the compressed forms of a payload that is sent many times, so that each is computed once. */
export function keepCompressed(payload: Buffer): Buffer {
  repeated.set(payload, new Map())
  return payload
}

/** The compressed forms of payloads that were compressed when they were built. */
const compressedBefore = new WeakMap<Buffer, Forms>()
type Forms = Partial<Record<'br' | 'gzip', Buffer>>

/**
 * Declares the compressed forms of a payload. They are sent instead of forms that the service would compute,
 * whatever the size of the payload.
 */
export function compressedAs(payload: Buffer, forms: Forms): Buffer {
  compressedBefore.set(payload, forms)
  return payload
}

/** Returns the form of the payload that the client prefers. */
function chooseForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, forms }: { plain: Buffer; forms: Forms }
): Buffer {
  addVary(reply, 'Accept-Encoding')
  const offers = (['br', 'gzip'] as const).filter((coding) => forms[coding])
  const coding = preferredCoding(request.headers['accept-encoding'], offers)
  const form = coding && forms[coding]
  if (!form) return plain
  setCoding(reply, coding)
  return form
}

type Whole = { payload: string | Buffer; coding: keyof typeof codings; limit: Limit }

/** Returns the compressed payload, or the payload itself if the client disconnects before its turn. */
async function compressWhole(
  reply: FastifyReply,
  { payload, coding, limit }: Whole
): Promise<string | Buffer> {
  const forms = typeof payload === 'string' ? undefined : repeated.get(payload)
  const cached = forms?.get(coding)
  if (cached) {
    setCoding(reply, coding)
    return cached
  }
  if (!limit.tryTake() && !(await isNext(reply, limit))) return payload
  try {
    const compressed = await codings[coding].compress(asBuffer(payload))
    forms?.set(coding, compressed)
    setCoding(reply, coding)
    return compressed
  } finally {
    limit.release()
  }
}

/** Waits for a turn to compress. Returns false if the client disconnects first. */
async function isNext({ raw }: FastifyReply, limit: Limit): Promise<boolean> {
  const gone = new AbortController()
  const abort = () => gone.abort()
  raw.once('close', abort)
  if (raw.destroyed) abort()
  return limit
    .take(gone.signal)
    .then(
      () => true,
      () => false
    )
    .finally(() => raw.off('close', abort))
}

/**
 * Returns the compressed stream. An error of the source destroys the compressed stream, and destroying the
 * compressed stream destroys the source.
 */
function compressStream(source: Readable, coding: keyof typeof codings): Readable {
  const compressed = codings[coding].createStream()
  pipeline(source, inChunks, compressed, () => {})
  return compressed
}

/**
 * Joins small chunks, because each chunk that is written to a compressor is passed to a thread. The chunks of
 * an export are single rows.
 */
async function* inChunks(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    const bytes = asBuffer(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length < chunkSize) continue
    yield Buffer.concat(chunks, length)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks, length)
}

function asBuffer(content: string | Buffer): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : content
}

/** Returns the size of the chunks in which the compressed bytes are collected. */
function sizeFor(bytes: Buffer): number {
  return Math.min(chunkSize, bytes.length)
}
