import { isStoredStatus } from '../idempotency.ts'

type Response = {
  content?: Record<string, { schema?: { $ref?: string } }>
  headers?: Record<string, object>
}
type Operation = { parameters?: { name: string }[]; responses?: Record<string, Response> }
type Document = { paths?: object; components?: object }

/** The headers that responses can have, which are components of the OpenAPI document. */
const headers = {
  'X-Request-Id': {
    description: 'The id of the request, which the log of the service contains too',
    schema: { type: 'string' }
  },
  ETag: {
    description: 'The version of the resource, for If-Match and If-None-Match',
    schema: { type: 'string' }
  },
  Location: {
    description: 'The path of the resource that was created',
    schema: { type: 'string', format: 'uri-reference' }
  },
  'Idempotency-Replayed': {
    description: 'Sent if this is the stored response to an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] }
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next request',
    schema: { type: 'integer', minimum: 1 }
  }
}

/**
 * Declares the headers of each response, as references to components. A response can already have a header,
 * which is replaced by the reference if there is a component with its name.
 */
export function addResponseHeaders(document: Document): void {
  const operations = pathsOf(document).flatMap((path) => Object.values(path))
  const tagged = new Set(taggedOperations(document).flatMap(schemaOf))
  for (const operation of operations) {
    const isTagged = isTaggedRead(operation) || schemaOf(operation).some((schema) => tagged.has(schema))
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const names = [...namesOf(operation, status), ...(isTagged && hasEtag(status) ? ['ETag'] : [])]
      const declared = Object.entries(response.headers ?? {})
      response.headers = Object.fromEntries([
        ...names.map((name) => [name, referenceTo(name)]),
        ...declared.map(([name, header]) => [name, Object.hasOwn(headers, name) ? referenceTo(name) : header])
      ])
    }
  }
  document.components = { ...document.components, headers }
}

function referenceTo(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

/** Returns the headers, other than ETag, that follow from the operation and the status of the response. */
function namesOf(operation: Operation, status: string): (keyof typeof headers)[] {
  const isStored = hasIdempotencyKey(operation) && (isSuccess(status) || isStoredStatus(Number(status)))
  return [
    'X-Request-Id',
    ...(status === '201' ? (['Location'] as const) : []),
    ...(isStored ? (['Idempotency-Replayed'] as const) : []),
    ...(hasIdempotencyKey(operation) && status === '409' ? (['Retry-After'] as const) : [])
  ]
}

const isSuccess = (status: string) => status.startsWith('2')
const hasEtag = (status: string) => isSuccess(status) || status === '304'

function pathsOf({ paths = {} }: Document): Record<string, Operation>[] {
  return Object.values(paths)
}

/**
 * Returns operations whose response has an ETag: reads that can respond with a 304, and PATCH. Other writes
 * send an ETag if they return the same resource.
 */
function taggedOperations(document: Document): Operation[] {
  return pathsOf(document).flatMap((path) => [
    ...Object.values(path).filter(isTaggedRead),
    ...(path.patch ? [path.patch] : [])
  ])
}

/** True if the operation reads a resource with an ETag, so that it can respond with a 304. */
function isTaggedRead({ responses = {} }: Operation): boolean {
  return '304' in responses
}

/** Returns the component that describes the successful response, if there is one. */
function schemaOf({ responses = {} }: Operation): string[] {
  const { content } = responses[200] ?? responses[201] ?? {}
  const { $ref } = content?.['application/json']?.schema ?? {}
  return $ref === undefined ? [] : [$ref]
}

function hasIdempotencyKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}
