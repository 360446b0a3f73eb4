import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { Problem } from '../errors.ts'
import type { InteractiveLoad } from '../jobs/load.ts'
import { addLingeringClose, isClosing, type LingerLimits } from './connections.ts'
import { isUnrouted } from './methods.ts'
import { type Bounds, createGate, hasBody, isRefusable, overloaded, refuseBeforeRouting } from './overload.ts'
import { unavailable } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body while it arrives, with bounds of its own (`StreamedBody`). */
    bodyIsStreamed?: true
    /** Answered slowly on purpose: background work does not give way to it, nor to what has a streamed body. */
    isInteractive?: false
  }
}

type RequestHandling = Bounds & {
  maxOfConnection: number
  bodyMs: number
  linger?: LingerLimits
  /** Of every answer. */
  headers: SecurityHeaders
  corsOrigins: readonly string[]
  /** Where requests are counted that background work gives way to. */
  load: Pick<InteractiveLoad, 'enter'>
}

/** The caller's request id where it is safe to log and to send back, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,64}$/.test(given) ? given : randomUUID()
}

/**
 * The request id and the security headers on every answer, and a bound on the requests under way: past it the answer
 * is a fast 503, so that those accepted are served as before. The database's queue has no bound of its own. An answer
 * that waits for its reader is under way no more: a client that does not read keeps nobody else out. What it can make the
 * server hold is bounded by the requests of one connection that wait for an answer.
 */
export function addRequestHandling(app: FastifyInstance, options: RequestHandling): void {
  const { maxOfConnection, bodyMs, headers, load } = options
  const gate = createGate(options, app.log)
  const ofConnection = new WeakMap<Socket, number>()
  const leaving = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    const { socket } = request.raw
    const waiting = (ofConnection.get(socket) ?? 0) + 1
    ofConnection.set(socket, waiting)
    const withBody = hasBody(request.raw)
    const isRefused = gate.isFull(withBody) && isRefusable(pathOf(request), request.method)
    const place = gate.enter(withBody)
    const stopCounting = countInteractive(request, load)
    const leave = () => {
      place.leave()
      stopCounting()
    }
    leaving.set(request, leave)
    if (withBody) request.raw.once('end', place.bodyArrived)
    reply.raw.once('close', () => {
      leave()
      ofConnection.set(socket, (ofConnection.get(socket) ?? 1) - 1)
    })
    if (withBody && !request.routeOptions.config?.bodyIsStreamed) boundArrival(request.raw, reply, bodyMs)
    if (isClosing(socket)) return done(unavailable('The connection is being closed.'))
    // HTTP/1.1 asks for a Host; the server leaves the check to us, so that the refusal is a problem as any other.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      reply.header('connection', 'close')
      return done(new Problem('BAD_REQUEST', { detail: 'The Host header is missing.' }))
    }
    if (waiting > maxOfConnection) {
      reply.header('connection', 'close')
      return done(unavailable('Too many requests of one connection wait for their answers.'))
    }
    if (!isRefused) return done()
    gate.noteRefusal()
    done(overloaded)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leaving.get(request)?.()
    done()
  })
  const allowAgain = refuseBeforeRouting(app.server, {
    ...{ gate, headers, requestIdOf, corsOrigins: options.corsOrigins }
  })
  // Behind the refusals, which take the place of every listener there is.
  addLingeringClose(app, options.linger)
  // The framework asks the clients of a service that stops to let their connections go.
  app.addHook('preClose', async () => allowAgain())
  app.addHook('onClose', async () => gate.end())
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

/** Counts a request in the load from when its body has arrived until the function that it returns is called. */
function countInteractive({ raw, routeOptions }: FastifyRequest, load: RequestHandling['load']): () => void {
  const { bodyIsStreamed, isInteractive } = routeOptions.config ?? {}
  if (bodyIsStreamed || isInteractive === false) return () => {}
  if (!hasBody(raw)) return load.enter()
  let hasLeft = false
  let leave = () => {}
  raw.once('end', () => {
    if (!hasLeft) leave = load.enter()
  })
  return () => {
    hasLeft = true
    leave()
  }
}

/** The path as the router matched it: one written with needless escapes is counted and bounded as any other. */
export function pathOf(request: FastifyRequest): string {
  return isUnrouted(request) ? request.url : (request.routeOptions.url ?? request.url)
}

/** Answers 408 to a request whose body has not arrived in time. */
function boundArrival(request: IncomingMessage, reply: FastifyReply, ms: number): void {
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
 * The security headers of every answer, as helmet sets them. They are the same for all, so helmet is asked once. Left
 * out are those that only browsers of long ago read.
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
