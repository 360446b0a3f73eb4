import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { unavailable } from '../../errors.ts'
import { refusedRequests, trackRequests } from '../../metrics/requests.ts'
import { problemText } from '../problem.ts'

/**
 * Counts the requests in progress. Requests whose body is still arriving have a separate limit. They use
 * memory rather than CPU time. With a common limit, slow clients could block short requests of other clients.
 */
type RequestLimiter = {
  /** True if one more request would exceed a limit. `hasBody` tells whether that request has a body. */
  isFull(hasBody: boolean): boolean
  /** Counts a request and returns its slot. */
  enter(hasBody: boolean): RequestSlot
  /** Counts a refused request for the log. */
  countRefusal(): void
  /** Logs the refused requests that aren't logged yet. */
  close(): void
}

/** The slot of one request. Calling one of its functions again has no effect. */
export type RequestSlot = {
  bodyArrived(): void
  /** Stops counting the request until `resume` is called, for example while it waits for events. */
  pause(): void
  resume(): void
  release(): void
}

/** The maximum numbers of requests in progress, and of requests whose body is still arriving. */
export type RequestLimits = { maxRunning: number; maxArriving: number }

/** The 503 sent when the server is full. */
export const overloaded = unavailable('The service is overloaded.')

const logIntervalMs = 1000

/**
 * Creates a limiter. The limiter logs the number of refusals at most once per second, because a log line for
 * each refusal would cost more than the refusal itself.
 */
export function createRequestLimiter(
  { maxRunning, maxArriving }: RequestLimits,
  log: FastifyBaseLogger
): RequestLimiter {
  const count = { running: 0, arriving: 0 }
  const stopTracking = trackRequests(count)
  let refused = 0
  let logTimer: NodeJS.Timeout | undefined
  const logRefusals = () => {
    if (refused > 0) log.warn({ refused, ...count }, 'overloaded: requests were refused')
    refused = 0
  }
  return {
    isFull: (hasBody) => count.running >= maxRunning || (hasBody && count.arriving >= maxArriving),
    enter(hasBody) {
      let state: keyof typeof count | undefined = hasBody ? 'arriving' : 'running'
      let isReleased = false
      const moveTo = (next: typeof state) => {
        if (state) count[state]--
        if (next) count[next]++
        state = next
      }
      count[state]++
      return {
        bodyArrived: () => state === 'arriving' && moveTo('running'),
        pause: () => moveTo(undefined),
        resume: () => !isReleased && moveTo('running'),
        release() {
          isReleased = true
          moveTo(undefined)
        }
      }
    },
    countRefusal() {
      refusedRequests.inc()
      if (refused++ === 0) logTimer = setTimeout(logRefusals, logIntervalMs).unref()
    },
    close() {
      clearTimeout(logTimer)
      logRefusals()
      stopTracking()
    }
  }
}

/** True if the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/** True if a request may be refused under load: any request under `/api/` except CORS preflights. */
export function isRefusable(path: string, method: string | undefined): boolean {
  return path.startsWith('/api/') && method !== 'OPTIONS'
}

type RefusalOptions = {
  limiter: RequestLimiter
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>
  /** Web pages from these origins may read the response (CORS). */
  corsOrigins: readonly string[]
  requestIdOf(request: IncomingMessage): string
}

/**
 * Refuses requests over the limit with a prepared response, before they reach Fastify. Refused clients
 * usually retry, so a refusal must be cheap: in a hook it would cost three times as much. A path that only
 * the router can decode, such as a path with percent-escapes or a complete URL, isn't recognised here. A
 * request for such a path reaches Fastify, and a hook refuses it. Returns a function that restores the
 * original listeners.
 */
export function refuseBeforeRouting(server: Server, options: RefusalOptions): () => void {
  const { limiter, requestIdOf } = options
  const refuse = createRefusal(options)
  const replaced = (server.listeners('request') as RequestListener[]).map((handle) => {
    const listener: RequestListener = (request, response) => {
      const isOverLimit = limiter.isFull(hasBody(request)) && isRefusable(request.url ?? '', request.method)
      if (!isOverLimit) return handle(request, response)
      limiter.countRefusal()
      refuse(request, response, requestIdOf(request))
    }
    server.off('request', handle).on('request', listener)
    return { handle, listener }
  })
  return () => {
    for (const { handle, listener } of replaced) server.off('request', listener).on('request', handle)
  }
}

function createRefusal({ headers, corsOrigins }: RefusalOptions) {
  const placeholder = '{request id}'
  const [before = '', after = ''] = problemText(overloaded, placeholder).split(placeholder)
  const head = Object.entries({
    ...headers,
    ...overloaded.headers,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8'
  }).flat()
  return ({ headers: { origin } }: IncomingMessage, response: ServerResponse, requestId: string) => {
    // The text is ASCII, so its length is its size in bytes.
    const text = before + requestId + after
    const perRequest = ['x-request-id', requestId, 'content-length', String(text.length)]
    const cors = origin !== undefined && corsOrigins.includes(origin) ? corsHead(origin) : []
    response.writeHead(overloaded.status, [...head, ...perRequest, ...cors])
    response.end(text)
  }
}

function corsHead(origin: string): string[] {
  const names = 'Retry-After, X-Request-Id'
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', names, 'vary', 'Origin']
}
