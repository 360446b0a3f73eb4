import type { Dispatcher } from 'undici'
import { Limit } from '../lib/limit.ts'
import { type AddressGuard, createAddressGuard, hostKey } from './address-guard.ts'
import { type ConnectOptions, guardedConnector } from './connect-guarded.ts'
import { startDeadline } from './deadline.ts'
import { FetchFailure, type FetchReason, reasonOfError, reasonOfStatus } from './fetch-failure.ts'
import { readUrl, targetOf } from './fetch-url.ts'
import { type Resolve, resolveHost } from './resolve-host.ts'

/**
 * The bytes of the response, or why the fetch failed: `cause` is for the client, `reason` for the operator's log.
 * `retryable` is true if a retry may succeed.
 */
export type Fetched =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; code: 'COULD_NOT_FETCH'; cause: FetchReason; reason: string; retryable: boolean }
  | { ok: false; code: 'IMAGE_TOO_LARGE'; reason: string; retryable: boolean }

/** Fetches an untrusted URL. */
export type GuardedFetch = (
  url: string,
  options: { maxBytes: number; signal?: AbortSignal }
) => Promise<Fetched>

export type FetchOptions = {
  /** Hosts and networks that the operator allows, on any port. */
  allow: readonly string[]
  guard?: AddressGuard
  resolve?: Resolve
  /** Time limit for a whole fetch, including redirects. */
  deadlineMs?: number
  /** Time limit for the DNS lookup, the connection and the TLS handshake together. */
  connectMs?: number
  /** The maximum number of concurrent connections to one host. */
  perHost?: number
  /** The maximum number of concurrent connections. */
  total?: number
  /** The CA certificates to trust instead of Node's, in PEM form. */
  ca?: string
}

const maxRedirects = 3
const redirects = [301, 302, 303, 307, 308]
/** HTTP statuses below 500 after which a retry may succeed. */
const temporaryStatuses = [408, 425, 429]

const sentHeaders = {
  'user-agent': 'Purveyor image fetcher',
  accept: 'image/*',
  'accept-encoding': 'identity'
}

type Request = Required<Pick<ConnectOptions, 'guard' | 'resolve' | 'connectMs' | 'signal'>> & {
  ca?: string
  maxBytes: number
}

/**
 * Creates a fetcher for untrusted URLs (contract 4.4). It fetches http and https URLs on the default ports
 * from public addresses, and on any port from the hosts and networks in `allow`. It follows at most 3
 * redirects, and applies the same rules to the URL of each redirect. By default, the limits are 20 s for a
 * fetch, 5 s for connecting, 2 connections per host and 8 connections in total. Requests have no cookies or
 * credentials. Only a response with status 200 and without a content encoding is accepted. The promise of a
 * fetch never rejects: an aborted fetch is a `retryable` failure.
 */
export function createGuardedFetch({ allow, ...options }: FetchOptions): GuardedFetch {
  const { guard = createAddressGuard(allow), resolve = resolveHost, ca } = options
  const { deadlineMs = 20_000, connectMs = 5000, perHost = 2, total = 8 } = options
  const limit = new Limit({ perKey: perHost, total })

  return async (url, { maxBytes, signal }) => {
    const deadline = startDeadline(deadlineMs, 'fetch', signal)
    try {
      let next = readUrl(url)
      for (let hops = 0; ; hops++) {
        const key = hostKey(next.hostname)
        await limit.take(deadline.signal, key)
        try {
          const request = { guard, resolve, connectMs, maxBytes, signal: deadline.signal, ...(ca && { ca }) }
          const answer = await get(next, request)
          if (answer instanceof Uint8Array) return { ok: true, bytes: answer }
          if (hops === maxRedirects)
            throw new FetchFailure('TOO_MANY_REDIRECTS', `there are more than ${maxRedirects} redirects`)
          next = readUrl(answer.location, next)
        } finally {
          limit.release({ key })
        }
      }
    } catch (error) {
      return failureOf(error)
    } finally {
      deadline.clear()
    }
  }
}

class TooLarge extends Error {}

/**
 * Sends one request. Returns the body of the response, or the location if the response is a redirect. Closes
 * the connection.
 */
async function get(url: URL, request: Request): Promise<Uint8Array | { location: string }> {
  // Imported only here, because it takes a tenth of a second to load, and few processes fetch images.
  const { Client } = await import('undici')
  const client = new Client(url.origin, {
    connect: guardedConnector(targetOf(url), request),
    headersTimeout: 0,
    bodyTimeout: 0
  })
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: sentHeaders,
      reset: true,
      signal: request.signal
    })
    // Destroying the client ends a body that wasn't read completely, with an error that needs no handling.
    answer.body.on('error', () => {})
    return await readAnswer(answer, request)
  } finally {
    await client.destroy()
  }
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes }: Request
): Promise<Uint8Array | { location: string }> {
  if (redirects.includes(statusCode) && typeof headers.location === 'string') {
    return { location: headers.location }
  }
  if (statusCode !== 200) {
    const retryable = statusCode >= 500 || temporaryStatuses.includes(statusCode)
    throw new FetchFailure(reasonOfStatus(statusCode), `the response has status ${statusCode}`, { retryable })
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new FetchFailure('UNEXPECTED_RESPONSE', 'the response has a content encoding')
  if (Number(headers['content-length']) > maxBytes) throw new TooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function failureOf(error: unknown): Fetched {
  if (error instanceof TooLarge) {
    return { ok: false, code: 'IMAGE_TOO_LARGE', reason: 'the response is too large', retryable: false }
  }
  if (error instanceof FetchFailure) {
    const { reason: cause, message: reason, retryable } = error
    return { ok: false, code: 'COULD_NOT_FETCH', cause, reason, retryable }
  }
  // Messages can contain parts of the URL, codes can't.
  const { code, name } = error as { code?: unknown; name?: unknown }
  const reason = String(code ?? name)
  return { ok: false, code: 'COULD_NOT_FETCH', cause: reasonOfError(reason), reason, retryable: true }
}
