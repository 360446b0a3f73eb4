import { type Answer, attempt, type Call } from './attempt.ts'
import { requestBody } from './body.ts'
import { ConnectionLost, PreconditionFailed, ProblemError, PurveyorError, Unauthenticated } from './errors.ts'
import { etagOf, rememberEtag } from './etag.ts'
import { findOperation, type Operation } from './operation.ts'
import type { TokenSource } from './session.ts'
import type { ConnectionOptions, RequestOptions } from './types.ts'
import { retryDelay, sleep, untilAborted } from './waiting.ts'

/** Sends the requests of a client to the service, and repeats them where that is safe. */
export class Connection {
  readonly #url: string
  readonly #options: ConnectionOptions
  readonly #tokens: TokenSource

  constructor(options: ConnectionOptions, tokens: TokenSource) {
    const { origin, pathname } = new URL(options.url)
    this.#url = origin + pathname.replace(/(\/api\/v1)?\/*$/, '')
    this.#options = options
    this.#tokens = tokens
  }

  /** Sends a request and returns the body of the response. The path may begin with /api/v1 or not. */
  readonly request = async (method: string, path: string, options: RequestOptions = {}): Promise<unknown> => {
    const [short = '', search] = path.replace(/^\/api\/v1(?=\/)/, '').split('?')
    const operation = findOperation(method, short)
    const call = this.#prepare({ method, path: short }, operation, options)
    if (search) call.url += `${call.url.includes('?') ? '&' : '?'}${search}`
    try {
      const { value, etag } = await this.#send(call, operation, options)
      rememberEtag(value, etag)
      return value
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
      const sent = typeof options.ifMatch === 'object' ? options.ifMatch : undefined
      const current = await this.#readMatched(call, operation, options).catch(() => undefined)
      throw Object.assign(error, { sent, current })
    }
  }

  #prepare(
    request: { method: string; path: string },
    operation: Operation | undefined,
    options: RequestOptions
  ): Call {
    const { method, path } = request
    const body = requestBody(options.body)
    const key = options.idempotencyKey ?? (operation?.hasKey ? crypto.randomUUID() : undefined)
    const etag = ifMatch(options.ifMatch)
    const headers = {
      ...this.#options.headers,
      ...(body?.contentType && { 'content-type': body.contentType }),
      ...(key && { 'idempotency-key': key }),
      ...(etag && { 'if-match': etag }),
      ...options.headers
    }
    new Headers(headers) // Throws a TypeError if a header isn't valid, which isn't a lost connection.
    const waitMs = 1000 * Number((options.query as { wait?: number } | undefined)?.wait ?? 0)
    return {
      ...request,
      url: this.#url + (isVersioned.test(path) ? '/api/v1' : '') + path + queryText(options.query),
      fetch: this.#options.fetch ?? globalThis.fetch,
      headers,
      body,
      isSafe:
        /^(GET|HEAD|OPTIONS|DELETE)$/.test(method) || (key !== undefined && operation?.hasKey !== false),
      as: options.as ?? 'json',
      signal: options.signal,
      timeoutMs: (options.timeoutMs ?? this.#options.timeoutMs ?? 60_000) + waitMs
    }
  }

  async #send(call: Call, operation: Operation | undefined, options: RequestOptions): Promise<Answer> {
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? 5
    let wasLost = false
    let wasRenewed = false
    for (let retries = 0; ; retries++) {
      const token = await untilAborted(this.#tokens.current(), call.signal)
      try {
        return await attempt(call, token)
      } catch (error) {
        if (wasLost && isDeleted(call, error)) return this.#afterDelete(call, operation, options)
        if (call.body?.isRepeatable === false) throw error
        if (error instanceof Unauthenticated && this.#tokens.renew && !wasRenewed) {
          wasRenewed = true
          await untilAborted(this.#tokens.renew(token), call.signal)
          continue
        }
        if (retries >= maxRetries || !mayRepeat(error)) throw error
        wasLost ||= error instanceof ConnectionLost
        const retryAfter = error instanceof ProblemError ? error.retryAfter : 0
        await sleep(retryDelay(retries, { retryAfter }), call.signal)
      }
    }
  }

  /** The response to a DELETE whose response was lost: what the first attempt would have returned. */
  async #afterDelete(call: Call, operation: Operation | undefined, options: RequestOptions): Promise<Answer> {
    const isPart = operation?.match !== undefined && operation.match !== operation.path
    if (isPart) return { value: await this.#readMatched(call, operation, options), etag: null }
    const id = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1))
    return { value: { id, deleted: true }, etag: null }
  }

  /** Reads the resource whose ETag the operation compares with If-Match. */
  async #readMatched(
    call: Call,
    operation: Operation | undefined,
    options: RequestOptions
  ): Promise<unknown> {
    const segments = call.path.split('/')
    const template = operation?.match?.split('/') ?? segments
    const path = template
      .map((segment, index) => (segment.startsWith(':') ? segments[index] : segment))
      .join('/')
    const { signal, timeoutMs, maxRetries } = options
    return this.request('GET', path, { signal, timeoutMs, maxRetries })
  }
}

/** Paths below /api/v1. Others, such as /livez, are paths of the service itself. */
const isVersioned = /^\/(auth|vendor|platform|storefront)(\/|$)/

/** Longer waits aren't worth it: the call fails, and the error says when to try again. */
const maxRetryAfter = 60

function mayRepeat(error: unknown): boolean {
  if (!(error instanceof PurveyorError) || !error.isRetryable) return false
  return !(error instanceof ProblemError) || (error.retryAfter ?? 0) <= maxRetryAfter
}

/** True if a repeated DELETE finds nothing to delete, because an earlier attempt has deleted it. */
function isDeleted({ method }: Call, error: unknown): boolean {
  return method === 'DELETE' && error instanceof ProblemError && /^(NOT_FOUND|NO_REVISION)$/.test(error.code)
}

function ifMatch(condition: string | object | undefined): string | undefined {
  if (typeof condition !== 'object') return condition
  const etag = etagOf(condition)
  if (etag) return etag
  throw new PurveyorError(
    'ifMatch: the object has no ETag. Pass an object that the client has read, not a copy.'
  )
}

function queryText(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const values = entries.map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : String(value)
  ])
  return values.length > 0 ? `?${new URLSearchParams(values)}` : ''
}
