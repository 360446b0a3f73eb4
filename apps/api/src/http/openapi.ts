import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { errorTable } from '../errors.ts'
import type { Access } from './access.ts'
import { components, named, ref } from './schema.ts'

const Fault = named(
  'Fault',
  Type.Object({
    pointer: Type.Optional(
      Type.String({
        description: 'A JSON Pointer to the field of the body. An empty pointer refers to the whole body.',
        examples: ['/variants/0/sku']
      })
    ),
    parameter: Type.Optional(Type.String({ description: 'The name of the query, path or header parameter' })),
    code: Type.String({ description: 'A stable code', examples: ['REQUIRED'] }),
    message: Type.String({
      description: 'A message that continues after the name of the field or parameter',
      examples: ['is required']
    })
  })
)

export const ProblemDetails = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({ examples: ['urn:purveyor:problem:validation-failed'] }),
      title: Type.String({ description: 'A short description of the code' }),
      status: Type.Integer({ description: 'The HTTP status' }),
      detail: Type.String({ description: 'The cause of the error in this request, and how to fix it' }),
      code: Type.Unsafe<string>({
        type: 'string',
        enum: Object.keys(errorTable),
        description: 'A stable code that identifies the kind of error'
      }),
      requestId: Type.String({
        description: 'The id of the request, which the log of the service contains too'
      }),
      errors: Type.Optional(
        Type.Array(ref(Fault), {
          description:
            'The validation errors, each with the pointer or parameter that it refers to. ' +
            'At most the first 100 are listed; in bulk operations, at most the first 1,000.'
        })
      ),
      errorCount: Type.Optional(
        Type.Integer({
          description:
            'The number of validation errors that were found. If errorCountIsExact is true, it is the total.'
        })
      ),
      errorCountIsExact: Type.Optional(
        Type.Boolean({
          description:
            'False if validation stopped early, so the request may have more errors than errorCount'
        })
      )
    },
    { description: 'An error response (RFC 9457)' }
  )
)

/** The names of the tags, in the order in which the OpenAPI document lists them. */
export const tags = {
  auth: 'Authentication',
  profile: 'Profile',
  members: 'Members',
  apiTokens: 'API Tokens',
  shippingMethods: 'Shipping Methods',
  categories: 'Categories',
  taxonomy: 'Collections, Tags and Facets',
  products: 'Products',
  bulk: 'Bulk Operations',
  importJobs: 'Import Jobs',
  orders: 'Orders',
  purchaseOrders: 'Purchase Orders',
  shipments: 'Shipments',
  events: 'Events',
  moderation: 'Operator: Moderation',
  vendors: 'Operator: Vendors',
  platformTaxonomy: 'Operator: Taxonomy',
  platformOrders: 'Operator: Orders',
  platform: 'Operator: Marketplace',
  platformMembers: 'Operator: People',
  storefront: 'Storefront',
  media: 'Media',
  legacy: 'Former Paths',
  health: 'Health'
} as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Further error statuses of this route, which don't follow from its method, access rule and schema. */
    extraErrorStatuses?: readonly number[]
  }
}

/**
 * Generates the OpenAPI 3.1 document from the routes and serves it. The document includes error responses and
 * security requirements.
 */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Purveyor Vendor API',
        version: '1.0.0-beta',
        description:
          'The REST API of a marketplace for its vendors: catalog, approval, orders and shipments. ' +
          'The API is in beta. ' +
          'Every error response is a problem (RFC 9457) with a stable code and a request id. ' +
          'If a request is not valid, the problem lists the errors of all its fields. ' +
          "If a path doesn't support a method, the response is a 405, and its Allow header lists the supported " +
          'methods. OPTIONS returns the same header.'
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.values(tags).map((name) => ({ name })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The access_token that POST /api/v1/auth/login returns, or an API token'
          }
        }
      }
    },
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `def-${index}`)
    },
    transform: ({ schema, url, route }) => ({ schema: withErrors(schema, route), url }),
    transformObject: (documents) =>
      'openapiObject' in documents ? finalDocument(documents.openapiObject) : documents.swaggerObject
  })
  for (const schema of components.values()) app.addSchema(schema)
  let text: string | undefined
  app.get(
    '/api/v1/openapi.json',
    { schema: { hide: true }, config: { access: { realm: 'public' } } },
    (_request, reply) => {
      // The text is cached, because serialising a megabyte of JSON per request would block the event loop.
      text ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(text)
    }
  )
}

/**
 * Adds a response for each error status, the headers of the request, and the security requirement to the
 * schema of a route. Returns the new schema.
 */
function withErrors(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const access = route.config?.access
  if (!access) return schema
  const responses = { ...(schema.response as Record<string, unknown>) }
  for (const status of errorStatuses(schema, route, access)) {
    responses[status] ??=
      status === 304
        ? { description: statusNames[304], type: 'null' }
        : {
            description: statusDescription(status, { route, access }),
            ...(retryableStatuses.includes(status) && { headers: retryAfter }),
            content: { 'application/problem+json': { schema: ref(ProblemDetails) } }
          }
  }
  const headers = headerParameters(schema, route, access)
  return {
    ...schema,
    response: responses,
    ...(access.realm !== 'public' && { security: [{ bearer: [] }] }),
    ...(headers && { headers })
  }
}

function statusDescription(
  status: number,
  { route, access }: { route: RouteOptions; access: Access }
): string | undefined {
  if (status === 401 && access.realm === 'public')
    return 'The email address, password or token in the body is not valid'
  if (status === 409 && acceptsIdempotencyKey(route, access))
    return `${statusNames[409]}, or a request with the same Idempotency-Key is in progress`
  return statusNames[status]
}

const retryableStatuses = [429, 503]
const retryAfter = {
  'Retry-After': { type: 'integer', description: 'The number of seconds to wait before a retry', minimum: 1 }
}

const statusNames: Record<number, string> = {
  304: 'Not modified',
  400: 'The request is not valid; the problem lists its errors',
  401: 'The bearer token is missing or not valid',
  403: "The account, its role or the API token doesn't permit this operation",
  404: 'The resource was not found',
  408: 'The request body took too long to arrive',
  409: "The current state doesn't allow this operation",
  412: "The resource has changed: If-Match or the version doesn't match the current version",
  413: 'The request body is too large',
  415: 'The content type or encoding is not supported',
  422: 'The Idempotency-Key was already used for a different request',
  429: 'Too many requests; try again after the time in Retry-After',
  500: 'An unexpected error occurred',
  503: 'The service is overloaded or shutting down; try again after the time in Retry-After'
}

function errorStatuses(schema: FastifySchema, route: RouteOptions, access: Access): number[] {
  const writes = route.method !== 'GET' && route.method !== 'HEAD'
  const statuses = [400, 429, 500, 503]
  if (route.config?.tagged) statuses.push(304)
  if (access.realm !== 'public') statuses.push(401)
  statuses.push(...(route.config?.extraErrorStatuses ?? []))
  if (access.realm === 'vendor' || access.realm === 'platform') statuses.push(403)
  else if (access.realm === 'signed-in' && access.peopleOnly) statuses.push(403)
  if (schema.params) statuses.push(404)
  if (schema.body) statuses.push(408, 413, 415)
  if (writes && schema.params) statuses.push(412)
  if (acceptsIdempotencyKey(route, access)) statuses.push(409, 422)
  else if (writes) statuses.push(409)
  return statuses
}

function acceptsIdempotencyKey(route: RouteOptions, access: Access): boolean {
  const hasScope = access.realm === 'vendor' || access.realm === 'platform'
  return (
    hasScope && route.config?.idempotent !== false && ['POST', 'PATCH', 'PUT'].includes(String(route.method))
  )
}

function headerParameters(schema: FastifySchema, route: RouteOptions, access: Access) {
  const properties = {
    ...(route.config?.tagged && {
      'If-None-Match': {
        type: 'string',
        description:
          'The ETag of the version that you have. If it is the current version, the response is a 304.'
      }
    }),
    ...(acceptsIdempotencyKey(route, access) && {
      'Idempotency-Key': {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description:
          'A unique key of this request. For 24 hours, a retry with the same key returns the same response.'
      }
    }),
    ...((schema.params !== undefined || route.config?.extraErrorStatuses?.includes(412)) &&
      ['PATCH', 'DELETE'].includes(String(route.method)) && {
        'If-Match': {
          type: 'string',
          description:
            'The ETag of the version that you want to change. If the resource has changed, the response is a 412.'
        }
      })
  }
  return Object.keys(properties).length > 0 ? { type: 'object', properties } : undefined
}

type Document = { tags?: { name: string }[]; paths?: object }

/** Returns the document without custom keywords and without tags that no operation uses. */
function finalDocument<T extends Document>(document: T): T {
  const used = new Set(
    Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path as object).flatMap((operation) => operation.tags)
    )
  )
  return withoutCustomKeywords({ ...document, tags: document.tags?.filter(({ name }) => used.has(name)) })
}

/** Custom validation keywords, which aren't part of OpenAPI. */
const customKeywords = new Set(['trim', 'decimal', 'fieldHints', 'patternHint'])

function withoutCustomKeywords<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutCustomKeywords) as T
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node).filter(
    ([name, value]) => !(customKeywords.has(name) && isKeyword(name, value))
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutCustomKeywords(value)])) as T
}

/**
 * Distinguishes a custom keyword from a property that has the same name as the keyword. True for a keyword.
 */
function isKeyword(name: string, value: unknown): boolean {
  if (name === 'trim') return value === true
  if (name === 'patternHint') return typeof value === 'string'
  return typeof value === 'object'
}
