import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors.ts'
import { parseJsonBody } from '../lib/json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes, for comparing repeated requests. */
    rawBody: Buffer | undefined
  }
}

/**
 * Reads JSON bodies strictly: what cannot be read is one problem; text that cannot be kept exactly becomes a
 * fault of the request at its place, told beside the schema's.
 */
export function addBodyReading(app: FastifyInstance): void {
  app.decorateRequest('rawBody')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    request.rawBody = raw
    if (raw.length === 0) return done(null, undefined)
    const encoding = request.headers['content-encoding']
    if (encoding && encoding.toLowerCase() !== 'identity') {
      return done(
        new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without a content encoding.' })
      )
    }
    const parsed = parseJsonBody(raw)
    if (parsed.ok) return done(null, parsed.value)
    request.bodyFaults = parsed.faults
    done(null, undefined)
  })
}
