import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './overload.ts'
import { unavailable } from './problem.ts'

/**
 * Limits the memory of all JSON bodies that are held at once: a body that would be more is 503. A body counts from its
 * first byte until it is answered, with the length that its head announces or else as it arrives. Forms and bodies that
 * are streamed have limits of their own.
 */
export function addHeldBodies(app: FastifyInstance, { maxBytes }: { maxBytes: number }): void {
  let heldBytes = 0
  const isFull = (bytes: number) => heldBytes + bytes > maxBytes
  const refusal = () => unavailable('Too many large bodies are being read.')

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isHeld(request)) return done(null, payload)
    let own = 0
    const hold = (bytes: number) => {
      own += bytes
      heldBytes += bytes
    }
    reply.raw.once('close', () => {
      heldBytes -= own
    })
    const announced = request.headers['content-length']
    if (announced === undefined) return done(null, Readable.from(counted(payload as Readable, hold)))
    const bytes = Number(announced)
    // A body that is too long for its route is refused before it is read.
    if (bytes > (request.routeOptions.bodyLimit ?? 0)) return done(null, payload)
    if (isFull(bytes)) return done(refusal())
    hold(bytes)
    done(null, payload)
  })

  async function* counted(payload: Readable, hold: (bytes: number) => void) {
    // Destroyed with the iterator, the request would take its connection and so the answer with it.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      if (isFull(chunk.length)) throw refusal()
      hold(chunk.length)
      yield chunk
    }
  }
}

function isHeld({ raw, headers, routeOptions }: FastifyRequest): boolean {
  if (!hasBody(raw) || routeOptions.config?.bodyIsStreamed) return false
  return /^application\/json\b/i.test(headers['content-type'] ?? '')
}
