import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../errors.ts'
import { bearerToken, invalidToken, type Principal, requireAccess } from './access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Checks the client's access again. Undefined on public routes. */
    accessCheck: AccessCheck | undefined
  }
}

/**
 * The time between two checks of access, in milliseconds. The check at the start of a request may use a
 * result that is up to 2 s old. So a loss of access takes effect within 5 s.
 */
export const accessCheckMs = 3_000

/**
 * Checks the access of long requests again: after a body that took long to arrive, before the response of a
 * read that took long, and while a response is streamed. Other code checks access too, such as `runOnce`
 * before the transaction of a write, and `StreamedBody` while a streamed body arrives.
 */
export function addAccessRechecks(
  app: FastifyInstance,
  { confirm, everyMs = accessCheckMs }: { confirm: ConfirmAccess; everyMs?: number }
): void {
  app.decorateRequest('accessCheck')
  app.addHook('onRequest', (request, reply, done) => {
    if (request.principal) request.accessCheck = createAccessCheck(request, reply.raw, { confirm, everyMs })
    done()
  })
  app.addHook('preHandler', ({ accessCheck }, _reply, done) =>
    accessCheck?.isOld() ? accessCheck.confirm() : done()
  )
  app.addHook('onSend', (request, reply, payload, done) => {
    const { accessCheck, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!accessCheck || !isRead || reply.statusCode >= 400) return done()
    const stream = payload instanceof Readable ? payload : undefined
    const proceed = () => {
      if (stream) destroyOnLoss(stream, accessCheck.watch())
      done()
    }
    if (!accessCheck.isOld()) return proceed()
    accessCheck.confirm().then(proceed, (error) => {
      stream?.destroy()
      for (const name of contentHeaders) reply.removeHeader(name)
      done(error)
    })
  })
}

/** Headers that describe the content of a response. They are removed if a problem replaces the response. */
const contentHeaders = ['etag', 'content-disposition', 'content-length', 'last-modified']

/**
 * Destroys the stream if access is lost. If the stream ended normally instead, the client would believe that
 * the response is complete.
 */
function destroyOnLoss(stream: Readable, lost: AbortSignal): void {
  const cut = () => {
    stream.destroy(lost.reason)
  }
  if (lost.aborted) cut()
  lost.addEventListener('abort', cut)
  stream.once('close', () => lost.removeEventListener('abort', cut))
}

/**
 * Reads the principal of a token from the database again. Returns undefined if the token's session, or the
 * API token itself, has ended. An access token that has expired since the first check is accepted while its
 * session lasts.
 */
export type ConfirmAccess = (token: string, principal: Principal) => Promise<Principal | undefined>

/** Checks the access of one request while the request lasts. */
type AccessCheck = ReturnType<typeof createAccessCheck>

function createAccessCheck(
  request: FastifyRequest,
  response: ServerResponse,
  { confirm: readPrincipal, everyMs }: { confirm: ConfirmAccess; everyMs: number }
) {
  let checkedAt = performance.now()
  let watched: AbortSignal | undefined

  const isOld = () => performance.now() - checkedAt >= everyMs

  /**
   * Checks access now. If access is lost, throws the 401 or 403 that a new request with the same token would
   * get.
   */
  async function confirm(): Promise<void> {
    const { principal, routeOptions } = request
    const access = routeOptions.config?.access
    if (!principal || !access) return
    const since = performance.now()
    const current = await readPrincipal(bearerToken(request), principal)
    if (!current) throw invalidToken()
    requireAccess(current, access)
    // The request was made for the vendor that the client belonged to when it was sent.
    if (current.vendorId !== principal.vendorId) {
      throw new Problem('NO_MEMBERSHIP', { detail: 'The account is no longer a member of this vendor.' })
    }
    checkedAt = since
  }

  /** Calls `confirm` if the last check was at least `everyMs` ago. */
  async function confirmIfOld(): Promise<void> {
    if (isOld()) await confirm()
  }

  /**
   * Checks access every few seconds until the response is finished. Returns a signal that aborts once access
   * is lost. The reason of the signal is the problem that `confirm` threw.
   */
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
      // A database error is not a loss of access. If the request itself needs the database, it fails anyway.
      if (refusal) request.log.warn({ err: refusal }, 'the check of access during a request failed')
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
