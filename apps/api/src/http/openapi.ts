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
      Type.String({ description: 'JSON Pointer into the body', examples: ['/variants/0/sku'] })
    ),
    parameter: Type.Optional(Type.String({ description: 'Name of a query, path or header parameter' })),
    code: Type.String({ examples: ['REQUIRED'] }),
    message: Type.String({ examples: ['is required'] })
  })
)

export const ProblemDetails = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({ examples: ['urn:purveyor:problem:validation-failed'] }),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      code: Type.Unsafe<string>({
        type: 'string',
        enum: Object.keys(errorTable),
        description: 'Stable code'
      }),
      requestId: Type.String(),
      errors: Type.Optional(
        Type.Array(ref(Fault), {
          description: 'Each fault with its pointer or parameter: the first 100, in bulk the first 1,000'
        })
      ),
      errorCount: Type.Optional(
        Type.Integer({ description: 'How many faults were found: all of them, if errorCountIsExact' })
      ),
      errorCountIsExact: Type.Optional(
        Type.Boolean({ description: 'False if the search stopped at the listed faults: there may be more' })
      )
    },
    { description: 'An error (RFC 9457)' }
  )
)

/** The tags in the order of the contract's sections. */
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
    /** Error statuses of this route beside those that every route like it can answer. */
    alsoAnswers?: readonly number[]
  }
}

/** Collects every route's schema for the OpenAPI 3.1 document, error answers and security included. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Purveyor Vendor API',
        version: '1.0.0-beta',
        description:
          'Beta. The REST interface of a marketplace for its suppliers: catalog, approval, orders and shipments. ' +
          'Every error is a problem (RFC 9457) with a stable code, a request id and all faults of the request. ' +
          'A path that does not take a method answers 405 with the methods it takes in Allow; OPTIONS returns them too.'
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.values(tags).map((name) => ({ name })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The access_token of POST /api/v1/auth/login, or an API token'
          }
        }
      }
    },
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `def-${index}`)
    },
    transform: ({ schema, url, route }) => ({ schema: withErrors(schema, route), url }),
    transformObject: (documents) =>
      'openapiObject' in documents ? finished(documents.openapiObject) : documents.swaggerObject
  })
  for (const schema of components.values()) app.addSchema(schema)
  let text: string | undefined
  app.get(
    '/api/v1/openapi.json',
    { schema: { hide: true }, config: { access: { realm: 'public' } } },
    (_request, reply) => {
      // Writing a megabyte of JSON for each caller would hold up the others.
      text ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(text)
    }
  )
}

/** The schema with a problem for every status that this route can answer besides success. */
function withErrors(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const access = route.config?.access
  if (!access) return schema
  const responses = { ...(schema.response as Record<string, unknown>) }
  for (const status of errorStatuses(schema, route, access)) {
    responses[status] ??=
      status === 304
        ? { description: statusNames[304], type: 'null' }
        : {
            description: statusNames[status],
            ...(retried.includes(status) && { headers: retryAfter }),
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

const retried = [429, 503]
const retryAfter = { 'Retry-After': { type: 'integer', description: 'Seconds to wait', minimum: 1 } }

const statusNames: Record<number, string> = {
  304: 'Not modified',
  400: 'Validation failed; every fault is named',
  401: 'Missing or invalid bearer token',
  403: 'No membership, or the role does not allow it',
  404: 'Not found',
  408: 'The body took too long to arrive',
  409: 'The current state does not allow this, or a request with the same Idempotency-Key is running',
  412: 'If-Match or the version does not match',
  413: 'The body is too large',
  415: 'The content type is not supported',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Overloaded or shutting down; try again after Retry-After'
}

function errorStatuses(schema: FastifySchema, route: RouteOptions, access: Access): number[] {
  const writes = route.method !== 'GET' && route.method !== 'HEAD'
  const statuses = [400, 429, 500, 503]
  if (route.config?.tagged) statuses.push(304)
  if (access.realm !== 'public') statuses.push(401)
  statuses.push(...(route.config?.alsoAnswers ?? []))
  if (access.realm === 'vendor' || access.realm === 'platform') statuses.push(403)
  else if (access.realm === 'signed-in' && access.peopleOnly) statuses.push(403)
  if (schema.params) statuses.push(404)
  if (schema.body) statuses.push(408, 413, 415)
  if (writes && schema.params) statuses.push(412)
  if (keyed(route, access)) statuses.push(409, 422)
  else if (writes) statuses.push(409)
  return statuses
}

function keyed(route: RouteOptions, access: Access): boolean {
  const realm = access.realm === 'vendor' || access.realm === 'platform'
  return (
    realm && route.config?.idempotent !== false && ['POST', 'PATCH', 'PUT'].includes(String(route.method))
  )
}

function headerParameters(schema: FastifySchema, route: RouteOptions, access: Access) {
  const properties = {
    ...(route.config?.tagged && {
      'If-None-Match': { type: 'string', description: 'An ETag that the client has: 304 if nothing changed' }
    }),
    ...(keyed(route, access) && {
      'Idempotency-Key': {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'Makes a retry safe for 24 h'
      }
    }),
    ...((schema.params !== undefined || route.config?.alsoAnswers?.includes(412)) &&
      ['PATCH', 'DELETE'].includes(String(route.method)) && {
        'If-Match': { type: 'string', description: 'The ETag of the version to change' }
      })
  }
  return Object.keys(properties).length > 0 ? { type: 'object', properties } : undefined
}

type Document = { tags?: { name: string }[]; paths?: object }

/** The document without keywords of our own and without tags that no operation has. */
function finished<T extends Document>(document: T): T {
  const used = new Set(
    Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path as object).flatMap((operation) => operation.tags)
    )
  )
  return withoutOwnKeywords({ ...document, tags: document.tags?.filter(({ name }) => used.has(name)) })
}

/** Keywords of validation that OpenAPI does not know. */
const ownKeywords = new Set(['trim', 'decimal', 'fieldHints', 'patternHint'])

function withoutOwnKeywords<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutOwnKeywords) as T
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node).filter(
    ([name, value]) => !(ownKeywords.has(name) && isKeyword(name, value))
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutOwnKeywords(value)])) as T
}

function isKeyword(name: string, value: unknown): boolean {
  if (name === 'trim') return value === true
  if (name === 'patternHint') return typeof value === 'string'
  return typeof value === 'object'
}
