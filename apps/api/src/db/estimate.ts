import type postgres from 'postgres'
import type { Handle } from './connect.ts'

/** Lists are counted up to this size; that of a longer one is the planner's estimate. */
export const countLimit = 1000

const keptMs = 60_000
const keptLists = 10_000

/** The sizes of long lists, each kept for a minute at most. Short lists are counted with every page. */
export type ListSizes = {
  /** The size of a list known to be long; undefined where its next page has to count. */
  recall(list: string): number | undefined
  /** The size of a list of which `counted` were counted, estimated and kept where it is long. */
  settle(list: string, counted: number, estimate: () => Promise<number>): Promise<number>
}

/**
 * A page with the size of its list. A short list is counted with its page, `countLimit` at most; the size of a long one is
 * estimated, in a round trip of its own, at most once a minute.
 */
export async function withSize<P extends { total?: number | undefined }>(
  sizes: ListSizes,
  list: string,
  { read, estimate }: { read: (withCount: boolean) => Promise<P>; estimate: () => Promise<number> }
): Promise<P & { total: number }> {
  const known = sizes.recall(list)
  const page = await read(known === undefined)
  return { ...page, total: known ?? (await sizes.settle(list, page.total ?? 0, estimate)) }
}

/** `list` names a list with its owner and filters; `now` is a clock in milliseconds. */
export function createListSizes(now: () => number = Date.now): ListSizes {
  const kept = new Map<string, { size: number; at: number }>()
  return {
    recall(list) {
      const known = kept.get(list)
      if (known && now() - known.at < keptMs) return known.size
      kept.delete(list)
      return undefined
    },
    async settle(list, counted, estimate) {
      if (counted < countLimit) return counted
      const size = Math.max(countLimit, await estimate())
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= keptLists) kept.delete(oldest)
      kept.set(list, { size, at: now() })
      return size
    }
  }
}

/** How many rows the planner expects of a query. */
export async function plannedRows(
  handle: Handle,
  query: postgres.PendingQuery<postgres.Row[]>
): Promise<number> {
  const [row] = await handle<
    Record<string, [{ Plan: { 'Plan Rows': number } }]>[]
  >`explain (format json) ${query}`
  const [plan] = Object.values(row ?? {})
  if (!plan) throw new Error('EXPLAIN answered nothing')
  return plan[0].Plan['Plan Rows']
}
