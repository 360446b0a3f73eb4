import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Dispatcher } from 'undici'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'
import { readProxy } from './connect-by-proxy.ts'
import { Connections } from './connections.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { FetchFailure } from './fetch-failure.ts'
import { readUrl } from './fetch-url.ts'
import { explainError, type PostReason, reasonOfAnswer } from './post-reasons.ts'
import { type Resolve, resolveHost } from './resolve-host.ts'
import { readRetryAfter } from './retry-after.ts'

export type PostOptions = {
  /** Hosts and networks that the operator allows, on any port and with http. */
  allow: readonly string[]
  guard?: AddressGuard
  resolve?: Resolve
  /** The CA certificates to trust instead of Node's, in PEM form. */
  ca?: string
  /** The URL of an HTTP proxy through which all connections are made. */
  proxy?: string
  /** Time limit for the DNS lookup, the connection, the proxy and the TLS handshake together. */
  connectMs?: number
  /** Time limit for a whole request. */
  deadlineMs?: number
  /** How long a connection without requests stays open. */
  idleMs?: number
  /** The maximum number of connections without requests. */
  maxIdle?: number
}

export type Posted = {
  /** The status of the response, or null if there was none. */
  status: number | null
  reason: PostReason
  /** For the operator's log: why there was no response. Doesn't contain parts of the URL. */
  detail: string
  /** The start of the response's body, without NUL. Empty if the body has a content encoding. */
  answer: string
  /** The value of `Retry-After`, at most an hour. */
  retryAfterMs: number | null
  durationMs: number
}

export type Post = { headers: Readonly<Record<string, string>>; body: string; signal?: AbortSignal }

/** Posts to untrusted URLs. */
export type GuardedPost = {
  /** Sends a request. Never rejects. */
  post(url: string, request: Post): Promise<Posted>
  /** Closes all connections. Requests that are being sent end with `ABORTED`, and so do later ones. */
  close(): Promise<void>
}

/** The maximum number of bytes that are read of the body of a response. */
const maxAnswerBytes = 4096

const ownHeaders = { 'user-agent': 'Purveyor webhooks', 'accept-encoding': 'identity' }

/**
 * Creates a function that posts to untrusted URLs (contract 6.2): https on port 443 of public addresses, and http and
 * https on any port of the hosts and networks in `allow`. Redirects aren't followed. By default, the limits are 15 s for
 * a request and 5 s of it for connecting. Connections are kept for 30 s, at most 256 of them. The caller limits the
 * number of concurrent requests. A response is complete with its status and headers: they decide on the result even if
 * the body ends too early or not at all. At most 4 KB of the body are read. Throws if `proxy` isn't valid.
 */
export function createGuardedPost({ allow, ca, proxy, ...options }: PostOptions): GuardedPost {
  const { guard = createAddressGuard(allow), resolve = resolveHost } = options
  const { connectMs = 5000, deadlineMs = 15_000, idleMs = 30_000, maxIdle = 256 } = options
  const running = new Set<Deadline>()
  let isClosed = false
  const connections = new Connections(
    { guard, resolve, connectMs, ...(ca && { ca }), ...(proxy && { proxy: readProxy(proxy) }) },
    { idleMs, maxIdle }
  )

  return {
    async post(url, { headers, body, signal }) {
      const start = performance.now()
      const deadline = startDeadline(deadlineMs, 'request', signal)
      running.add(deadline)
      const noAnswer = { status: null, detail: '', answer: '', retryAfterMs: null }
      const done = (posted: Omit<Posted, 'durationMs'>): Posted => ({
        ...posted,
        durationMs: Math.round(performance.now() - start)
      })
      try {
        if (isClosed) deadline.abort()
        deadline.signal.throwIfAborted()
        const request = { url: readUrl(url), headers: checkHeaders(headers), body }
        return done(await send(connections, request, deadline.signal))
      } catch (error) {
        if (isClosed || signal?.aborted) return done({ ...noAnswer, reason: 'ABORTED' })
        return done({ ...noAnswer, ...explainError(deadline.signal.reason ?? error) })
      } finally {
        deadline.clear()
        running.delete(deadline)
      }
    },

    async close() {
      isClosed = true
      for (const deadline of running) deadline.abort()
      await connections.close()
    }
  }
}

type Request = { url: URL; headers: Record<string, string>; body: string }
type Answer = Omit<Posted, 'durationMs'>

/** Returns all headers to send. Throws if one of them can't be sent, before a connection is opened for it. */
function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const all = new Map<string, string>()
  for (const [name, value] of Object.entries({ ...headers, ...ownHeaders })) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new FetchFailure('INVALID_URL', 'a header is not valid')
    }
    all.set(name.toLowerCase(), value)
  }
  return Object.fromEntries(all)
}

/**
 * Sends a request. The server may have closed a connection that was idle at the same moment. Without a response, the
 * request is therefore sent again, on a new connection.
 */
async function send(connections: Connections, request: Request, signal: AbortSignal): Promise<Answer> {
  try {
    return await sendOnce(connections, request, { signal, isNew: false })
  } catch (error) {
    if (!(error instanceof ClosedConnection) || signal.aborted) throw error
    return await sendOnce(connections, request, { signal, isNew: true })
  }
}

/** A connection that had been used before was closed before there was a response. */
class ClosedConnection extends Error {}

async function sendOnce(
  connections: Connections,
  { url, headers, body }: Request,
  { signal, isNew }: { signal: AbortSignal; isNew: boolean }
): Promise<Answer> {
  const connection = await connections.take(url, { signal, isNew })
  const { client, isReused } = connection
  // Ends the request in each of its stages, also while it connects.
  const abort = () => void client.destroy(signal.reason)
  signal.addEventListener('abort', abort)
  let isReusable = false
  try {
    signal.throwIfAborted()
    const response = await client
      .request({ method: 'POST', path: url.pathname + url.search, headers, body })
      .catch((error) => {
        throw isReused && isDisconnect(error) ? new ClosedConnection() : error
      })
    const { answer, isComplete } = await readAnswer(response)
    isReusable = isComplete && !signal.aborted
    return {
      status: response.statusCode,
      reason: reasonOfAnswer(response.statusCode),
      detail: '',
      answer,
      retryAfterMs: readRetryAfter(response.headers['retry-after'], Date.now())
    }
  } finally {
    signal.removeEventListener('abort', abort)
    connections.release(connection, { isReusable })
  }
}

function isDisconnect(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code))
}

/** Reads the start of the body. `isComplete` is true if it was the whole body. */
async function readAnswer({
  body,
  headers
}: Dispatcher.ResponseData): Promise<{ answer: string; isComplete: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  let isComplete = true
  // Errors after the loop need no handling: the connection is closed then.
  body.on('error', () => {})
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length <= maxAnswerBytes) continue
      isComplete = false
      break
    }
  } catch {
    isComplete = false
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  return { answer: encoding === 'identity' ? toText(Buffer.concat(chunks)) : '', isComplete }
}

function toText(bytes: Buffer): string {
  const start = bytes.subarray(0, maxAnswerBytes)
  // As part of a stream, so that a character that was cut at the end is left out.
  const text = new TextDecoder().decode(start, { stream: true })
  return text.replaceAll('\0', '\ufffd')
}
