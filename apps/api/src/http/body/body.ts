import { Readable } from 'node:stream'
import { type ParsedJson, parseJsonBody } from '@purveyor/json-stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, unavailable } from '../../errors.ts'
import { Limit } from '../../lib/limit.ts'
import { requestThreads } from '../../workers/request-threads.ts'
import { hasBody } from '../limits/overload.ts'
import { maxListedFaults } from '../problem.ts'
import { gzipNotDeclared, isGzip } from './gzip.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body, which are hashed for `Idempotency-Key`. Undefined if `bodyHash` is set. */
    rawBody: Buffer | undefined
  }
}

/** Larger bodies are parsed in a worker thread. */
const maxInlineBytes = 64 * 1024
/**
 * Parsing stops after one fault more than a response lists. The extra fault shows that the list is
 * incomplete.
 */
const maxFaults = maxListedFaults + 1

/**
 * Adds a strict parser for JSON bodies. A body that isn't valid JSON gets a single fault. A text that can't
 * be stored exactly gets a fault with the pointer of the text. This fault is reported together with the
 * faults that validation by the schema finds.
 */
export function addBodyReading(app: FastifyInstance): void {
  app.decorateRequest('rawBody')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (raw.length === 0) {
      request.rawBody = raw
      return done(null, undefined)
    }
    const encoding = request.headers['content-encoding']
    if (encoding && encoding.toLowerCase() !== 'identity') {
      return done(
        new Problem('UNSUPPORTED_MEDIA_TYPE', {
          detail: 'Send the body without the Content-Encoding header.'
        })
      )
    }
    if (isGzip(raw)) {
      return done(
        gzipNotDeclared('Send the body uncompressed: this endpoint does not accept compressed bodies.')
      )
    }
    if (raw.length > maxInlineBytes) {
      checkInThread(request, raw).then((parsed) => done(null, parsedValue(request, parsed)), done)
    } else {
      request.rawBody = raw
      done(null, parsedValue(request, parseJsonBody(raw, maxFaults)))
    }
  })
}

/**
 * Returns the value of the body. If the body has faults, stores the faults in the request and returns
 * undefined.
 */
function parsedValue(request: FastifyRequest, parsed: ParsedJson): unknown {
  if (parsed.ok) return parsed.value
  request.bodyFaults = parsed.faults
  return undefined
}

async function checkInThread(request: FastifyRequest, raw: Buffer): Promise<ParsedJson> {
  // A Buffer that owns its memory is transferred to the thread. A slice of a larger buffer is copied.
  const ownsMemory = raw.byteLength === raw.buffer.byteLength
  const bytes = ownsMemory ? new Uint8Array(raw.buffer as ArrayBuffer) : new Uint8Array(raw)
  const { text, faults, sha256 } = await requestThreads.run('checkBody', { bytes, maxFaults }, [bytes.buffer])
  request.bodyHash = Buffer.from(sha256)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: JSON.parse(text) }
}

/**
 * Limits the memory that all JSON bodies use together. A body that would exceed the limit is refused with a
 * 503. A body with a `Content-Length` is counted before it is read. Without this header, each chunk is
 * counted when it arrives. The body counts until the response is finished. This limit doesn't apply to forms
 * and streamed bodies, which have limits of their own.
 */
export function addBufferedBodyLimit(app: FastifyInstance, { maxBytes }: { maxBytes: number }): void {
  const limit = new Limit({ total: maxBytes })

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isBuffered(request)) return done(null, payload)
    let reserved = 0
    const reserve = (amount: number): boolean => {
      const isReserved = limit.tryTake({ amount })
      if (isReserved) reserved += amount
      return isReserved
    }
    reply.raw.once('close', () => limit.release({ amount: reserved }))
    const contentLength = request.headers['content-length']
    if (contentLength === undefined) return done(null, Readable.from(counted(payload as Readable, reserve)))
    // A body that is too long for its route is not read: Fastify responds with a 413.
    const bytes = Number(contentLength)
    if (bytes > (request.routeOptions.bodyLimit ?? 0) || reserve(bytes)) done(null, payload)
    else done(tooManyBodies())
  })
}

async function* counted(payload: Readable, reserve: (bytes: number) => boolean) {
  // `destroyOnReturn` would destroy the request and its connection, so the response could not be sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    if (!reserve(chunk.length)) throw tooManyBodies()
    yield chunk
  }
}

function tooManyBodies(): Problem {
  return unavailable('The service is receiving too many large request bodies.')
}

function isBuffered({ raw, headers, routeOptions }: FastifyRequest): boolean {
  if (!hasBody(raw) || routeOptions.config?.bodyIsStreamed) return false
  return /^application\/json\b/i.test(headers['content-type'] ?? '')
}
