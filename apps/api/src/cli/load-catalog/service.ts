import { setTimeout } from 'node:timers/promises'
import { listOf, recordOf } from '../../lib/shape.ts'
import { FatalError, Interrupted, RowError } from './errors.ts'

export type Request = {
  method: 'GET' | 'POST'
  /** The path below `/api/v1`, with its query. */
  path: string
  body?: unknown
  /** The `Idempotency-Key`, which makes it safe to send a POST again (contract 1.6). */
  key?: string
  /** Returns the access token. Called for each attempt, because a token may expire during a wait. */
  token?: () => Promise<string>
  /** The maximum number of attempts if the connection fails. The default is `maxTries.broken`. */
  tries?: number
}

/** A complete response of the service. */
export type Answer = {
  status: number
  text: string
  /** The JSON body, or `{}` if there is none. */
  body: Record<string, unknown>
  retryAfter: string | null
  /** True if the service repeated the response to an earlier call with the same `Idempotency-Key`. */
  isOld: boolean
}

/** Sends a request and returns the final response, after retries (see `connectService`). */
export type Send = (request: Request) => Promise<Answer>

type ServiceOptions = {
  url: string
  signal: AbortSignal
  /** Called with a text for the user before a long wait. */
  notify?: (note: string) => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * The maximum number of attempts for one request. `refused` applies if the service asks to retry later,
 * `broken` if the connection fails.
 */
const maxTries = { refused: 10, broken: 5 }
/**
 * If the service asks for a longer wait than this, the run ends. A wait for the rate limit is at most ten
 * minutes.
 */
const maxWaitMs = 15 * 60_000
/** Waits of at least this length are reported to the user. */
const reportedWaitMs = 3000
const timeoutMs = 60_000

/**
 * Returns a function that sends requests to the service. If the service asks one call to retry later (429,
 * 503), all calls wait, because they share one rate limit. After a failed connection, the request is sent
 * again. The function throws a FatalError after too many attempts, and Interrupted if the signal aborts
 * during a wait.
 */
export function connectService({ url, signal, notify = () => {}, wait = waitFor }: ServiceOptions): Send {
  let pause: Promise<void> | undefined

  function pauseAll(ms: number): Promise<void> {
    pause ??= wait(ms, signal).finally(() => {
      pause = undefined
    })
    return pause
  }

  async function waitAsAsked(answer: Answer, ms: number, attempt: number): Promise<void> {
    const [reason] = errorLines(answer)
    if (ms > maxWaitMs)
      throw new FatalError(`The service asks to retry in ${Math.ceil(ms / 60_000)} minutes: ${reason}.`)
    if (attempt >= maxTries.refused)
      throw new FatalError(`The service refused the same request ${attempt} times: ${reason}.`)
    if (ms >= reportedWaitMs && !pause) notify(`waiting ${Math.ceil(ms / 1000)} s for the service`)
    await (answer.status === 409 ? wait(ms, signal) : pauseAll(ms))
  }

  return async function send(request) {
    let mayHaveActed = false
    for (let attempt = 1; ; attempt++) {
      while (pause) await pause
      if (attempt > 1 && signal.aborted) throw new Interrupted()
      try {
        const answer = await exchange(url, request)
        const ms = retryDelay(answer, attempt, Date.now())
        if (ms === undefined) return { ...answer, isOld: answer.isOld && !mayHaveActed }
        mayHaveActed ||= answer.status >= 500
        await waitAsAsked(answer, ms, attempt)
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw error
        mayHaveActed = true
        if (attempt >= (request.tries ?? maxTries.broken)) {
          throw new FatalError(`The service at ${url} cannot be reached: ${connectionFault(error.cause)}.`)
        }
        await wait(backoff(attempt), signal)
      }
    }
  }
}

/** The connection failed before a complete response arrived. The service may have processed the request. */
class BrokenConnection extends Error {}

async function exchange(url: string, { method, path, body, key, token }: Request): Promise<Answer> {
  const authorization = token && `Bearer ${await token()}`
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...(authorization && { authorization })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      body: readJson(text),
      retryAfter: response.headers.get('retry-after'),
      isOld: response.headers.get('idempotency-replayed') === 'true'
    }
  } catch (error) {
    throw new BrokenConnection('The connection failed', { cause: error })
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function connectionFault(error: unknown): string {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`
  switch (cause?.code) {
    case 'ECONNREFUSED':
      return 'no server is listening there; start the service with "npm start", or set another URL with --url'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name cannot be resolved'
    default:
      return cause?.message || cause?.code || message
  }
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch {
    throw new Interrupted()
  }
}

const temporaryStatuses = [429, 502, 503, 504]

/**
 * Returns the delay in ms before a call is sent again, or undefined if the response is final. The delay comes
 * from `Retry-After` (seconds or a date). Without this header, the delay grows with each attempt.
 */
export function retryDelay(
  { status, body, retryAfter }: Pick<Answer, 'status' | 'body' | 'retryAfter'>,
  attempt: number,
  now: number
): number | undefined {
  const isTemporary =
    temporaryStatuses.includes(status) || (status === 409 && body.code === 'REQUEST_IN_PROGRESS')
  // Further sign-in attempts don't unblock an account.
  if (!isTemporary || body.code === 'TOO_MANY_ATTEMPTS') return undefined
  if (retryAfter !== null && /^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter ?? '')
  return Number.isNaN(date) ? backoff(attempt) : Math.max(0, date - now)
}

/** Returns a delay in ms: half a second, doubled with each attempt, at most 8 s. */
function backoff(attempt: number): number {
  return Math.min(500 * 2 ** (attempt - 1), 8000)
}

/** Returns one line for each entry in the `errors` of a response, or one line for the problem as a whole. */
export function errorLines({ status, body, text }: Answer): string[] {
  const faults = listOf(body.errors).map(recordOf)
  if (faults.length === 0) {
    const { code, detail, title, requestId } = body
    const summary = [code, detail ?? title].filter((part) => typeof part === 'string').join(': ')
    const trace = status >= 500 && typeof requestId === 'string' ? ` (request ${requestId})` : ''
    return [`${status} ${summary || shorten(text, 100) || 'without a body'}${trace}`]
  }
  const lines = faults.map(({ pointer, parameter, code, message }) => {
    const location = pointer === '' ? 'the body' : (pointer ?? parameter)
    return `${status} ${location} ${code}: ${message}`
  })
  const hidden = Number(body.errorCount ?? 0) - faults.length
  return hidden > 0 ? [...lines, `and ${hidden} more`] : lines
}

/**
 * Converts an error response of the service into a RowError. If `action` is set, each reason begins with this
 * text.
 */
export function rowErrorOf(answer: Answer, action?: string): RowError {
  return new RowError(errorLines(answer).map((line) => (action ? `${action}: ${line}` : line)))
}

/** True if the `errors` of a response contain an entry with this pointer and this code. */
export function hasFault({ body }: Answer, pointer: string, code: string): boolean {
  return listOf(body.errors)
    .map(recordOf)
    .some((fault) => fault.pointer === pointer && fault.code === code)
}

/** Returns the text on one line, truncated to `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line
}
