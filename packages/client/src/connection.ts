import { type Answer, attempt, type Call } from './attempt.ts'
import { ConnectionLost, PreconditionFailed, ProblemError, PurveyorError, Unauthenticated } from './errors.ts'
import { rememberEtag } from './etag.ts'
import { findOperation, type Operation } from './operation.ts'
import { prepareCall } from './prepare.ts'
import { isForeign, isLostBehindProxy } from './problems.ts'
import type { TokenSource } from './session.ts'
import type { ConnectionOptions, RequestOptions } from './types.ts'
import { retryDelay, sleep, untilAborted } from './waiting.ts'

/** Sends the requests of a client to the service, and repeats them where that is safe. */
export class Connection {
  readonly #url: string
  readonly #options: ConnectionOptions
  readonly #tokens: TokenSource

  constructor(options: ConnectionOptions, tokens: TokenSource) {
    this.#url = serviceAddress(options.url)
    this.#options = options
    this.#tokens = tokens
  }

  /**
   * Sends a request and returns the body of the response. The path may begin with /api/v1 or not. Without
   * `operation`, it is found by the path.
   */
  readonly request = async (
    method: string,
    path: string,
    options: RequestOptions = {},
    operation?: Operation
  ): Promise<unknown> => {
    checkPath(path)
    const line = { method, origin: this.#url, path: path.replace(/^\/api\/v1(?=\/)/, '') }
    const found = operation ?? findOperation(method, line.path.replace(/\?.*/, ''))
    const call = prepareCall(line, found, { ...options, connection: this.#options })
    try {
      const { value, etag } = await this.#send(call, found, options)
      rememberEtag(value, etag)
      return value
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
      const sent = typeof options.ifMatch === 'object' ? options.ifMatch : undefined
      const current = await this.#readMatched(call, found, options).catch(() => undefined)
      throw Object.assign(error, { sent, current })
    }
  }

  async #send(call: Call, operation: Operation | undefined, options: RequestOptions): Promise<Answer> {
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? 5
    const start = Date.now()
    let wasLost = false
    let wasRenewed = false
    let rejected: string | undefined
    for (let retries = 0; ; retries++) {
      let token: string | undefined
      try {
        const source = rejected && this.#tokens.renew ? this.#tokens.renew(rejected) : this.#tokens.current()
        token = await untilAborted(source, call.signal)
        rejected = undefined
        return await attempt(call, token)
      } catch (error) {
        const deleted = wasLost ? await this.#deletedBefore(call, operation, { options, error }) : undefined
        if (deleted) return { value: deleted, etag: null }
        if (call.body?.isRepeatable === false) throw error
        if (error instanceof Unauthenticated && this.#tokens.renew && token && !wasRenewed) {
          wasRenewed = true
          rejected = token
          continue
        }
        const mustWait = maxRetries > 0 && isInProgress(error) && Date.now() < start + maxInProgressMs
        if ((retries >= maxRetries && !mustWait) || !mayRepeat(error)) throw error
        wasLost ||=
          error instanceof ConnectionLost || (error instanceof ProblemError && isLostBehindProxy(error))
        const retryAfter = error instanceof ProblemError ? error.retryAfter : 0
        await sleep(retryDelay(retries, { retryAfter }), call.signal)
      }
    }
  }

  /**
   * If the error of a repeated DELETE shows that an earlier attempt has deleted the resource, returns what
   * that attempt would have returned: for a part of a resource, such as a variant, the whole.
   */
  async #deletedBefore(
    call: Call,
    operation: Operation | undefined,
    { options, error }: { options: RequestOptions; error: unknown }
  ): Promise<unknown> {
    if (call.method !== 'DELETE' || !(error instanceof ProblemError) || isForeign(error)) return undefined
    const id = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1))
    const isPart = operation?.match !== undefined && operation.match !== operation.path
    const isGone = error.code === 'NOT_FOUND' || error.code === 'NO_REVISION'
    if (isGone) return isPart ? this.#readMatched(call, operation, options) : { id, deleted: true }
    // The earlier attempt may have changed the ETag of the whole.
    if (!isPart || !isUuid.test(id) || !(error instanceof PreconditionFailed)) return undefined
    const whole = await this.#readMatched(call, operation, options)
    return JSON.stringify(whole).includes(id) ? undefined : whole
  }

  /** Reads the resource whose ETag the operation compares with If-Match. */
  async #readMatched(
    call: Call,
    operation: Operation | undefined,
    options: RequestOptions
  ): Promise<unknown> {
    if (!operation?.match) return undefined
    const segments = call.path.split('/')
    const template = operation.match.split('/')
    const path = template.map((part, index) => (part.startsWith(':') ? segments[index] : part)).join('/')
    const { signal, timeoutMs, maxRetries } = options
    return this.request('GET', path, { signal, timeoutMs, maxRetries })
  }
}

/** Returns the address of the service without a slash at the end. */
function serviceAddress(url: string): string {
  const { origin, pathname } = /^\s*https?:/i.test(url) && URL.canParse(url) ? new URL(url) : noAddress(url)
  return origin + pathname.replace(/(\/api\/v1)?\/*$/, '')
}

function noAddress(url: string): never {
  throw new PurveyorError(
    `The url of the client is "${url}". It must be the address of the service, such as https://purveyor.example.com.`
  )
}

/** Refuses a path that would send the request, and with it the token, to another host or resource. */
function checkPath(path: string): void {
  if (/^\//.test(path) && !/^[^?#]*[/\\](\.|%2e){1,2}([/\\?#]|$)/i.test(path)) return
  throw new PurveyorError(`The path "${path}" must begin with / and have no segments . or ..`)
}

/** The longest time to wait for the service, in seconds: its rate limits count requests of ten minutes. */
const maxRetryAfter = 600

/** The time in which the end of an earlier attempt, which the service still handles, is awaited. */
const maxInProgressMs = 120_000

function isInProgress(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'REQUEST_IN_PROGRESS'
}

function mayRepeat(error: unknown): boolean {
  if (!(error instanceof PurveyorError) || !error.isRetryable) return false
  if (!(error instanceof ProblemError)) return true
  // A person who has mistyped a password several times should know at once.
  return error.code !== 'TOO_MANY_ATTEMPTS' && (error.retryAfter ?? 0) <= maxRetryAfter
}

const isUuid = /^[0-9a-f-]{36}$/
