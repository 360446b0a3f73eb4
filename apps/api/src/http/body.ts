import { Readable } from 'node:stream'
import { type ParsedJson, parseJsonBody } from '@purveyor/json-stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { Limit } from '../lib/limit.ts'
import { requestThreads } from '../workers/request-threads.ts'
import { hasBody } from './overload.ts'
import { listedFaults, unavailable } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes, for comparing repeated requests; undefined if `bodyHash` is set. */
    rawBody: Buffer | undefined
  }
}

/** A larger body is checked in a thread. */
const inlineBytes = 64 * 1024
/** One more than are listed shows that the list is not complete. */
const maxFaults = listedFaults + 1

/**
 * Reads JSON bodies strictly: a body that cannot be read is one problem; text that cannot be stored exactly becomes a
 * fault of the request at its pointer, reported beside the schema's.
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
        new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without a content encoding.' })
      )
    }
    if (raw.length > inlineBytes) {
      checkInThread(request, raw).then((parsed) => done(null, take(request, parsed)), done)
    } else {
      request.rawBody = raw
      done(null, take(request, parseJsonBody(raw, maxFaults)))
    }
  })
}

/** The value of the body; undefined where it has faults, which the request gets. */
function take(request: FastifyRequest, parsed: ParsedJson): unknown {
  if (parsed.ok) return parsed.value
  request.bodyFaults = parsed.faults
  return undefined
}

async function checkInThread(request: FastifyRequest, raw: Buffer): Promise<ParsedJson> {
  // A buffer of its own can be moved to the thread; one that is a part of a larger one is copied.
  const isOwn = raw.byteLength === raw.buffer.byteLength
  const bytes = isOwn ? new Uint8Array(raw.buffer as ArrayBuffer) : new Uint8Array(raw)
  const { text, faults, sha256 } = await requestThreads.run('checkBody', { bytes, maxFaults }, [bytes.buffer])
  request.bodyHash = Buffer.from(sha256)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: JSON.parse(text) }
}

/**
 * Limits the memory of all JSON bodies that are held at once: a body that would be more is 503. A body counts from its
 * first byte until it is answered, with the length that its head announces or else as it arrives. Forms and bodies that
 * are streamed have limits of their own.
 */
export function addHeldBodies(app: FastifyInstance, { maxBytes }: { maxBytes: number }): void {
  const limit = new Limit({ total: maxBytes })

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isHeld(request)) return done(null, payload)
    let own = 0
    const hold = (amount: number): boolean => {
      const isTaken = limit.tryTake({ amount })
      if (isTaken) own += amount
      return isTaken
    }
    reply.raw.once('close', () => limit.release({ amount: own }))
    const announced = request.headers['content-length']
    if (announced === undefined) return done(null, Readable.from(counted(payload as Readable, hold)))
    // A body that is too long for its route is refused before it is read.
    const bytes = Number(announced)
    if (bytes > (request.routeOptions.bodyLimit ?? 0) || hold(bytes)) done(null, payload)
    else done(tooManyBodies())
  })
}

async function* counted(payload: Readable, hold: (bytes: number) => boolean) {
  // Destroyed with the iterator, the request would take its connection and so the answer with it.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    if (!hold(chunk.length)) throw tooManyBodies()
    yield chunk
  }
}

function tooManyBodies(): Problem {
  return unavailable('Too many large bodies are being read.')
}

function isHeld({ raw, headers, routeOptions }: FastifyRequest): boolean {
  if (!hasBody(raw) || routeOptions.config?.bodyIsStreamed) return false
  return /^application\/json\b/i.test(headers['content-type'] ?? '')
}
