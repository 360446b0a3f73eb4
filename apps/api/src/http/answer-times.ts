import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { unavailable } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the answer may take to begin, in milliseconds, where 30 s are too short. */
    answerMs?: number
  }
}

export type AnswerTimes = {
  /** Until the answer begins. */
  answerMs: number
  /** Without a byte taken by the reader of a stream. */
  readerIdleMs: number
}

export const answerTimes: AnswerTimes = { answerMs: 30_000, readerIdleMs: 30_000 }

/** A connection without a byte in either direction outlives the time of its answer by so much. */
const spareMs = 5_000

/**
 * Limits how long an answer takes to begin: 503, or 408 while the body is still arriving. Once it is a stream, the
 * limit is how long its reader takes nothing, however long it takes in all. (The framework's `handlerTimeout` cuts
 * streams, and ends with the body of a request.)
 */
export function addAnswerTimes(app: FastifyInstance, times: AnswerTimes = answerTimes): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = (request: FastifyRequest) => clearTimeout(timers.get(request))

  app.addHook('onRequest', (request, reply, done) => {
    const ms = request.routeOptions.config?.answerMs ?? times.answerMs
    // Else the connection would be closed as idle before the answer.
    if (ms > times.answerMs) request.raw.socket.setTimeout?.(ms + spareMs)
    const timer = setTimeout(() => {
      reply.send(
        request.raw.complete ? unavailable('The answer took too long.') : new Problem('REQUEST_TIMEOUT')
      )
    }, ms)
    timers.set(request, timer)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    stop(request)
    const { socket } = request.raw
    if (!(payload instanceof Readable)) {
      if (request.routeOptions.config?.answerMs) socket.setTimeout?.(app.server.timeout)
      return done()
    }
    // Without chunks, as in HTTP/1.0, only a reset tells a reader that it does not have everything.
    const cut = () => (socket.resetAndDestroy ? socket.resetAndDestroy() : reply.raw.destroy())
    payload.once('error', () => {
      if (reply.raw.headersSent) cut()
    })
    reply.raw.setTimeout(times.readerIdleMs, cut)
    done()
  })
}
