import { ProblemError, TimedOut } from './errors.ts'
import { readMessages } from './event-stream.ts'
import type { EventType, PageInfo } from './generated/schemas.ts'
import { isTemporary, maxDelayMs, poll } from './poll.ts'
import type { Send } from './resources.ts'
import type { CallOptions, RequestOptions } from './types.ts'
import { retryDelay, sleep } from './waiting.ts'

/** Where a feed begins, and when it ends. */
export interface FollowChangesOptions {
  /** The cursor of the last row that was processed. Without it, the feed begins with the oldest row. */
  after?: string | undefined
  /** Ends the loop, without an error. */
  signal?: AbortSignal | undefined
}

/** Which events a feed has, where it begins, and when it ends. */
export interface FollowOptions extends FollowChangesOptions {
  /** Begins with the events after this time, unless `after` is set. */
  since?: Date | string | undefined
  type?: EventType | undefined
  /** Only events of the resource with this id. */
  subjectId?: string | undefined
  productId?: string | undefined
  /** Only changes that this user or API token made. */
  actorId?: string | undefined
}

/** Only events of this vendor. */
export interface FollowPlatformOptions extends FollowOptions {
  vendorId?: string | undefined
}

type Row = { cursor: string }
type Page<R> = { pageInfo: PageInfo; events?: R[]; changes?: R[] }

/** The endpoint of a feed, which responds with pages or with a stream. */
export interface FeedSource {
  send: Send
  path: string
  /** The name of the list in a page. Only events have the filter `occurredAfter`. */
  key: 'events' | 'changes'
}

type Following = {
  /** The cursor of the last row that was read. */
  cursor: string | undefined
  since: Date | string | undefined
  filters: object
  signal: AbortSignal | undefined
}

/** The service sends something at least every 15 s. */
const maxSilenceMs = 45_000
/** The longest pause after a stream has ended. It is random, because the streams of many clients end at once. */
const maxPauseMs = 2_000
/** A time before all events. Without a cursor or a time, a stream begins with the next event. */
const longAgo = '1970-01-01T00:00:00Z'

/**
 * Reads a feed without end: yields its rows, then waits for new ones. Continues after restarts of the service.
 * Each row has a cursor; to continue later, store the cursor of the last row and send it as `after`.
 */
export async function* followFeed<R extends Row>(
  source: FeedSource,
  { after, since, signal, ...filters }: FollowPlatformOptions
): AsyncGenerator<R, void, undefined> {
  const following: Following = { cursor: after, since, filters, signal }
  try {
    if (after === undefined && source.key === 'changes') yield* pollRows<R>(source, following, { once: true })
    yield* streamRows<R>(source, following)
    // Only if there are no streams: the service is older than they are, or a proxy doesn't pass them on.
    yield* pollRows<R>(source, following)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

/** Returns the parameter of a list or stream with which reading begins or continues. */
function startOf({ cursor, since }: Following): object {
  // A cursor is valid with any filters, so the time matters only until there is a cursor.
  return cursor === undefined ? { occurredAfter: since } : { after: cursor }
}

/**
 * Yields the rows of one stream after the other. Ends if the response isn't a stream, or if nothing of it arrives, because
 * a proxy waits for its end.
 */
async function* streamRows<R extends Row>(
  { send, path }: FeedSource,
  following: Following
): AsyncGenerator<R, void, undefined> {
  const { signal } = following
  for (let failures = 0; ; ) {
    let hasBegun = false
    try {
      const response = (await send('GET', path, {
        ...streamRequest(following),
        signal,
        as: 'response',
        maxRetries: 0,
        timeoutMs: maxSilenceMs
      })) as Response
      if (!response.body || !/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
        await response.body?.cancel()
        return
      }
      for await (const { id, data } of readMessages(response.body)) {
        hasBegun = true
        failures = 0
        if (data === '') {
          // Until the first row, the stream of a time is requested again with the time.
          if (following.since === undefined) following.cursor = id ?? following.cursor
          continue
        }
        const row = JSON.parse(data) as R
        following.cursor = row.cursor
        yield row
        if (signal?.aborted) return
      }
      await sleep(Math.random() * maxPauseMs, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (!hasBegun && (error instanceof TimedOut || isNotAcceptable(error))) return
      if (!isTemporary(error)) throw error
      const retryAfter = error instanceof ProblemError ? error.retryAfter : undefined
      await sleep(retryDelay(failures++, { retryAfter, maxMs: maxDelayMs }), signal)
    }
  }
}

/** Returns the query and the headers that request a stream. */
function streamRequest({ cursor, since, filters }: Following): Pick<RequestOptions, 'query' | 'headers'> {
  const accept = 'text/event-stream'
  return cursor === undefined
    ? { query: { ...filters, occurredAfter: since ?? longAgo }, headers: { accept } }
    : { query: filters, headers: { accept, 'last-event-id': cursor } }
}

function isNotAcceptable(error: unknown): boolean {
  return error instanceof ProblemError && error.status === 406
}

/** Yields the rows of one page after the other, and waits for new rows. With `once`, reads one page and doesn't wait. */
async function* pollRows<R extends Row>(
  { send, path, key }: FeedSource,
  following: Following,
  { once = false } = {}
): AsyncGenerator<R, void, undefined> {
  const { filters, signal } = following
  const read = async (options: CallOptions) => {
    const query = { ...filters, ...startOf(following), first: 100, wait: once ? 0 : 25 }
    const page = (await send('GET', path, { ...options, query })) as Page<R>
    following.cursor = page.pageInfo.endCursor ?? following.cursor
    return page[key] ?? []
  }
  while (!signal?.aborted) {
    for (const row of await poll(read, ({ length }) => once || length > 0, signal)) {
      yield row
      if (signal?.aborted) return
    }
    if (once) return
  }
}
