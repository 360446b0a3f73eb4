import { setTimeout } from 'node:timers/promises'
import { listOf, recordOf } from '../../lib/shape.ts'
import { Interrupted, Refusal, Stop } from './stop.ts'

export type Request = {
  method: 'GET' | 'POST'
  /** Below `/api/v1`, with its query. */
  path: string
  body?: unknown
  /** Makes it safe to send a POST again (contract 1.6). */
  key?: string
  /** The access token, asked for at each try: a wait may outlast it. */
  token?: () => Promise<string>
  /** How often to try a connection that fails. */
  tries?: number
}

/** An answer of the service, read to its end. */
export type Answer = {
  status: number
  text: string
  /** The JSON body; `{}` where there is none. */
  body: Record<string, unknown>
  retryAfter: string | null
  /** The answer to an earlier request under the same `Idempotency-Key`, not to one that this call sent. */
  isOld: boolean
}

export type Send = (request: Request) => Promise<Answer>

type ServiceOptions = {
  url: string
  signal: AbortSignal
  /** Told before a wait that a person would notice. */
  tell?: (note: string) => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How often one call is sent before it is given up: answers that ask to wait, and connections that failed. */
const maxTries = { refused: 10, broken: 5 }
/** The window of the rate limit is ten minutes. */
const maxWaitMs = 15 * 60_000
const noticedMs = 3000
const timeoutMs = 60_000

/**
 * Sends requests to the service. Where it asks to wait (429, 503) all calls wait, so that no worker spends what the
 * others are refused; a connection that fails is tried again. Throws a Stop when that has no end, Interrupted when
 * the signal is aborted during a wait.
 */
export function connectService({ url, signal, tell = () => {}, wait = waitFor }: ServiceOptions): Send {
  let pause: Promise<void> | undefined

  function pauseAll(ms: number): Promise<void> {
    pause ??= wait(ms, signal).finally(() => {
      pause = undefined
    })
    return pause
  }

  async function waitAsAsked(answer: Answer, ms: number, attempt: number): Promise<void> {
    const [reason] = refusalReasons(answer)
    if (ms > maxWaitMs)
      throw new Stop(`The service asks to wait ${Math.ceil(ms / 60_000)} minutes: ${reason}.`)
    if (attempt >= maxTries.refused) throw new Stop(`The service keeps refusing: ${reason}.`)
    if (ms >= noticedMs && !pause) tell(`the service asks to wait ${Math.ceil(ms / 1000)} s`)
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
          throw new Stop(`The service at ${url} cannot be reached: ${connectionFault(error.cause)}.`)
        }
        await wait(backoff(attempt), signal)
      }
    }
  }
}

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
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  switch (cause?.code) {
    case 'ECONNREFUSED':
      return 'nothing listens there; start it by "npm start", or name another by --url'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is not known'
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

const passing = [429, 502, 503, 504]

/**
 * Returns how many ms to wait before sending a call again, undefined where its answer is final: as `Retry-After` says
 * (seconds or a date), else longer from try to try.
 */
export function retryDelay(
  { status, body, retryAfter }: Pick<Answer, 'status' | 'body' | 'retryAfter'>,
  attempt: number,
  now: number
): number | undefined {
  const isPassing = passing.includes(status) || (status === 409 && body.code === 'REQUEST_IN_PROGRESS')
  // A blocked sign-in does not open by asking again.
  if (!isPassing || body.code === 'TOO_MANY_ATTEMPTS') return undefined
  if (retryAfter !== null && /^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter ?? '')
  return Number.isNaN(date) ? backoff(attempt) : Math.max(0, date - now)
}

/** Half a second, doubled with each failure in a row, 8 s at most. */
function backoff(attempt: number): number {
  return Math.min(500 * 2 ** (attempt - 1), 8000)
}

/** The faults of a refusal, a line each; the problem itself where it names none. */
export function refusalReasons({ status, body, text }: Answer): string[] {
  const faults = listOf(body.errors).map(recordOf)
  if (faults.length === 0) {
    const { code, detail, title, requestId } = body
    const said = [code, detail ?? title].filter((part) => typeof part === 'string').join(': ')
    const trace = status >= 500 && typeof requestId === 'string' ? ` (request ${requestId})` : ''
    return [`${status} ${said || shorten(text, 100) || 'without a body'}${trace}`]
  }
  const lines = faults.map(({ pointer, parameter, code, message }) => {
    const place = pointer === '' ? 'the body' : (pointer ?? parameter)
    return `${status} ${place} ${code}: ${message}`
  })
  const hidden = Number(body.errorCount ?? 0) - faults.length
  return hidden > 0 ? [...lines, `and ${hidden} more`] : lines
}

/** The refusal of a row for the reasons of an answer, each after what was tried. */
export function refusalOf(answer: Answer, tried?: string): Refusal {
  return new Refusal(refusalReasons(answer).map((reason) => (tried ? `${tried}: ${reason}` : reason)))
}

/** True if a refusal names this fault at this pointer into the body. */
export function hasFault({ body }: Answer, pointer: string, code: string): boolean {
  return listOf(body.errors)
    .map(recordOf)
    .some((fault) => fault.pointer === pointer && fault.code === code)
}

/** The text on one line, cut where it is longer. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line
}
