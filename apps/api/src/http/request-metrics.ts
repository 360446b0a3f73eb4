import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestDuration } from '../metrics/requests.ts'
import { waitParameter } from './feed-waiter.ts'
import { isUnrouted } from './methods.ts'

type Labels = { method: string; route: string; interactive: string }

/** The label of requests that match no route. Their paths can't be labels, because clients choose them. */
const noRoute = 'none'

/** Measures the duration of every request that reaches the router. */
export function addRequestMetrics(app: FastifyInstance): void {
  // `routeOptions` is a new object in each request, but its `config` is always the same.
  const known = new WeakMap<object, Labels>()
  const labelsOf = (request: FastifyRequest): Labels => {
    const { config, ...route } = request.routeOptions
    const found = known.get(config)
    if (found) return found
    const { isInteractive, bodyIsStreamed } = config
    const isSlow = isInteractive === false || bodyIsStreamed || canWait(route.schema)
    const labels = {
      method: request.method,
      route: route.url ?? noRoute,
      interactive: isSlow ? 'false' : 'true'
    }
    known.set(config, labels)
    return labels
  }
  app.addHook('onResponse', (request, reply, done) => {
    const labels = isUnrouted(request)
      ? { method: request.method, route: noRoute, interactive: 'true' }
      : labelsOf(request)
    requestDuration.observe({ ...labels, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** True if clients can ask the route to wait for new rows. */
function canWait(schema: FastifyRequest['routeOptions']['schema']): boolean {
  const { properties } = (schema?.querystring ?? {}) as { properties?: { wait?: unknown } }
  return properties?.wait === waitParameter
}
