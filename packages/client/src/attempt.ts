import type { RequestBody } from './body.ts'
import { ConnectionLost, type FailedRequest, PurveyorError, TimedOut } from './errors.ts'
import { problemError } from './problems.ts'
import { watchStream } from './streams.ts'
import type { ResponseTypes } from './types.ts'
import { type IdleTimer, idleTimer } from './waiting.ts'

/** A call as each of its attempts sends it. */
export interface Call extends FailedRequest {
  url: string
  fetch: typeof globalThis.fetch
  headers: Headers
  body: RequestBody | undefined
  /** True if the call has the same effect when it is sent twice. */
  isSafe: boolean
  as: keyof ResponseTypes
  signal: AbortSignal | undefined
  timeoutMs: number
}

/** The body of a response, and the ETag of what it contains. */
export interface Answer {
  value: unknown
  etag: string | null
}

interface Attempt {
  call: Call
  timer: IdleTimer
  /** The error of the stream that is the body of the request, if it failed. */
  sourceError?: { error: unknown }
}

/** Sends a request once and reads the response. Throws a `PurveyorError`, or the reason of the signal. */
export async function attempt(call: Call, token: string | undefined): Promise<Answer> {
  const { body, signal } = call
  signal?.throwIfAborted()
  const sendingMs = (body?.size ?? 0) / bytesPerMs
  const current: Attempt = { call, timer: idleTimer(call.timeoutMs + sendingMs, signal) }
  try {
    const { fetch } = call // In browsers, fetch can't be called as a method of another object.
    const response = await fetch(call.url, await requestInit(current, token))
    current.timer.touch()
    refuseRedirect(call, response)
    if (response.status >= 400)
      throw problemError(call, response, await (await readBlob(current, response)).text())
    return { value: await read(current, response), etag: response.headers.get('etag') }
  } catch (error) {
    current.timer.abort() // The body of the request may still be sent.
    throw failure(current, error)
  }
}

/** A redirect is not followed: after most of them, fetch sends a GET, without the body and the token. */
function refuseRedirect({ method, url }: Call, { status, type, headers }: Response): void {
  if (type !== 'opaqueredirect' && ![301, 302, 303, 307, 308].includes(status)) return
  const target = headers.get('location') ?? 'another address' // Browsers hide the target.
  throw new PurveyorError(
    `${method} ${url} was redirected to ${target}. The url of the client must be the address of the service itself.`
  )
}

/** The slowest connection on which a body that can't be watched is sent in time. */
const bytesPerMs = 64

async function requestInit(current: Attempt, token: string | undefined): Promise<RequestInit> {
  const { method, body, headers } = current.call
  const onError = (error: unknown) => {
    current.sourceError = { error }
    return error
  }
  const opened = await openBody(body, onError)
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: token ? withToken(headers, token) : headers,
    redirect: 'manual',
    signal: current.timer.signal
  }
  if (opened instanceof ReadableStream) {
    init.duplex = 'half'
    init.body = watchStream(opened, {
      onChunk: current.timer.touch,
      onError
    })
  } else if (opened !== undefined) init.body = opened
  return init
}

async function openBody(body: RequestBody | undefined, onError: (error: unknown) => unknown) {
  try {
    return await body?.open()
  } catch (error) {
    throw onError(error)
  }
}

function withToken(headers: Headers, token: string): Headers {
  // The error of Headers would contain the token.
  if (!/^\s*[\x21-\x7e]+\s*$/.test(token))
    throw new PurveyorError('The token has spaces, line breaks or other characters that no token has.')
  const all = new Headers(headers)
  all.set('authorization', `Bearer ${token.trim()}`)
  return all
}

async function read(current: Attempt, response: Response): Promise<unknown> {
  const { as } = current.call
  if (as === 'response' || as === 'stream') {
    const stream = watchBody(current, response)
    if (as === 'stream') return stream
    return new Response(stream, response)
  }
  const blob = await readBlob(current, response)
  current.timer.stop()
  if (as === 'blob') return blob
  const text = await blob.text()
  return as === 'text' || text === '' ? text || undefined : parseJson(current.call, text)
}

/** The body of a response, as a stream whose errors are those of the client. */
function watchBody(current: Attempt, { body }: Response): ReadableStream<Uint8Array> | null {
  if (!body) {
    current.timer.stop()
    return null
  }
  return watchStream(body, {
    onPull: current.timer.touch,
    onChunk: current.timer.pause,
    onError: (error) => failure(current, error),
    onEnd: current.timer.stop
  })
}

async function readBlob({ timer }: Attempt, { body, headers }: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    timer.touch()
    chunks.push(chunk.value as Uint8Array<ArrayBuffer>)
  }
  return new Blob(chunks, { type: headers.get('content-type') ?? '' })
}

function parseJson({ url }: Call, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PurveyorError(`The response of ${url} is not JSON. Check the url of the client.`)
  }
}

/** Returns what a call throws for an error that occurred during an attempt. */
function failure({ call, timer, sourceError }: Attempt, error: unknown): unknown {
  if (call.signal?.aborted) return call.signal.reason
  if (sourceError) return sourceError.error
  if (error instanceof PurveyorError) return error
  const { method, path, url, timeoutMs } = call
  const cause = innermost(error)
  const isRetryable = call.isSafe || (cause as { code?: unknown }).code === 'ECONNREFUSED'
  const details = { method, path, isRetryable, cause: error }
  if (timer.expired)
    return new TimedOut(`${method} ${url}: nothing was sent or received for ${timeoutMs} ms.`, details)
  const reason = cause.message || (cause as { code?: string }).code
  return new ConnectionLost(`${method} ${url}: the connection was lost (${reason}).`, details)
}

/** The innermost cause: fetch wraps the errors of the network. */
function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause === undefined ? error : innermost(error.cause)
}
