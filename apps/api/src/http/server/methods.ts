import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { Problem } from '../../errors.ts'
import { PathSuggestions } from './nearest-path.ts'

/**
 * Responds to requests that match no route, without requiring a token and without reading the body. The
 * response is a 405 with `Allow` if the path supports other methods, otherwise a 404. OPTIONS on a known path
 * gets a 204 with `Allow` (RFC 9110, section 9.3.7). This function must be called before the routes are
 * added.
 */
export function addMethodHandling(app: FastifyInstance): void {
  const fixedPaths = new Set<string>()
  const suggestions = new PathSuggestions()
  app.addHook('onRoute', ({ url, method, schema }) => {
    if (!/[:*]/.test(url)) fixedPaths.add(url)
    if (schema?.hide || url.includes('*')) return
    for (const routeMethod of [method].flat()) if (routeMethod !== 'HEAD') suggestions.add(routeMethod, url)
  })
  /**
   * True if the matched route has parameters, but a route without parameters has exactly the path of the
   * request. In this case, only the methods of the route without parameters are supported: in
   * `/vendor/products/export`, `export` is not the id of a product, so DELETE isn't supported.
   */
  const isFixed = ({ url, routeOptions }: FastifyRequest) =>
    routeOptions.url?.includes(':') === true && fixedPaths.has(url.split('?', 1)[0] ?? '')
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUnrouted(request) && !isFixed(request)) return done()
    const methods = methodsOf(app, request.url)
    if (methods.length === 0)
      return done(unknownPath(suggestions.nearest(request.method, request.url.split('?', 1)[0] ?? '')))
    const allow = [...methods, 'OPTIONS'].sort().join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    done(new Problem('METHOD_NOT_ALLOWED', { detail: `The allowed methods are ${allow}.` }))
  })
}

/**
 * True if no route matches the path and the method. The CORS plugin's route, which matches OPTIONS on every
 * path, doesn't count.
 */
export function isUnrouted({ is404, routeOptions }: FastifyRequest): boolean {
  return is404 || routeOptions.url === '*'
}

/** Returns the 404 for a path that no route has. `similar` lists routes that the client may have meant. */
export function unknownPath(similar: string[] = []): Problem {
  const detail = "This path doesn't exist."
  if (similar.length === 0) return new Problem('NOT_FOUND', { detail })
  const routes = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(similar)
  return new Problem('NOT_FOUND', { detail: `${detail} Did you mean ${routes}?` })
}

/**
 * Returns the methods of the routes that match this URL, in any order. If a route without parameters matches,
 * only such routes count: in `/vendor/products/export`, `export` is not the id of a product. OPTIONS is not
 * included, because every path supports it.
 */
function methodsOf(app: FastifyInstance, url: string): string[] {
  const routes = app.supportedMethods.flatMap((method) => {
    if (method === 'OPTIONS') return []
    const route = app.findRoute({ method: method as HTTPMethods, url })
    // For a path that can't be decoded or is too long, the router also returns a route, but one without
    // `searchParams`.
    if (route?.searchParams === undefined) return []
    return [{ method, parameterCount: Object.keys(route.params ?? {}).length }]
  })
  const minCount = Math.min(...routes.map(({ parameterCount }) => parameterCount))
  return routes.filter(({ parameterCount }) => parameterCount === minCount).map(({ method }) => method)
}
