import { Client, type Dispatcher } from 'undici'
import { Limit } from '../lib/limit.ts'
import { type AddressGuard, createAddressGuard, hostKey } from './address-guard.ts'
import {
  type ConnectOptions,
  FetchFailure,
  guardedConnector,
  type Resolve,
  resolveHost
} from './connect-guarded.ts'

/** Bytes, or why there are none: `reason` is for the operator alone, `passing` when it may be tried again. */
export type Fetched =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; code: 'COULD_NOT_FETCH' | 'IMAGE_TOO_LARGE'; reason: string; passing: boolean }

/** Fetches what strangers name. */
export type GuardedFetch = (
  url: string,
  options: { maxBytes: number; signal?: AbortSignal }
) => Promise<Fetched>

export type FetchOptions = {
  /** Hosts and networks of the operator's own, open on any port. */
  allow: readonly string[]
  guard?: AddressGuard
  resolve?: Resolve
  deadlineMs?: number
  connectMs?: number
  perHost?: number
  total?: number
  ca?: string
}

const maxRedirects = 3
const redirects = [301, 302, 303, 307, 308]
const passingStatuses = [408, 425, 429]

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
 * A fetcher for URLs from outside (contract 8): http and https at their usual ports, from public addresses only,
 * besides what `allow` opens. At most 3 redirects, each checked as the URL itself; 20 s in all and 5 s to connect; 2
 * connections a host and 8 in all. What it sends names nobody: no cookies, no credentials. Only an answer of status 200
 * without a content encoding counts. Never rejects but for a fault of its own; an aborted one is a passing failure.
 */
export function createGuardedFetch({ allow, ...options }: FetchOptions): GuardedFetch {
  const { guard = createAddressGuard(allow), resolve = resolveHost, ca } = options
  const { deadlineMs = 20_000, connectMs = 5000, perHost = 2, total = 8 } = options
  const limit = new Limit({ perKey: perHost, total })

  return async (url, { maxBytes, signal }) => {
    const ending = endingAfter(deadlineMs, signal)
    try {
      let next = readUrl(url)
      for (let hops = 0; ; hops++) {
        const key = hostKey(next.hostname)
        await limit.take(ending.signal, key)
        try {
          const request = { guard, resolve, connectMs, maxBytes, signal: ending.signal, ...(ca && { ca }) }
          const answer = await get(next, request)
          if (answer instanceof Uint8Array) return { ok: true, bytes: answer }
          if (hops === maxRedirects) throw new FetchFailure('it redirects too often')
          next = readUrl(answer.location, next)
        } finally {
          limit.release({ key })
        }
      }
    } catch (error) {
      return failureOf(error)
    } finally {
      ending.clear()
    }
  }
}

class TooLarge extends Error {}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw new FetchFailure('it is no URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchFailure('it is not http or https')
  if (url.username !== '' || url.password !== '') throw new FetchFailure('it names a user')
  return url
}

/** The bytes of one answer, or where it redirects to. Its connection is gone afterwards. */
async function get(url: URL, request: Request): Promise<Uint8Array | { location: string }> {
  const target = { host: url.hostname.replace(/^\[|\]$/g, ''), usualPort: url.port === '' }
  const client = new Client(url.origin, {
    connect: guardedConnector(target, request),
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
    // What is not read ends with the client.
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
    const passing = statusCode >= 500 || passingStatuses.includes(statusCode)
    throw new FetchFailure(`the status is ${statusCode}`, { passing })
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new FetchFailure('it is encoded, which was not asked for')
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
    return { ok: false, code: 'IMAGE_TOO_LARGE', reason: 'it is too large', passing: false }
  }
  if (error instanceof FetchFailure) {
    return { ok: false, code: 'COULD_NOT_FETCH', reason: error.message, passing: error.passing }
  }
  // Messages may hold parts of the URL, codes do not.
  const { code, name } = error as { code?: unknown; name?: unknown }
  return { ok: false, code: 'COULD_NOT_FETCH', reason: String(code ?? name), passing: true }
}

/** A signal that aborts after a time, or with the other one. */
function endingAfter(ms: number, signal: AbortSignal | undefined): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  const end = () => controller.abort(new FetchFailure('it was stopped', { passing: true }))
  const timer = setTimeout(
    () => controller.abort(new FetchFailure('it took too long', { passing: true })),
    ms
  )
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }
}
