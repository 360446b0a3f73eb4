import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import type { Api } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { ProblemDetails, tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'

/**
 * The former bulk endpoints and their successors (contract 9). `method` is the method of the former endpoint
 * and of its successor. The OpenAPI document lists only this method, but requests with other methods get the
 * same response.
 */
const formerPaths: { path: string; operationId: string; method: HTTPMethods; successor: string }[] = [
  {
    path: '/api/products_bulk',
    operationId: 'formerProductsBulk',
    method: 'POST',
    successor: '/api/v1/vendor/products/bulk-update'
  },
  {
    path: '/api/products_feed',
    operationId: 'formerProductsFeed',
    method: 'POST',
    successor: '/api/v1/vendor/products/bulk-upload'
  },
  {
    path: '/api/products_export',
    operationId: 'formerProductsExport',
    method: 'GET',
    successor: '/api/v1/vendor/products/export'
  }
]

/**
 * The former bulk paths, outside of `/api/v1`. They return 410 and name their successor, even to clients
 * without a token.
 */
export async function legacyRoutes(api: Api): Promise<void> {
  for (const method of METHODS) if (!api.supportedMethods.includes(method)) api.addHttpMethod(method)
  for (const { path, operationId, method, successor } of formerPaths) {
    const gone = new Problem('GONE', {
      detail: `${path} is no longer served. Use ${method} ${successor} instead.`,
      headers: { link: `<${successor}>; rel="successor-version"` }
    })
    const schema = {
      tags: [tags.legacy],
      operationId,
      deprecated: true,
      summary: `Use ${method} ${successor}`,
      description:
        'Returns 410 for every method. `detail` and the Link header contain the path to use instead.',
      response: {
        410: {
          description: 'The path is no longer served',
          content: { 'application/problem+json': { schema: ref(ProblemDetails) } }
        }
      }
    }
    // Respond before the body is read, so that a body of any type and size gets the same response.
    const options = { onRequest: () => Promise.reject(gone) }
    const others = api.supportedMethods.filter((other) => other !== method)
    // Add the other methods first. Otherwise Fastify would add its own HEAD route for GET.
    api.route({ method: others, url: path, schema: { hide: true }, ...options, handler: unreached })
    api.route({ method, url: path, schema, ...options, handler: unreached })
  }
}

function unreached(): never {
  throw new Error('The onRequest hook should have rejected this request')
}
