import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { Problem, unavailable } from '../../errors.ts'
import type { InteractiveLoad } from '../../jobs/load.ts'
import {
  createRequestLimiter,
  hasBody,
  isRefusable,
  overloaded,
  type RequestLimits,
  refuseBeforeRouting
} from '../limits/overload.ts'
import { addLingeringClose, isClosing, type LingerLimits } from './connections.ts'
import { isUnrouted } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Runs `work`, which only waits, without counting the request among the running ones. Nor does background
     * work slow down for the request from then on.
     */
    whileUncounted<T>(work: () => Promise<T>): Promise<T>
    /** Counts the request among the running ones. Undefined until its first hook. */
    counting: Counting | undefined
  }
  interface FastifyContextConfig {
    /**
     * The handler reads the body while it arrives. Streamed bodies have limits of their own (`StreamedBody`).
     */
    bodyIsStreamed?: true
    /**
     * False for routes that respond slowly on purpose. Background work doesn't slow down for requests to such
     * routes, nor for requests with a streamed body.
     */
    isInteractive?: false
  }
}

type Counting = { release(): void; pause(): void; resume(): void }

type RequestHandling = RequestLimits & {
  /** The maximum number of requests on one connection that wait for their responses. */
  maxPerConnection: number
  /** The time that a body may take to arrive. Streamed bodies have limits of their own. */
  bodyMs: number
  linger?: LingerLimits
  /** Headers of every response. */
  headers: SecurityHeaders
  corsOrigins: readonly string[]
  /** Counts the interactive requests, so that background work slows down while they run. */
  load: Pick<InteractiveLoad, 'enter'>
}

/** Returns the client's request id if it's safe to log and to send back. Otherwise returns a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const header = request.headers['x-request-id']
  return typeof header === 'string' && /^[A-Za-z0-9._:-]{1,64}$/.test(header) ? header : randomUUID()
}

/**
 * Adds the request id and the security headers to every response, and limits the number of requests in
 * progress. Requests over the limit get a fast 503, so that the accepted requests aren't slowed down. The
 * limit on requests is also the only limit on the number of statements that wait for the database. A request
 * no longer counts once its response is sent, even if the client hasn't read the response yet. So a client
 * that doesn't read can't block other clients. `maxPerConnection` limits the memory that such a client can
 * use.
 */
export function addRequestHandling(app: FastifyInstance, options: RequestHandling): void {
  const { maxPerConnection, bodyMs, headers, load } = options
  const limiter = createRequestLimiter(options, app.log)
  const waitingBySocket = new WeakMap<Socket, { count: number }>()
  app.decorateRequest('counting')
  app.decorateRequest('whileUncounted', async function (this: FastifyRequest, work) {
    this.counting?.pause()
    try {
      return await work()
    } finally {
      this.counting?.resume()
    }
  })
  function waitingOn(socket: Socket): { count: number } {
    let waiting = waitingBySocket.get(socket)
    if (!waiting) {
      waiting = { count: 0 }
      waitingBySocket.set(socket, waiting)
    }
    return waiting
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    const { socket } = request.raw
    const waiting = waitingOn(socket)
    waiting.count++
    const withBody = hasBody(request.raw)
    const isRefused = limiter.isFull(withBody) && isRefusable(pathOf(request), request.method)
    const slot = limiter.enter(withBody)
    const stopCounting = countInteractive(request, load)
    const release = () => {
      slot.release()
      stopCounting()
    }
    const pause = () => {
      slot.pause()
      stopCounting()
    }
    request.counting = { release, pause, resume: slot.resume }
    if (withBody) request.raw.once('end', slot.bodyArrived)
    reply.raw.once('close', () => {
      release()
      waiting.count--
    })
    if (withBody && !request.routeOptions.config?.bodyIsStreamed) limitArrival(request.raw, reply, bodyMs)
    if (isClosing(socket)) {
      return done(unavailable('The connection is closing. Send the request on a new connection.'))
    }
    // HTTP/1.1 requires a Host header. Node's own check is off, so that the response can be a problem.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      reply.header('connection', 'close')
      return done(new Problem('BAD_REQUEST', { detail: 'The Host header is missing.' }))
    }
    if (waiting.count > maxPerConnection) {
      reply.header('connection', 'close')
      return done(unavailable('Too many requests on this connection are waiting for a response.'))
    }
    if (!isRefused) return done()
    limiter.countRefusal()
    done(overloaded)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.counting?.release()
    done()
  })
  const restoreListeners = refuseBeforeRouting(app.server, {
    ...{ limiter, headers, requestIdOf, corsOrigins: options.corsOrigins }
  })
  // This must come after `refuseBeforeRouting`, which replaces all existing listeners.
  addLingeringClose(app, options.linger)
  // During shutdown, Fastify handles all requests again, because it asks clients to close their connections.
  app.addHook('preClose', async () => restoreListeners())
  app.addHook('onClose', async () => limiter.close())
  app.addHook('onResponse', (request, reply, done) => {
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
    done()
  })
}

/**
 * If the request is interactive, counts it in `load` from the time when its body has arrived. Returns a
 * function that removes it from the count.
 */
function countInteractive({ raw, routeOptions }: FastifyRequest, load: RequestHandling['load']): () => void {
  const { bodyIsStreamed, isInteractive } = routeOptions.config ?? {}
  if (bodyIsStreamed || isInteractive === false) return () => {}
  if (!hasBody(raw)) return load.enter()
  let isOver = false
  let leave = () => {}
  raw.once('end', () => {
    if (!isOver) leave = load.enter()
  })
  return () => {
    isOver = true
    leave()
  }
}

/**
 * Returns the path of the matched route. Unlike the URL, this path doesn't change if the client
 * percent-escapes ordinary letters. Returns the URL if no route matches.
 */
export function pathOf(request: FastifyRequest): string {
  return isUnrouted(request) ? request.url : (request.routeOptions.url ?? request.url)
}

/** Sends a 408 if the body of the request hasn't arrived after `ms`. */
function limitArrival(request: IncomingMessage, reply: FastifyReply, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete && !reply.sent) reply.send(new Problem('REQUEST_TIMEOUT'))
  }, ms)
  timer.unref()
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  request.once('close', stop)
}

type SecurityHeaders = Readonly<Record<string, string>>

/**
 * Returns the security headers that every response gets: the headers that helmet sets, except those that only
 * obsolete browsers read. They are always the same, so helmet runs only once.
 */
export function securityHeaders(): SecurityHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }
    },
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false
  })
  setHeaders(response.req, response, () => {})
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  )
}
