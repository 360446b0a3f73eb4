import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestDuration } from '../../metrics/requests.ts'
import { canWait } from './feed-waiter.ts'
import { isUnrouted } from './methods.ts'

type Labels = { method: string; route: string; interactive: string }

/** The label of requests that match no route. Their paths can't be labels, because clients choose them. */
const noRoute = 'none'

/** Measures the duration of every request that reaches the router. */
export function addRequestMetrics(app: FastifyInstance): void {
  // `routeOptions` is a new object in each request, but its `config` is always the same.
  const labelsOf = new WeakMap<object, Labels>()
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url: route = noRoute, schema } = request.routeOptions
    let labels = labelsOf.get(config)
    if (!labels) {
      labels = { method: request.method, route, interactive: String(isInteractive(config, schema)) }
      if (isUnrouted(request)) labels.route = noRoute
      // Requests of all methods and paths that match no route share a `config`.
      else labelsOf.set(config, labels)
    }
    requestDuration.observe({ ...labels, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

type RouteOptions = FastifyRequest['routeOptions']

/** False for routes that respond slowly on purpose. */
function isInteractive(
  { isInteractive, bodyIsStreamed }: RouteOptions['config'],
  schema: RouteOptions['schema']
): boolean {
  return isInteractive !== false && !bodyIsStreamed && !canWait(schema)
}
