import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import type { Handle } from '../../db/connect.ts'
import { type EventNews, readFeedNews } from '../../events.ts'
import { Limit } from '../../lib/limit.ts'
import type { Log } from '../../lib/log.ts'
import type { FeedPage } from '../paging.ts'
import { createStreamLimit, type StreamLimits } from './live-feed.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets requests of this process wait for new rows of feeds. */
    feeds: FeedWaiter
    /** Limits the open streams of this process (`LiveFeed`). */
    streamLimit: Limit
  }
}

/**
 * Adds the waiter that all feeds share. When the service stops, the waiting requests get their responses.
 * `max` replaces the maximum number of waiting requests, for tests.
 */
export function addFeedWaiter(
  app: FastifyInstance,
  { sql, max, streams }: { sql: Handle; max?: number | undefined; streams?: StreamLimits | undefined }
): void {
  const feeds = new FeedWaiter({ sql, log: app.log, max })
  app.decorate('feeds', feeds)
  app.decorate('streamLimit', createStreamLimit(streams))
  app.addHook('preClose', async () => feeds.close())
}

/** The maximum time that one request waits, in seconds. */
const maxWaitSeconds = 25
/** The maximum number of requests of this process that wait for new rows of a feed. */
const maxWaiting = 200
/** The share of these places that one vendor, or one user or API token of the operator, can take. */
const callerShare = 1 / 4
/** The time between two reads of what is new, while requests are waiting. */
const pollMs = 250
/** If more events than this are new at once, all waiting requests read their page again. */
const maxNews = 1_000

/** The query parameter `wait` of feeds. */
export const waitParameter = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: maxWaitSeconds,
    description:
      'If the page would be empty: the number of seconds to wait for the first row. If too many requests are ' +
      'waiting, the response is sent immediately, with the header Retry-After.',
    examples: [25]
  })
)

/** True if the route is a feed of which clients can wait for new rows. */
export function canWait(schema: FastifySchema | undefined): boolean {
  const { properties } = (schema?.querystring ?? {}) as { properties?: { wait?: unknown } }
  return properties?.wait === waitParameter
}

type Waiter = {
  /** True if the waiter has to read its page again because of this event. */
  concerns: (event: EventNews) => boolean
  followsChanges: boolean
  isDue: boolean
  wake: () => void
}

/** The feed that a request waits for: new events that pass `concerns`, or new catalog changes. */
type Watched = { concerns: Waiter['concerns'] } | { followsChanges: true }

/**
 * Lets requests wait for new rows of the feeds (contract 6). While requests are waiting, this process reads
 * every 250 ms what is new, in one statement for all of them. Only the requests that the new rows concern then
 * read their pages again. A waiting request holds no database connection and no slot of the limit on running
 * requests.
 */
class FeedWaiter {
  private readonly sql: Handle
  private readonly log: Log
  private readonly limit: Limit
  private readonly closing = new AbortController()
  private readonly waiters = new Set<Waiter>()
  private isPolling = false

  constructor({ sql, log, max = maxWaiting }: { sql: Handle; log: Log; max?: number | undefined }) {
    this.sql = sql
    this.log = log
    this.limit = new Limit({ total: max, perKey: Math.ceil(max * callerShare) })
  }

  /** The number of requests that are waiting. */
  get count(): number {
    return this.waiters.size
  }

  /**
   * Returns the text of the page that `read` returns. While this page is empty, waits up to `wait` seconds for
   * new rows and reads again. Stops waiting if the client disconnects or the service stops. Throws a 401 or
   * 403 if the client loses its access. If too many requests are waiting, doesn't wait and sets `Retry-After`.
   */
  async readPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { wait = 0, watched, read }: { wait: number | undefined; watched: Watched; read(): Promise<FeedPage> }
  ): Promise<string> {
    if (wait === 0 || this.closing.signal.aborted) return (await read()).text
    const key = callerKey(request)
    if (!this.limit.tryTake({ key })) {
      const { text, isEmpty } = await read()
      if (isEmpty) reply.header('retry-after', '1')
      return text
    }
    try {
      return await this.readWhenFilled(request, reply, { wait, watched, read })
    } finally {
      this.limit.release({ key })
    }
  }

  /** Makes all current and later requests return without waiting. Called when the service stops. */
  close(): void {
    this.closing.abort()
  }

  private async readWhenFilled(
    request: FastifyRequest,
    reply: FastifyReply,
    { wait, watched, read }: { wait: number; watched: Watched; read(): Promise<FeedPage> }
  ): Promise<string> {
    const deadline = performance.now() + wait * 1000
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    const accessLost = request.accessCheck?.watch()
    const signals = [disconnected.signal, this.closing.signal, ...(accessLost ? [accessLost] : [])]
    const over = AbortSignal.any(signals)
    // The waiter is added before the page is read, so that it learns of rows that are numbered in the meantime.
    const waiter = this.add(watched)
    try {
      for (;;) {
        waiter.isDue = false
        const { text, isEmpty } = await read()
        if (!isEmpty) return text
        await request.whileUncounted(() => untilDue(waiter, deadline - performance.now(), over))
        accessLost?.throwIfAborted()
        if (!waiter.isDue) return text
      }
    } finally {
      this.waiters.delete(waiter)
    }
  }

  private add(watched: Watched): Waiter {
    const waiter = {
      ...{ concerns: () => false, followsChanges: false, isDue: false, wake: () => {} },
      ...watched
    }
    this.waiters.add(waiter)
    if (!this.isPolling) void this.poll()
    return waiter
  }

  /** Reads what is new until no request is waiting. */
  private async poll(): Promise<void> {
    this.isPolling = true
    const { signal } = this.closing
    let last: { lastEvent: string; lastChange: string } | undefined
    for (;;) {
      await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
      if (this.waiters.size === 0 || signal.aborted) break
      try {
        const news = await readFeedNews(this.sql, { after: last?.lastEvent, limit: maxNews })
        // On the first read, it isn't known what the waiters have already read.
        const hasChanges = last?.lastChange !== news.lastChange
        for (const waiter of this.waiters) {
          const isConcerned = waiter.followsChanges
            ? hasChanges
            : (news.events?.some(waiter.concerns) ?? true)
          if (!isConcerned) continue
          waiter.isDue = true
          waiter.wake()
        }
        last = news
      } catch (error) {
        this.log.warn({ err: error }, 'waiting requests could not read what is new')
        await sleep(1_000, undefined, { signal, ref: false }).catch(() => {})
      }
    }
    this.isPolling = false
  }
}

/** Resolves when the waiter is due, after `ms`, or when `over` is aborted. Never rejects. */
function untilDue(waiter: Waiter, ms: number, over: AbortSignal): Promise<void> {
  if (waiter.isDue || ms <= 0 || over.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      over.removeEventListener('abort', wake)
      waiter.wake = () => {}
      resolve()
    }
    const timer = setTimeout(wake, ms)
    over.addEventListener('abort', wake)
    waiter.wake = wake
  })
}

/** Returns the vendor of a request or, for requests of the operator, the user or API token. */
function callerKey({ principal }: FastifyRequest): string {
  return principal?.vendorId ?? principal?.actor.id ?? ''
}
