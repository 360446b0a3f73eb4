import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AccessCheck, type ConfirmAccess } from './access-check.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Checks the access of the caller again; undefined on public routes. */
    accessCheck: AccessCheck | undefined
  }
}

/**
 * How often access is checked again. With the 2 s for which a first check may be remembered, its loss takes effect
 * within 5 s.
 */
export const accessCheckMs = 3_000

/**
 * Checks the access of long requests again: those whose body was long to arrive before anything else is done with
 * them, long reads before their answer, and streamed answers while they last. Writes check it before their
 * transaction (`runOnce`), streamed bodies while they arrive (`AccessCheck.watch`).
 */
export function addLastingAccess(
  app: FastifyInstance,
  { confirm, everyMs = accessCheckMs }: { confirm: ConfirmAccess; everyMs?: number }
): void {
  app.decorateRequest('accessCheck')
  app.addHook('onRequest', (request, reply, done) => {
    if (request.principal) request.accessCheck = new AccessCheck(request, reply.raw, { confirm, everyMs })
    done()
  })
  app.addHook('preHandler', async ({ accessCheck }) => accessCheck?.confirmIfOld())
  app.addHook('onSend', (request, reply, payload, done) => {
    const { accessCheck, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!accessCheck || !isRead || reply.statusCode >= 400) return done()
    const stream = payload instanceof Readable ? payload : undefined
    const goOn = () => {
      if (stream) endWith(stream, accessCheck.watch())
      done()
    }
    if (!accessCheck.isOld()) return goOn()
    accessCheck.confirm().then(goOn, (error) => {
      stream?.destroy()
      for (const name of headersOfContent) reply.removeHeader(name)
      done(error)
    })
  })
}

/** Headers of an answer that a refusal in its stead must not have. */
const headersOfContent = ['etag', 'content-disposition', 'content-length', 'last-modified']

/** Cut, not ended: its reader must not take it for whole. */
function endWith(stream: Readable, lost: AbortSignal): void {
  const cut = () => {
    stream.destroy(lost.reason)
  }
  if (lost.aborted) cut()
  lost.addEventListener('abort', cut)
  stream.once('close', () => lost.removeEventListener('abort', cut))
}
