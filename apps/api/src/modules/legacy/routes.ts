import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import type { Api } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { ProblemDetails, tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'

/**
 * The set of bulk endpoints before this one, and what replaces each (contract 4.4). A path is in the document by
 * its former method, which is its successor's too, and answers every other one alike.
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

/** The former bulk paths, outside of `/api/v1`: 410 that names the successor, with or without a token. */
export async function legacyRoutes(api: Api): Promise<void> {
  for (const method of METHODS) if (!api.supportedMethods.includes(method)) api.addHttpMethod(method)
  for (const { path, operationId, method, successor } of formerPaths) {
    const gone = new Problem('GONE', {
      detail: `Use ${method} ${successor} in place of ${path}.`,
      headers: { link: `<${successor}>; rel="successor-version"` }
    })
    const schema = {
      tags: [tags.legacy],
      operationId,
      deprecated: true,
      summary: `Use ${method} ${successor}`,
      description:
        'Answers 410 to every method, with the path of its successor in `detail` and in the Link header.',
      response: {
        410: {
          description: 'No longer served',
          content: { 'application/problem+json': { schema: ref(ProblemDetails) } }
        }
      }
    }
    // Answered before the body is read: whatever was sent, and however much of it, the answer is the same.
    const options = { onRequest: () => Promise.reject(gone) }
    const others = api.supportedMethods.filter((other) => other !== method)
    // First, since the framework adds HEAD to a GET that has none yet.
    api.route({ method: others, url: path, schema: { hide: true }, ...options, handler: unreached })
    api.route({ method, url: path, schema, ...options, handler: unreached })
  }
}

function unreached(): never {
  throw new Error('A former path is answered before it has a handler')
}
