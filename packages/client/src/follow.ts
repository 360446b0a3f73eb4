import type { EventType, PageInfo } from './generated/schemas.ts'
import { poll } from './poll.ts'
import type { CallOptions } from './types.ts'

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
type Page = { pageInfo: PageInfo }
type List<P extends Page> = (query: object, options: CallOptions) => { page(): Promise<P> }

/**
 * Reads a feed without end: yields its rows, then waits for new ones. Continues after restarts of the service.
 * Each row has a cursor; to continue later, store the cursor of the last row and send it as `after`.
 */
export async function* followFeed<P extends Page, R extends Row>(
  list: List<P>,
  rowsOf: (page: P) => R[],
  { after, since, signal, ...filters }: FollowPlatformOptions
): AsyncGenerator<R, void, undefined> {
  let cursor = after
  const read = async (options: CallOptions) => {
    // A cursor is valid with any filters, so the time matters only until there is a cursor.
    const start = cursor === undefined ? { occurredAfter: since } : { after: cursor }
    const page = await list({ ...filters, ...start, first: 100, wait: 25 }, options).page()
    cursor = page.pageInfo.endCursor ?? cursor
    return rowsOf(page)
  }
  while (!signal?.aborted) {
    const rows = await poll(read, ({ length }) => length > 0, signal).catch((error) => {
      if (!signal?.aborted) throw error
    })
    for (const row of rows ?? []) {
      yield row
      if (signal?.aborted) return
    }
  }
}
