import type { ListModerationQuery, ModerationEntry, ModerationPage } from '@purveyor/client'
import {
  type InfiniteData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { moderationKeys } from '../../ui/moderation-keys.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { type EntryKind, entryKey } from './entry.ts'
import { useChangeSets } from './sets/change-sets.ts'

/** The parameters of the address that filter and sort the queue. They are named as in the API. */
export const filterNames = [
  'kind',
  'vendorId',
  'categoryId',
  'claimed',
  'isSample',
  'importJobId',
  'sort'
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** Parameters of the address that belong to the open entry. */
const closed = { entry: null, step: null }

/** Returns the filters in the address, and a function that changes some of them. */
export function useFilters(): [Filters, (changes: Partial<Record<FilterName, string | null>>) => void] {
  const [params, change] = useAddressState()
  const values = JSON.stringify(filterNames.map((name) => params.get(name)))
  // Stays the same object while only the open entry changes.
  const filters = useMemo(() => filtersOf(JSON.parse(values)), [values])
  // The open entry may not match the new filters.
  const changeFilters = useCallback(
    (changes: Partial<Record<FilterName, string | null>>) => change({ ...changes, ...closed }),
    [change]
  )
  return [filters, changeFilters]
}

function filtersOf(values: (string | null)[]): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []))
  )
}

/** Returns how many filters are set, besides the kind and the order. */
export function activeCount({ kind: _, sort: __, ...others }: Filters): number {
  return Object.keys(others).length
}

/** Returns the query of the API for the filters. Unknown values are sent, so that the API explains them. */
function queryOf({ isSample, ...filters }: Filters): ListModerationQuery {
  return { ...filters, ...(isSample && { isSample: isSample === 'true' }) } as ListModerationQuery
}

/**
 * True if the changes of a bulk update or upload are shown as one set. The other filters select single entries, so
 * all are shown then.
 */
function hasSets({ kind, vendorId: _, sort: __, ...others }: Filters): boolean {
  return (kind === undefined || kind === 'CHANGE') && Object.keys(others).length === 0
}

const pageSize = 50
/** How often the queue is read again, in milliseconds. Lists of many pages are read again only on request. */
const refreshMs = 30_000
const maxRefreshedPages = 4

/**
 * Reads the queue page by page, and the change sets, whose entries are then left out. `total` is the number of entries
 * and sets, and can be an estimate.
 */
export function useQueue(filters: Filters) {
  const { purveyor } = useSignedIn()
  const query = listQuery(filters)
  const { sets, ...readSets } = useChangeSets(filters.vendorId, hasSets(filters))
  const queue = useInfiniteQuery({
    queryKey: [...moderationKeys.list, query],
    queryFn: ({ pageParam, signal }) =>
      purveyor.platform.moderation.list({ ...query, first: pageSize, ...pageParam }, { signal }).page(),
    initialPageParam: {} as { after?: string },
    getNextPageParam: ({ pageInfo }: ModerationPage) =>
      pageInfo.hasNextPage && pageInfo.endCursor ? { after: pageInfo.endCursor } : undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= maxRefreshedPages ? refreshMs : false)
  })
  const pages = queue.data?.pages
  const entries = useMemo(() => distinct(pages?.flatMap((page) => page.entries) ?? []), [pages])
  const first = pages?.[0]
  const counts = first && withSets(first.counts, sets.length)
  return {
    ...queue,
    // The list is empty, or complete, only when both have been read.
    isPending: queue.isPending || readSets.isPending,
    isSuccess: queue.isSuccess && readSets.isSuccess,
    error: queue.error ?? readSets.error,
    entries,
    sets,
    first,
    counts,
    total: (first?.estimatedTotalCount ?? entries.length) + sets.length
  }
}

function listQuery(filters: Filters) {
  return { ...queryOf(filters), ...(hasSets(filters) && { inChangeSet: false }) }
}

/** A change set counts as one entry. */
function withSets(counts: ModerationPage['counts'], sets: number): ModerationPage['counts'] {
  return { ...counts, changes: counts.changes + sets }
}

export type Queue = ReturnType<typeof useQueue>

/** While the queue is read again, an entry can be on two pages. */
function distinct(entries: ModerationEntry[]): ModerationEntry[] {
  return [...new Map(entries.map((entry) => [entryKey(entry), entry])).values()]
}

/** Reads how many entries of each kind match the other filters, if a kind is chosen. */
export function useCounts({ kind, ...filters }: Filters) {
  const { purveyor } = useSignedIn()
  const query = listQuery(filters)
  const { sets } = useChangeSets(filters.vendorId, hasSets(filters))
  const { data } = useQuery({
    queryKey: [...moderationKeys.counts, query],
    queryFn: ({ signal }) => purveyor.platform.moderation.list({ ...query, first: 1 }, { signal }).page(),
    select: ({ counts }) => counts,
    refetchInterval: refreshMs,
    enabled: kind !== undefined
  })
  return data && withSets(data, sets.length)
}

/** Reads one entry, whose key is in the address. Returns null if it no longer waits. */
export function useEntry(key: string | undefined, listed: ModerationEntry | undefined) {
  const { purveyor } = useSignedIn()
  const [kind, productId] = (key ?? '').split('.')
  return useQuery({
    queryKey: moderationKeys.entry(key),
    queryFn: async ({ signal }) => {
      const query = { kind: kind as EntryKind, productId: productId ?? '', first: 1 }
      const page = await purveyor.platform.moderation.list(query, { signal }).page()
      return page.entries[0] ?? null
    },
    enabled: key !== undefined && kind !== 'SET' && listed === undefined
  })
}

/** Returns functions that change the cached queue, until it is read again. */
export function useQueueCache() {
  const queries = useQueryClient()
  return useMemo(() => cacheOf(queries), [queries])
}

/** Removes entries from pages, and from the numbers of what waits. */
function withoutEntries(data: InfiniteData<ModerationPage>, keys: ReadonlySet<string>) {
  const removed = data.pages.flatMap(({ entries }) => entries.filter((entry) => keys.has(entryKey(entry))))
  const less = (kind: EntryKind, count: number) =>
    Math.max(0, count - removed.filter((entry) => entry.kind === kind).length)
  const pages = data.pages.map(({ entries, counts, estimatedTotalCount, ...page }) => ({
    ...page,
    entries: entries.filter((entry) => !keys.has(entryKey(entry))),
    estimatedTotalCount:
      estimatedTotalCount === null ? null : Math.max(0, estimatedTotalCount - removed.length),
    counts: {
      products: less('PRODUCT', counts.products),
      revisions: less('REVISION', counts.revisions),
      changes: less('CHANGE', counts.changes)
    }
  }))
  return { ...data, pages }
}

function cacheOf(queries: QueryClient) {
  function update(change: (entries: ModerationEntry[]) => ModerationEntry[]): void {
    queries.setQueriesData<InfiniteData<ModerationPage>>(
      { queryKey: moderationKeys.list },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, entries: change(page.entries) })) }
    )
  }
  return {
    /** Removes entries that were decided. */
    remove(keys: ReadonlySet<string>): void {
      // What is being read now can be older than the decision, and would bring the entries back.
      const predicate = ({ state }: Query) => state.data !== undefined
      void queries.cancelQueries({ queryKey: moderationKeys.list, predicate })
      queries.setQueriesData<InfiniteData<ModerationPage>>({ queryKey: moderationKeys.list }, (data) =>
        data ? withoutEntries(data, keys) : data
      )
      void queries.invalidateQueries({ queryKey: moderationKeys.counts })
      for (const key of keys) queries.setQueryData(moderationKeys.entry(key), null)
    },
    /** Sets who has claimed entries. */
    claim(keys: ReadonlySet<string>, claimedBy: ModerationEntry['claimedBy']): void {
      const set = (entry: ModerationEntry) => (keys.has(entryKey(entry)) ? { ...entry, claimedBy } : entry)
      update((entries) => entries.map(set))
      for (const key of keys)
        queries.setQueryData<ModerationEntry | null>(
          moderationKeys.entry(key),
          (entry) => entry && set(entry)
        )
    },
    /** Reads the queue, the open entry and the statistics again. */
    refresh(): Promise<void> {
      return queries.invalidateQueries({ queryKey: moderationKeys.all })
    }
  }
}
