import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Handle, Tx } from '../db/connect.ts'
import { invalid, Problem } from '../errors.ts'
import { StreamedBody } from './body/streamed-body.ts'
import { parameterFault } from './faults.ts'
import { findStoredResponse, type SentResponse, type StoredResponse, tryKeyLock } from './queries.ts'

/**
 * The key of a request, the scope in which it is unique, and a hash of the request's method, path and body.
 */
export type Idempotency = { scope: string; key: string; requestHash: Buffer }

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Must be false if the responses of the route contain secrets, because such responses must never be
     * stored. False is also right if each request must be answered by what is true at that time.
     */
    idempotent?: false
  }
  interface FastifyRequest {
    idempotency: Idempotency | undefined
    /**
     * The hash of the body, if it was computed while the body was read or parsed. If undefined, `rawBody` is
     * hashed.
     */
    bodyHash: Buffer | undefined
  }
}

/**
 * Adds support for `Idempotency-Key` on POST, PATCH and PUT. Acts before the body is validated: refuses a key
 * that was used for another request, and sends a response that is already stored under the key.
 */
export function addIdempotency(app: FastifyInstance): void {
  app.decorateRequest('idempotency')
  app.decorateRequest('bodyHash')
  // This must run after `preValidation`, in which forms are read.
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (!key) return
    if (request.body instanceof StreamedBody) {
      // Normally the handler reads the body and then checks the key. If a response is already stored under
      // the key, the body is only hashed.
      if (!(await findStoredResponse(app.deps.sql, key))) return
      request.bodyHash = await request.body.drain()
      await request.accessCheck?.confirm()
    }
    const idempotency = identify(request, key)
    const earlier = await findEarlier(app.deps.sql, idempotency)
    if (earlier) return sendStoredResponse(reply, { ...earlier, replayed: true })
    request.idempotency = idempotency
  })
}

/**
 * For a request with a streamed body and a key, sets `request.idempotency`. This contains a hash of the body,
 * so the handler must have read all of the body first. `inTransaction` later claims the key.
 */
export function readStreamedKey(request: FastifyRequest): void {
  if (!(request.body instanceof StreamedBody)) return
  request.bodyHash = request.body.hash()
  const key = readKey(request)
  request.idempotency = key && identify(request, key)
}

function readKey(request: FastifyRequest): { scope: string; key: string } | undefined {
  const key = request.headers['idempotency-key']
  const { access, idempotent } = request.routeOptions.config
  const realm = access?.realm
  if (key === undefined || idempotent === false || (realm !== 'vendor' && realm !== 'platform'))
    return undefined
  if (!['POST', 'PATCH', 'PUT'].includes(request.method)) return undefined
  if (Array.isArray(key) || key.length < 1 || key.length > 255) {
    throw invalid([parameterFault('Idempotency-Key', 'INVALID_HEADER', 'must have 1 to 255 characters')])
  }
  return { scope: realm === 'vendor' ? request.vendorId : 'platform', key }
}

function identify(request: FastifyRequest, key: { scope: string; key: string }): Idempotency {
  const head = Buffer.from(`${request.method} ${request.url}\n`)
  const body = request.bodyHash ?? request.rawBody ?? Buffer.alloc(0)
  return { ...key, requestHash: hash('sha256', Buffer.concat([head, body]), 'buffer') }
}

/**
 * Locks the key for this transaction. Throws a 409 if another transaction has locked the key. Returns the
 * response that is stored under the key, if there is one.
 */
export async function claimKey(tx: Tx, idempotency: Idempotency): Promise<StoredResponse | undefined> {
  if (!(await tryKeyLock(tx, idempotency))) {
    throw new Problem('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '1' } })
  }
  return findEarlier(tx, idempotency)
}

async function findEarlier(handle: Handle, idempotency: Idempotency): Promise<StoredResponse | undefined> {
  const earlier = await findStoredResponse(handle, idempotency)
  if (earlier && !earlier.requestHash.equals(idempotency.requestHash)) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', {
      detail: 'The key was used with another method, path or body. Use a new key for each new request.'
    })
  }
  return earlier
}

/** True if an error with this status can depend on stored data, so that it is stored under the key. */
export function isStoredStatus(status: number): boolean {
  return [400, 404, 409].includes(status)
}

/**
 * Sends a stored response. If `replayed` is true, because an earlier request got the same response, adds the
 * header `Idempotency-Replayed`.
 */
export function sendStoredResponse(
  reply: FastifyReply,
  response: SentResponse & { replayed: boolean }
): FastifyReply {
  reply.code(response.status).headers(response.headers)
  if (response.replayed) reply.header('idempotency-replayed', 'true')
  return reply.send(response.body)
}
