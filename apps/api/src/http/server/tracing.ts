import type { FastifyInstance } from 'fastify'
import { readTrace, runInTrace, traceFields } from '../../lib/trace.ts'

/**
 * If a request has the header `traceparent`, adds its ids to the log lines of the request, and sends the header
 * with the HTTP requests of the handler. Without the header, does nothing.
 */
export function addTracing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const trace = readTrace(request.headers.traceparent)
    if (trace) {
      request.log = request.log.child(traceFields(trace))
      reply.log = request.log
    }
    done()
  })
  // Reading the body leaves the context of the earlier hooks, so the context begins here.
  app.addHook('preHandler', ({ headers }, _reply, done) => runInTrace(readTrace(headers.traceparent), done))
}
