import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Handle, Tx } from '../db/connect.ts'
import { invalid, Problem } from '../errors.ts'
import { parameterFault } from './faults.ts'
import { findKeptAnswer, type KeptAnswer, type SentAnswer, tryKeyLock } from './queries.ts'
import { StreamedBody } from './streamed-body.ts'

/** A repeatable request: whose key, and the hash of method, path and body that it stands for. */
export type Idempotency = { scope: string; key: string; requestHash: Buffer }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False where answers hold secrets, which are never kept. */
    idempotent?: false
  }
  interface FastifyRequest {
    idempotency: Idempotency | undefined
    /** Stands for a body that was hashed while it was read; else the hash is taken of `rawBody`. */
    bodyHash: Buffer | undefined
  }
}

/**
 * `Idempotency-Key` on POST, PATCH and PUT. A key used for another request is told here, before the body is
 * validated; an answer already kept is sent again.
 */
export function addIdempotency(app: FastifyInstance): void {
  app.decorateRequest('idempotency')
  app.decorateRequest('bodyHash')
  // Later than `preValidation`, where the routes that take forms read them.
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (!key) return
    if (request.body instanceof StreamedBody) {
      // The handler reads it, and then asks for the key. Under a key already used only its hash matters.
      if (!(await findKeptAnswer(app.deps.sql, key))) return
      request.bodyHash = await request.body.drain()
      await request.accessCheck?.confirm()
    }
    const idempotency = identify(request, key)
    const earlier = await findEarlier(app.deps.sql, idempotency)
    if (earlier) return sendKept(reply, { ...earlier, replayed: true })
    request.idempotency = idempotency
  })
}

/** The key of a request whose handler has read the body itself; `inTransaction` claims it. */
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

/** Claims the key for this transaction; the earlier answer where there is one, 409 while another one runs. */
export async function claimKey(tx: Tx, idempotency: Idempotency): Promise<KeptAnswer | undefined> {
  if (!(await tryKeyLock(tx, idempotency))) {
    throw new Problem('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '1' } })
  }
  return findEarlier(tx, idempotency)
}

async function findEarlier(handle: Handle, idempotency: Idempotency): Promise<KeptAnswer | undefined> {
  const earlier = await findKeptAnswer(handle, idempotency)
  if (earlier && !earlier.requestHash.equals(idempotency.requestHash)) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', {
      detail: 'The key stands for another method, path or body.'
    })
  }
  return earlier
}

export function sendKept(reply: FastifyReply, answer: SentAnswer & { replayed: boolean }): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  return reply.send(answer.body)
}
