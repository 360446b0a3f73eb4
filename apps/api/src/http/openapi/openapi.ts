import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { errorTable } from '../../errors.ts'
import { capitalise } from '../../lib/capitalise.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { components, named, oneOf, ref } from '../schema.ts'
import type { Access } from '../server/access.ts'
import { canWait } from '../server/feed-waiter.ts'
import { addResponseHeaders } from '../server/response-headers.ts'
import { finalDocument, type WebhookDocument } from './final-document.ts'
import type { OperationExample } from './operation-example.ts'

/** An entry in the `errors` of a problem. */
export const FaultSchema = named(
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
    }),
    cell: Type.Optional(
      Type.String({ description: 'The cell of the workbook that was sent', examples: ['D17'] })
    ),
    current: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['integer', 'string'],
        description:
          'For STOCK_CONFLICT and INSUFFICIENT_STOCK of an update of stock: the current stock on hand. ' +
          'For STOCK_OUTDATED: the time of the last count, shipment or cancelled shipment.',
        examples: [37]
      })
    ),
    productId: Type.Optional(
      Type.String({ format: 'uuid', description: 'For SKU_TAKEN: the product that already has the SKU' })
    ),
    variantId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'For VARIANT_SKU_TAKEN: the variant of the product that already has the SKU'
      })
    )
  }),
  'An error in one field or parameter of a request'
)

export const ProblemDetails = named(
  'Problem',
  Type.Object({
    type: Type.String({ examples: ['urn:purveyor:problem:validation-failed'] }),
    title: Type.String({ description: 'A short description of the code' }),
    status: Type.Integer({ description: 'The HTTP status' }),
    detail: Type.String({ description: 'The cause of the error in this request, and how to fix it' }),
    code: oneOf(
      enumeration('ProblemCode', Object.keys(errorTable), 'A stable code that identifies the kind of error')
    ),
    docUrl: Type.String({
      format: 'uri-reference',
      description:
        'Where the documentation explains the code. The URL is relative to the URL of the request.',
      examples: ['/docs/errors#validation_failed']
    }),
    requestId: Type.String({
      description: 'The id of the request, which the log of the service contains too'
    }),
    errors: Type.Optional(
      Type.Array(ref(FaultSchema), {
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
        description: 'False if validation stopped early, so the request may have more errors than errorCount'
      })
    )
  }),
  'An error response (RFC 9457)'
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
  statements: 'Statements',
  events: 'Events',
  webhooks: 'Webhooks',
  statistics: 'Statistics',
  moderation: 'Operator: Moderation',
  vendors: 'Operator: Vendors',
  platformTaxonomy: 'Operator: Taxonomy',
  platformAttributes: 'Operator: Attributes',
  platformOrders: 'Operator: Orders',
  platformImportJobs: 'Operator: Import Jobs',
  platformStatements: 'Operator: Statements',
  platform: 'Operator: Marketplace',
  platformWebhooks: 'Operator: Webhooks',
  platformMembers: 'Operator: People',
  storefront: 'Storefront',
  media: 'Media',
  legacy: 'Former Paths',
  health: 'Health'
} as const

const tagDescriptions: Record<keyof typeof tags, string> = {
  auth: 'Sign in with an email address and a password, refresh and end sessions, and change passwords.',
  profile: "The vendor's own profile, with the address that orders show and the logo.",
  members: "The members of the vendor's team, with their roles, and open invitations.",
  apiTokens: 'Tokens with which integrations call the API for the vendor.',
  shippingMethods: 'The ways in which the vendor ships, with their charges by country and weight.',
  categories: 'The category tree of the marketplace, for vendors.',
  taxonomy: 'The other terms that the marketplace defines, for vendors: collections, tags and facets.',
  products: "The vendor's products with their variants, images, documents, staged edits and reviews.",
  bulk: 'Create or change up to a million products with one request, and export all prices and stock.',
  importJobs: 'The progress, results and reports of bulk uploads.',
  orders: "The vendor's part of customers' orders, at retail prices.",
  purchaseOrders: 'The same orders at vendor cost, as lists and PDF documents.',
  shipments: "The vendor's shipments with their tracking, and the carriers that the service knows.",
  statements: 'What the marketplace owes the vendor: closed periods, and the open one.',
  events: 'A feed of everything that changed for the vendor.',
  webhooks: 'Addresses to which the service posts the events of the vendor.',
  statistics: "The vendor's sales of each day, and what the vendor should act on.",
  moderation:
    "The operator's queue of new products, edits and changes of watched fields, the decisions on them, and the " +
    'approval rules, reason templates, statistics and snapshots of decisions.',
  vendors: 'The vendors of the marketplace, their commissions, and how much the operator trusts them.',
  platformTaxonomy: 'Categories, collections, tags and facets, as the operator maintains them.',
  platformAttributes:
    'The attributes that products of a category can and must have, as the operator defines them.',
  platformOrders: 'Orders that the storefront places, with the suborders of all vendors.',
  platformImportJobs: 'The bulk uploads of all vendors, to read.',
  platformStatements: 'What the marketplace owes its vendors, payments of statements, and adjustments.',
  platform: "The marketplace's settings, and a feed of everything that changed.",
  platformWebhooks:
    'Addresses to which the service posts the events of the marketplace, and the webhooks of all vendors.',
  platformMembers: "The operator's team and its API tokens, and password resets of any user.",
  storefront: 'Products, vendors and categories as customers see them, and quotes of carts, without a token.',
  media: 'The files that URLs in responses refer to.',
  legacy: 'Paths of an earlier API, which name their successors.',
  health: 'Checks for load balancers and process supervisors.'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Further error statuses of this route, which don't follow from its method, access rule and schema. */
    extraErrorStatuses?: readonly number[]
    /** Descriptions of error statuses, where the usual ones don't apply. */
    errorDescriptions?: Readonly<Record<number, string>>
    /** True if the response sets or deletes the cookie with the refresh token. */
    setsCookie?: true
  }
}

/**
 * Generates the OpenAPI 3.1 document from the routes and serves it. The document includes error responses and
 * security requirements. `examples` has the examples by operation id, and `webhooks` the requests that the service sends.
 */
export async function addOpenApi(
  app: FastifyInstance,
  examples: Record<string, OperationExample>,
  webhooks: WebhookDocument
): Promise<void> {
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
          'methods. OPTIONS returns the same header. ' +
          'Responses of 8 KiB or more are compressed if Accept-Encoding allows it, except those of /auth and assets.'
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.entries(tags).map(([key, name]) => ({
        name,
        description: tagDescriptions[key as keyof typeof tags]
      })),
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
    transformObject: (documents) => {
      if (!('openapiObject' in documents)) return documents.swaggerObject
      addResponseHeaders(documents.openapiObject)
      return finalDocument(documents.openapiObject, examples, webhooks)
    }
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
  const responses = { ...(schema.response as Record<string, object>) }
  if (canWait(schema)) responses[200] = { ...responses[200], headers: retryAfter }
  if (route.config?.setsCookie) responses[200] = { ...responses[200], headers: setCookie }
  for (const status of errorStatuses(schema, route, access)) {
    responses[status] ??=
      status === 304
        ? { description: statusNames[304], type: 'null' }
        : {
            description: statusDescription(status, { schema, route, access }),
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
  { schema, route, access }: { schema: FastifySchema; route: RouteOptions; access: Access }
): string | undefined {
  const description = route.config?.errorDescriptions?.[status]
  if (description !== undefined) return description
  if (status === 404) return `${subjectOf(schema)} was not found`
  if (status === 401 && access.realm === 'public')
    return 'The email address, password or token in the body is not valid'
  if (status === 409 && acceptsIdempotencyKey(route, access))
    return `${statusNames[409]}, or a request with the same Idempotency-Key is in progress`
  return statusNames[status]
}

/** Returns the resources that the path parameters identify, such as "The product or the image". */
function subjectOf({ params }: FastifySchema): string {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { description?: string }> }
  const resources = Object.values(properties).flatMap(({ description = '' }) => {
    const [, owner, owned] = /^(.+)'s (?:id|slug)$|^The (?:id|slug) of (.+)$/.exec(description) ?? []
    return owner ?? owned ?? []
  })
  const text = resources.join(' or ').replaceAll(/\b(The|An?) /g, (article) => article.toLowerCase())
  return text === '' ? 'A resource that the body refers to' : capitalise(text)
}

const retryableStatuses = [429, 503]
/** Marks a response that can have the header. `addResponseHeaders` adds the schema. */
const retryAfter = { 'Retry-After': {} }
const setCookie = {
  'Set-Cookie': {
    type: 'string',
    description: 'The cookie `purveyor_vendor` or `purveyor_platform` with the refresh token, or its deletion'
  }
}

const statusNames: Record<number, string> = {
  304: 'Not modified',
  400: 'The request is not valid; the problem lists its errors',
  401: 'The bearer token is missing or not valid',
  403: "The account, its role or the API token doesn't permit this operation",
  408: 'The request body took too long to arrive',
  409: "The current state doesn't allow this operation",
  410: 'Changes after the cursor have been deleted; read everything again',
  412: "The resource has changed: If-Match or the version doesn't match the current version",
  413: 'The request body is too large',
  415: "The content type or encoding is not supported, or the body doesn't have the declared one",
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

/** True if the body is a form with files. */
function isUpload({ consumes }: FastifySchema): boolean {
  return consumes?.includes('multipart/form-data') === true
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
    ...((route.config?.extraErrorStatuses?.includes(412) ||
      (schema.params !== undefined &&
        (['PATCH', 'PUT', 'DELETE'].includes(String(route.method)) || isUpload(schema)))) && {
      'If-Match': {
        type: 'string',
        description:
          'The ETag of the version that you want to change. If the resource has changed, the response is a 412.'
      }
    })
  }
  return Object.keys(properties).length > 0 ? { type: 'object', properties } : undefined
}
