import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Handle, Tx } from '../db/connect.ts'
import { invalid, Problem } from '../errors.ts'
import { StreamedBody } from './body/streamed-body.ts'
import { parameterFault } from './faults.ts'
import { findStoredResponse, lockKey, type SentResponse, type StoredResponse } from './queries.ts'

/**
 * The key of a request, the scope in which it is unique, and a hash of the request's method, path and body.
 * `isChecked` is true once the request has looked for a response that is stored under the key.
 */
export type Idempotency = { scope: string; key: string; requestHash: Buffer; isChecked: boolean }

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Must be false if the responses of the route contain secrets, because such responses must never be
     * stored. False is also right if each request must be answered by what is true at that time.
     */
    idempotent?: false
    /**
     * Must be true if the handler does work before its transaction that it shouldn't do again if a response is already
     * stored under the key. Without it, only the transaction looks for that response, which saves a statement.
     */
    checksKeyFirst?: true
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
 * Adds support for `Idempotency-Key` on POST, PATCH and PUT. Normally the transaction of the request finds the response
 * that is stored under the key (`claimKey`), or if the request fails before it, the handler of errors does
 * (`sendStoredInstead`). For routes with `checksKeyFirst`, and for streamed bodies and forms, this is done before the body is
 * validated.
 */
export function addIdempotency(app: FastifyInstance): void {
  app.decorateRequest('idempotency')
  app.decorateRequest('bodyHash')
  // This must run after `preValidation`, in which forms are read.
  app.addHook('preHandler', (request, reply, done) => {
    const key = readKey(request)
    return key ? handleKey(request, reply, key) : done()
  })

  async function handleKey(request: FastifyRequest, reply: FastifyReply, key: ScopedKey) {
    if (request.body instanceof StreamedBody) {
      // Normally the handler reads the body and then checks the key. If a response is already stored under
      // the key, the body is only hashed.
      if (!(await findStoredResponse(app.deps.sql, key))) return
      request.bodyHash = await request.body.drain()
      await request.accessCheck?.confirm()
    }
    const idempotency = identify(request, key)
    request.idempotency = idempotency
    const isForm = request.uploads !== undefined
    if (!isForm && !request.routeOptions.config.checksKeyFirst && !(request.body instanceof StreamedBody))
      return
    const earlier = await findEarlier(app.deps.sql, idempotency)
    if (earlier) return sendStoredResponse(reply, { ...earlier, replayed: true })
  }
}

/**
 * Sends the response that is stored under the key instead of an error with this status. Returns undefined if there is
 * none, or if the request had already looked for it when the error was thrown. Throws a 422 if the key was used for
 * another request.
 */
export async function sendStoredInstead(
  { idempotency, server }: FastifyRequest,
  reply: FastifyReply,
  status: number
): Promise<FastifyReply | undefined> {
  if (!idempotency || idempotency.isChecked || !isStoredStatus(status)) return undefined
  const earlier = await findEarlier(server.deps.sql, idempotency)
  return earlier && sendStoredResponse(reply, { ...earlier, replayed: true })
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

type ScopedKey = { scope: string; key: string }

function readKey(request: FastifyRequest): ScopedKey | undefined {
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

function identify(request: FastifyRequest, key: ScopedKey): Idempotency {
  const head = Buffer.from(`${request.method} ${request.url}\n`)
  const body = request.bodyHash ?? request.rawBody ?? Buffer.alloc(0)
  return { ...key, requestHash: hash('sha256', Buffer.concat([head, body]), 'buffer'), isChecked: false }
}

/**
 * Locks the key for this transaction, and returns the response that is stored under the key, if there is one. If there
 * is none, and another transaction has locked the key, throws a 409. If it has expired, delete it before another one is
 * stored.
 */
export async function claimKey(tx: Tx, idempotency: Idempotency): Promise<ClaimedKey> {
  idempotency.isChecked = true
  const { isLocked, stored } = await lockKey(tx, idempotency)
  if (stored && !stored.isExpired) return { earlier: ofSameRequest(stored, idempotency), hasExpired: false }
  if (!isLocked) throw new Problem('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '1' } })
  return { earlier: undefined, hasExpired: stored !== undefined }
}

/** The response that is stored under a locked key. `hasExpired` is true if there is one that doesn't count any more. */
export type ClaimedKey = { earlier: StoredResponse | undefined; hasExpired: boolean }

async function findEarlier(sql: Handle, idempotency: Idempotency): Promise<StoredResponse | undefined> {
  idempotency.isChecked = true
  return ofSameRequest(await findStoredResponse(sql, idempotency), idempotency)
}

function ofSameRequest(
  earlier: StoredResponse | undefined,
  idempotency: Idempotency
): StoredResponse | undefined {
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
