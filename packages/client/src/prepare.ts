import type { Call } from './attempt.ts'
import { requestBody } from './body.ts'
import { PurveyorError } from './errors.ts'
import { etagOf } from './etag.ts'
import type { Operation } from './operation.ts'
import type { ConnectionOptions, RequestOptions } from './types.ts'

/** A request of a client: `origin` is the address of the service without a slash at the end. */
export interface RequestLine {
  method: string
  origin: string
  path: string
}

/** Returns what all attempts of a call have in common. */
export function prepareCall(
  { method, origin, path: pathAndQuery }: RequestLine,
  operation: Operation | undefined,
  options: RequestOptions & { connection: ConnectionOptions }
): Call {
  const { connection, query = {}, signal } = options
  const [path = '', search] = pathAndQuery.split('?')
  const body = requestBody(options.body)
  const key = options.idempotencyKey ?? (operation?.hasKey ? newKey() : undefined)
  if (key === '') throw new PurveyorError('idempotencyKey: must not be empty.')
  const etag = ifMatch(options.ifMatch)
  const headers = new Headers(connection.headers)
  if (body?.contentType) headers.set('content-type', body.contentType)
  if (key) headers.set('idempotency-key', key)
  if (etag) headers.set('if-match', etag)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const waitMs = 1000 * Number((query as { wait?: number }).wait ?? 0)
  return {
    method,
    path,
    url: origin + (isVersioned.test(path) ? '/api/v1' : '') + path + queryText(query, search),
    fetch: connection.fetch ?? globalThis.fetch,
    headers,
    body,
    isSafe: isSafe.test(method) || (key !== undefined && operation?.hasKey !== false),
    as: options.as ?? 'json',
    signal,
    timeoutMs: (options.timeoutMs ?? connection.timeoutMs ?? 60_000) + waitMs
  }
}

/** Returns a random key. Pages that browsers have loaded over plain HTTP have no `crypto.randomUUID`. */
function newKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(5)).join('-')
}

/** Paths below /api/v1. Others, such as /livez, are paths of the service itself. */
const isVersioned = /^\/(auth|vendor|platform|storefront)(\/|$)/

/** Methods that may be repeated without a key. */
const isSafe = /^(GET|HEAD|OPTIONS|DELETE)$/

function ifMatch(condition: string | object | undefined): string | undefined {
  if (typeof condition !== 'object') return condition
  const etag = etagOf(condition)
  if (etag) return etag
  throw new PurveyorError(
    'ifMatch: the object has no ETag. Pass an object that the client has read, not a copy.'
  )
}

function queryText(query: object, search: string | undefined): string {
  const values = new URLSearchParams(search)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    values.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = values.toString()
  return text && `?${text}`
}
