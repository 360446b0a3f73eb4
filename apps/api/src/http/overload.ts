import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { problemText, unavailable } from './problem.ts'

/** Counts the requests under way, and tells when one more would be too many. */
export type Gate = {
  isFull(): boolean
  /** One more is under way, until the function that this gives is called; again it does nothing. */
  enter(): () => void
  /** Counts a refusal for the log. */
  noteRefusal(): void
  /** Logs what is not logged yet. */
  end(): void
}

/** What is one too many. */
export const overloaded = unavailable('The service is overloaded.')

const logEveryMs = 1000

/** Refusals are told by one line a second: a line for each would cost more than the refusal. */
export function createGate(max: number, log: FastifyBaseLogger): Gate {
  let running = 0
  let refused = 0
  let telling: NodeJS.Timeout | undefined
  const tell = () => {
    if (refused > 0) log.warn({ refused, running, max }, 'overloaded: requests were refused')
    refused = 0
  }
  return {
    isFull: () => running >= max,
    enter() {
      running++
      let isOver = false
      return () => {
        if (!isOver) running--
        isOver = true
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
  /** What else becomes of a request that was answered. */
  refused(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Answers what is one too many before the framework sees it, with a text made beforehand: by way of the hooks the same
 * answer costs three times as much, and who is refused comes again. A path that only the router can read (with escapes, or
 * as a whole URL) gets the same answer there. Gives a function that takes this away again.
 */
export function refuseBeforeRouting(server: Server, refusing: Refusing): () => void {
  const { gate, requestIdOf, refused } = refusing
  const answer = createRefusal(refusing)
  const gated = (server.listeners('request') as RequestListener[]).map((handle) => {
    const listener: RequestListener = (request, response) => {
      if (!gate.isFull() || !isRefusable(request.url ?? '', request.method)) return handle(request, response)
      gate.noteRefusal()
      answer(request, response, requestIdOf(request))
      refused(request, response)
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
