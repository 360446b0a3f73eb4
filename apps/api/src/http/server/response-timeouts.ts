import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Problem, unavailable } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The time within which the route's response must begin, in milliseconds. Set only on routes that need
     * more time than the default.
     */
    responseTimeoutMs?: number
  }
  interface FastifyRequest {
    /** Ends the wait for the response. */
    responseTimer: NodeJS.Timeout | undefined
  }
}

export type ResponseTimeouts = {
  /** The time within which a response must begin, in milliseconds. */
  responseTimeoutMs: number
  /** A streamed response is cut off if its client reads nothing for this time, in milliseconds. */
  readerIdleMs: number
}

export const defaultTimeouts: ResponseTimeouts = { responseTimeoutMs: 30_000, readerIdleMs: 30_000 }

/** How much longer the idle timeout of a connection is than the timeout of its response. */
const marginMs = 5_000

/**
 * Limits the time until a response begins. If the response hasn't begun in time, the client gets a 503, or a
 * 408 if the request's body is still arriving. A streamed response may take any time in total, but it is cut
 * off if the client doesn't read for `readerIdleMs`. Fastify's `handlerTimeout` can't be used: it cuts off
 * streamed responses, and its timer stops when the request's body has arrived.
 */
export function addResponseTimeouts(
  app: FastifyInstance,
  timeouts: ResponseTimeouts = defaultTimeouts
): void {
  app.decorateRequest('responseTimer')
  app.addHook('onRequest', (request, reply, done) => {
    const ms = request.routeOptions.config?.responseTimeoutMs ?? timeouts.responseTimeoutMs
    // Otherwise the connection would be closed as idle before the response begins.
    if (ms > timeouts.responseTimeoutMs) request.raw.socket.setTimeout?.(ms + marginMs)
    const timer = setTimeout(() => {
      reply.send(
        request.raw.complete
          ? unavailable('The request took too long to process.')
          : new Problem('REQUEST_TIMEOUT')
      )
    }, ms)
    request.responseTimer = timer
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    clearTimeout(request.responseTimer)
    const { socket } = request.raw
    // The stream of a response to HEAD isn't sent, so its client has nothing to read.
    if (!(payload instanceof Readable) || request.method === 'HEAD') {
      if (request.routeOptions.config?.responseTimeoutMs) socket.setTimeout?.(app.server.timeout)
      return done()
    }
    // An HTTP/1.0 response has no chunks. Only a reset of the connection shows that it is incomplete.
    const cut = () => (socket.resetAndDestroy ? socket.resetAndDestroy() : reply.raw.destroy())
    payload.once('error', () => {
      if (reply.raw.headersSent) cut()
    })
    // Injected requests of tests have no connection whose reader could be idle.
    if (socket.setTimeout !== undefined) reply.raw.setTimeout(timeouts.readerIdleMs, cut)
    done()
  })
}
