import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { refusedRequests, trackRequests } from '../metrics/requests.ts'
import { unavailable } from './problem.ts'

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

/**
 * Returns the headers with which web pages of the configured origins may read a refusal (CORS). The plugin for
 * CORS doesn't see refused requests.
 */
export function refusalCorsHeaders(
  { headers: { origin } }: IncomingMessage,
  corsOrigins: readonly string[]
): Record<string, string> {
  if (origin === undefined || !corsOrigins.includes(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Retry-After, X-Request-Id',
    vary: 'Origin'
  }
}
