import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { Problem } from '../errors.ts'

/**
 * Answers a request that no route takes, without a token and without reading its body: 405 with `Allow` where the path
 * takes other methods, else 404. Add it before the routes. OPTIONS on a known path is 204 with `Allow` (RFC 9110, section 9.3.7).
 */
export function addMethodHandling(app: FastifyInstance): void {
  const fixedPaths = new Set<string>()
  app.addHook('onRoute', ({ url }) => {
    if (!/[:*]/.test(url)) fixedPaths.add(url)
  })
  /** True for `DELETE /vendor/products/export`: the word is a path of its own and not the id of a product. */
  const isFixed = ({ url, routeOptions }: FastifyRequest) =>
    routeOptions.url?.includes(':') === true && fixedPaths.has(url.split('?', 1)[0] ?? '')
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUnrouted(request) && !isFixed(request)) return done()
    const methods = methodsOf(app, request.url)
    if (methods.length === 0) return done(unknownPath())
    const allow = [...methods, 'OPTIONS'].sort().join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    done(new Problem('METHOD_NOT_ALLOWED', { detail: `This path takes ${allow}.` }))
  })
}

/** True if no route takes the path with this method; the CORS plugin has one that takes OPTIONS on every path. */
export function isUnrouted({ is404, routeOptions }: FastifyRequest): boolean {
  return is404 || routeOptions.url === '*'
}

/** The 404 for a path that no route has. */
export function unknownPath(): Problem {
  return new Problem('NOT_FOUND', { detail: 'There is no such path.' })
}

/**
 * The methods that routes take at this URL, in any order. Where a route without parameters has the path, only such routes
 * count: `/vendor/products/export` is not the id of a product. OPTIONS is not looked up: it is answered at every path.
 */
function methodsOf(app: FastifyInstance, url: string): string[] {
  const found = app.supportedMethods.flatMap((method) => {
    if (method === 'OPTIONS') return []
    const route = app.findRoute({ method: method as HTTPMethods, url })
    // A path that the router cannot read, or finds too long, is found too, but has no parameters of a query.
    if (route?.searchParams === undefined) return []
    return [{ method, parameterCount: Object.keys(route.params ?? {}).length }]
  })
  const fewest = Math.min(...found.map(({ parameterCount }) => parameterCount))
  return found.filter(({ parameterCount }) => parameterCount === fewest).map(({ method }) => method)
}
