import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { requireHost } from './connections.ts'
import { unavailable } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body while it arrives, with bounds of its own (`StreamedBody`). */
    bodyIsStreamed?: true
  }
}

/** The caller's request id where it is safe to log and to send back, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,64}$/.test(given) ? given : randomUUID()
}

/**
 * The request id on every answer, and a bound on the requests under way: past it the answer is a fast 503, so
 * that those accepted are served as before. The database's queue has no bound of its own. An answer that waits
 * for its reader is under way no more: a client that does not read keeps nobody else out. What it can make the
 * server hold is bounded by the requests of one connection that wait for an answer.
 */
export function addRequestHandling(
  app: FastifyInstance,
  options: { maxRunning: number; maxOfConnection: number; bodyMs: number }
): void {
  let running = 0
  const ofConnection = new WeakMap<Socket, number>()
  const settles = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const { socket } = request.raw
    const waiting = (ofConnection.get(socket) ?? 0) + 1
    ofConnection.set(socket, waiting)
    running++
    const settle = once(() => running--)
    settles.set(request, settle)
    reply.raw.once('close', () => {
      settle()
      ofConnection.set(socket, (ofConnection.get(socket) ?? 1) - 1)
    })
    if (!request.routeOptions.config?.bodyIsStreamed) boundArrival(request, reply, options.bodyMs)
    requireHost(request)
    if (waiting > options.maxOfConnection) {
      reply.header('connection', 'close')
      throw unavailable('Too many requests of one connection wait for their answers.')
    }
    if (running > options.maxRunning && pathOf(request).startsWith('/api/')) {
      throw unavailable('The service is overloaded.')
    }
  })
  app.addHook('onSend', async (request) => settles.get(request)?.())
  app.addHook('onResponse', async (request, reply) => {
    const level = request.routeOptions.logLevel === 'warn' ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.principal && { actor: request.principal.actor.id, vendor: request.principal.vendorId })
      },
      'request'
    )
  })
}

/** The path as the router matched it: one written with needless escapes is counted and bounded as any other. */
export function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? request.url
}

/**
 * Ends a request whose body has not arrived in time: 408, and nothing more to one that was answered without its body.
 */
function boundArrival(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw, headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    if (raw.complete) return
    // What stands in for a socket in tests cannot be destroyed.
    if (reply.raw.writableEnded) raw.socket.destroy?.()
    else if (!reply.sent) reply.send(new Problem('REQUEST_TIMEOUT'))
  }, ms)
  timer.unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  raw.once('close', stop)
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
