import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { bearerToken, invalidToken, type Principal, requireAccess } from './access.ts'

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
    if (request.principal) request.accessCheck = createAccessCheck(request, reply.raw, { confirm, everyMs })
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

/**
 * Asks the database again who is calling with a token; undefined once the session or API token has ended. An access
 * token that expires in the meantime is no reason: its session lasts.
 */
export type ConfirmAccess = (token: string, principal: Principal) => Promise<Principal | undefined>

/** The access of one request, as it is while the request lasts. */
type AccessCheck = ReturnType<typeof createAccessCheck>

function createAccessCheck(
  request: FastifyRequest,
  response: ServerResponse,
  { confirm: askAgain, everyMs }: { confirm: ConfirmAccess; everyMs: number }
) {
  let checkedAt = performance.now()
  let watched: AbortSignal | undefined

  const isOld = () => performance.now() - checkedAt >= everyMs

  /** Throws the problem that the request would be answered with if it came now: 401 or 403. */
  async function confirm(): Promise<void> {
    const { principal, routeOptions } = request
    const access = routeOptions.config?.access
    if (!principal || !access) return
    const since = performance.now()
    const found = await askAgain(bearerToken(request), principal)
    if (!found) throw invalidToken()
    requireAccess(found, access)
    // The request is about what belonged to its caller when it came.
    if (found.vendorId !== principal.vendorId) throw new Problem('NO_MEMBERSHIP')
    checkedAt = since
  }

  /** `confirm` where the last check is some seconds old. */
  async function confirmIfOld(): Promise<void> {
    if (isOld()) await confirm()
  }

  /** Checks every few seconds until the request is answered; aborted, with the problem, once access is lost. */
  function watch(): AbortSignal {
    watched ??= startWatching()
    return watched
  }

  function startWatching(): AbortSignal {
    const lost = new AbortController()
    let isOver = false
    let timer: NodeJS.Timeout
    const check = async () => {
      const refusal = await confirm().catch((error: unknown) => error)
      if (refusal instanceof Problem) return lost.abort(refusal)
      // A database that cannot be asked is no loss of access: whatever the request needs of it fails too.
      if (refusal) request.log.warn({ err: refusal }, 'access could not be checked again')
      if (!isOver) timer = setTimeout(check, everyMs).unref()
    }
    timer = setTimeout(check, everyMs).unref()
    response.once('close', () => {
      isOver = true
      clearTimeout(timer)
    })
    return lost.signal
  }

  return { isOld, confirm, confirmIfOld, watch }
}
