import type { FastifyInstance } from 'fastify'
import { requestDuration } from '../metrics/requests.ts'
import { isUnrouted } from './methods.ts'

/** The route of requests that match none. A path of the client as a label could have any value. */
const noRoute = 'none'

/** Measures the duration of every request that reaches the router. */
export function addRequestMetrics(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = isUnrouted(request) ? noRoute : (request.routeOptions.url ?? noRoute)
    requestDuration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000
    )
    done()
  })
}
