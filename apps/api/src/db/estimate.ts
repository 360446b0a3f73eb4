import type { Fragment, Handle } from './connect.ts'

/** Lists are counted exactly up to this size. For a longer list, the planner's estimate is used. */
export const countLimit = 1000

const maxAgeMs = 60_000
const maxLists = 10_000

/** A cache of the sizes of long lists. Entries expire after a minute. Short lists aren't cached. */
export type ListSizes = {
  /**
   * Returns the size of a list, or undefined if the cache has no size for it. The statement that reads a page
   * then has to count the list.
   */
  recall(list: string): number | undefined
  /**
   * Returns the size of a list. `counted` is the number of its rows that the statement of a page has counted.
   * If `counted` is `countLimit` or more, calls `estimate`, caches the result and returns it.
   */
  settle(list: string, counted: number, estimate: () => Promise<number>): Promise<number>
}

/**
 * Reads a page together with the size of its list. `list` is the key of the list in the cache `sizes`. Calls
 * `read` with true if the cache has no size for the list. `read` must then also count the list, up to
 * `countLimit` rows. The size of a longer list is estimated in a separate round trip, at most once a minute.
 */
export async function withSize<P extends { total?: number | undefined }>(
  sizes: ListSizes,
  list: string,
  { read, estimate }: { read: (withCount: boolean) => Promise<P>; estimate: () => Promise<number> }
): Promise<P & { total: number }> {
  const cachedSize = sizes.recall(list)
  const page = await read(cachedSize === undefined)
  return { ...page, total: cachedSize ?? (await sizes.settle(list, page.total ?? 0, estimate)) }
}

/**
 * Creates an empty cache. The key of a list in the cache must identify the list, its owner and its filters.
 * `now` returns the time in ms.
 */
export function createListSizes(now: () => number = Date.now): ListSizes {
  const cached = new Map<string, { size: number; at: number }>()
  return {
    recall(list) {
      const entry = cached.get(list)
      if (entry && now() - entry.at < maxAgeMs) return entry.size
      cached.delete(list)
      return undefined
    },
    async settle(list, counted, estimate) {
      if (counted < countLimit) return counted
      const size = Math.max(countLimit, await estimate())
      const [oldest] = cached.keys()
      if (oldest !== undefined && cached.size >= maxLists) cached.delete(oldest)
      cached.set(list, { size, at: now() })
      return size
    }
  }
}

/** Returns the planner's estimate of the number of rows that a query returns. The query isn't run. */
export async function plannedRows(handle: Handle, query: Fragment): Promise<number> {
  const [row] = await handle<
    Record<string, [{ Plan: { 'Plan Rows': number } }]>[]
  >`explain (format json) ${query}`
  const [plan] = Object.values(row ?? {})
  if (!plan) throw new Error('EXPLAIN returned no plan.')
  return plan[0].Plan['Plan Rows']
}
