import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { problemText, unavailable } from './problem.ts'

/**
 * Counts the requests under way, and tells when one more would be too many. Those whose body still arrives have a
 * bound of their own: they cost memory rather than time, and slow senders keep no one out who asks for something short.
 */
type Gate = {
  /** Whether one more would be too many: with a body still to come, or without. */
  isFull(hasBody: boolean): boolean
  enter(hasBody: boolean): Place
  /** Counts a refusal for the log. */
  noteRefusal(): void
  /** Logs what is not logged yet. */
  end(): void
}

/** What one request takes up. Each step counts once, however often it is told. */
export type Place = { bodyArrived(): void; leave(): void }

export type Bounds = { maxRunning: number; maxArriving: number }

/** What is one too many. */
export const overloaded = unavailable('The service is overloaded.')

const logEveryMs = 1000

/** Refusals are told by one line a second: a line for each would cost more than the refusal. */
export function createGate({ maxRunning, maxArriving }: Bounds, log: FastifyBaseLogger): Gate {
  const count = { running: 0, arriving: 0 }
  let refused = 0
  let telling: NodeJS.Timeout | undefined
  const tell = () => {
    if (refused > 0) log.warn({ refused, ...count }, 'overloaded: requests were refused')
    refused = 0
  }
  return {
    isFull: (hasBody) => count.running >= maxRunning || (hasBody && count.arriving >= maxArriving),
    enter(hasBody) {
      let at: keyof typeof count | undefined = hasBody ? 'arriving' : 'running'
      const moveTo = (next: typeof at) => {
        if (at) count[at]--
        if (next) count[next]++
        at = next
      }
      count[at]++
      return {
        bodyArrived: () => at === 'arriving' && moveTo('running'),
        leave: () => moveTo(undefined)
      }
    },
    noteRefusal() {
      if (refused++ === 0) telling = setTimeout(tell, logEveryMs).unref()
    },
    end() {
      clearTimeout(telling)
      tell()
    }
  }
}

/** Whether something follows the head of the request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/** Whether a request counts as load: not a look at whether the service lives, nor a browser's question beforehand. */
export function isRefusable(path: string, method: string | undefined): boolean {
  return path.startsWith('/api/') && method !== 'OPTIONS'
}

type Refusing = {
  gate: Gate
  /** Of every answer. */
  headers: Readonly<Record<string, string>>
  /** Pages of these may read the refusal. */
  corsOrigins: readonly string[]
  requestIdOf(request: IncomingMessage): string
}

/**
 * Answers what is one too many before the framework sees it, with a text made beforehand: by way of the hooks the same
 * answer costs three times as much, and who is refused comes again. A path that only the router can read (with escapes, or
 * as a whole URL) gets the same answer there. Gives a function that takes this away again.
 */
export function refuseBeforeRouting(server: Server, refusing: Refusing): () => void {
  const { gate, requestIdOf } = refusing
  const answer = createRefusal(refusing)
  const gated = (server.listeners('request') as RequestListener[]).map((handle) => {
    const listener: RequestListener = (request, response) => {
      const isOneTooMany = gate.isFull(hasBody(request)) && isRefusable(request.url ?? '', request.method)
      if (!isOneTooMany) return handle(request, response)
      gate.noteRefusal()
      answer(request, response, requestIdOf(request))
    }
    server.off('request', handle).on('request', listener)
    return { handle, listener }
  })
  return () => {
    for (const { handle, listener } of gated) server.off('request', listener).on('request', handle)
  }
}

function createRefusal({ headers, corsOrigins }: Refusing) {
  const idStandsAt = '{request id}'
  const [before = '', after = ''] = problemText(overloaded, idStandsAt).split(idStandsAt)
  const head = Object.entries({
    ...headers,
    ...overloaded.headers,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8'
  }).flat()
  return ({ headers: { origin } }: IncomingMessage, response: ServerResponse, requestId: string) => {
    // All of it is ASCII: a character is a byte.
    const text = before + requestId + after
    const own = ['x-request-id', requestId, 'content-length', String(text.length)]
    const cors = origin !== undefined && corsOrigins.includes(origin) ? corsHead(origin) : []
    response.writeHead(overloaded.status, [...head, ...own, ...cors])
    response.end(text)
  }
}

function corsHead(origin: string): string[] {
  const names = 'Retry-After, X-Request-Id'
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', names, 'vary', 'Origin']
}
