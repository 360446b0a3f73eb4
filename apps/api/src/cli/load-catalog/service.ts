import { setTimeout } from 'node:timers/promises'
import { recordOf } from '../../lib/shape.ts'
import { type Answer, refusalReasons } from './answers.ts'
import { backoff, longestWait, mostTries, retryDelay } from './retries.ts'
import { Interrupted, Stop } from './stop.ts'

export type Request = {
  method: 'GET' | 'POST'
  /** Below `/api/v1`, with its query. */
  path: string
  body?: unknown
  /** Makes it safe to send a POST again (specification: `Idempotency-Key`). */
  key?: string
  /** The access token, asked for at each try: a wait may outlast it. */
  token?: () => Promise<string>
  /** How often to try a connection that fails. */
  tries?: number
}

export type Send = (request: Request) => Promise<Answer>

type ServiceOptions = {
  url: string
  signal: AbortSignal
  /** Told before a wait that a person would notice. */
  tell?: (note: string) => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

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
    if (ms > longestWait)
      throw new Stop(`The service asks to wait ${Math.ceil(ms / 60_000)} minutes: ${reason}.`)
    if (attempt >= mostTries.refused) throw new Stop(`The service keeps refusing: ${reason}.`)
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
        if (attempt >= (request.tries ?? mostTries.broken)) throw unreachable(url, error)
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

function unreachable(url: string, { cause }: BrokenConnection): Stop {
  return new Stop(`The service at ${url} cannot be reached: ${connectionFault(cause)}.`)
}

function connectionFault(error: unknown): string {
  const { name, cause, message } = error as {
    name?: string
    cause?: { code?: string; message?: string }
    message: string
  }
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
