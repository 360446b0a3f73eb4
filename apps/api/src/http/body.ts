import { type ParsedJson, parseJsonBody } from '@purveyor/json-stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { requestThreads } from '../workers/request-threads.ts'
import { listedFaults } from './problem.ts'

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
