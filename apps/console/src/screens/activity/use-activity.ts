import type { ListPlatformEventsQuery, PageInfo } from '@purveyor/client'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useRefreshInterval } from '../../api/live-status.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import type { ListedEvent } from './event-list.tsx'

const pageSize = 50
/** How often new events are looked for, in milliseconds. */
const refreshMs = 4000

type EventPage = { events: ListedEvent[]; pageInfo: PageInfo }
type Pages = InfiniteData<EventPage>
const keyOf = (query: ListPlatformEventsQuery) => ['activity', query]

/** Returns a function that reads a page of the events of this side. */
function useEvents() {
  const { side, purveyor } = useSignedIn()
  const list = side === 'platform' ? purveyor.platform.events : purveyor.events
  return (query: ListPlatformEventsQuery, signal: AbortSignal): Promise<EventPage> =>
    list.list(query, { signal }).page()
}

/** Reads the events that match, the newest first, and adds new ones while the page is open. */
export function useActivity(query: ListPlatformEventsQuery) {
  const read = useEvents()
  const list = useInfiniteQuery({
    queryKey: keyOf(query),
    queryFn: ({ pageParam, signal }) => read({ ...query, ...pageParam, last: pageSize }, signal),
    initialPageParam: {} as { before?: string },
    getNextPageParam: ({ pageInfo }: EventPage) =>
      pageInfo.hasPreviousPage && pageInfo.startCursor ? { before: pageInfo.startCursor } : undefined,
    // Events don't change, and new ones are added.
    staleTime: Number.POSITIVE_INFINITY
  })
  useNewEvents(query, list.data)
  const pages = list.data?.pages
  const events = useMemo(() => pages?.flatMap((page) => page.events.toReversed()), [pages])
  return { ...list, events }
}

/** Looks for events after the newest one that is shown. Cursors are valid with any filters. */
function useNewEvents(query: ListPlatformEventsQuery, shown: Pages | undefined): void {
  const read = useEvents()
  const queries = useQueryClient()
  const after = shown?.pages[0]?.events.at(-1)?.cursor
  const { data } = useQuery({
    queryKey: ['new-activity', query, after],
    queryFn: ({ signal }) => read({ ...query, ...(after && { after }), first: 100 }, signal),
    enabled: shown !== undefined,
    refetchInterval: useRefreshInterval(refreshMs),
    staleTime: refreshMs,
    gcTime: 0
  })
  useEffect(() => {
    if (!data || data.events.length === 0) return
    queries.setQueryData<Pages>(keyOf(query), (pages) => pages && withNew(pages, data.events))
  }, [data, query, queries])
}

/** Returns the pages with new events at the end of the newest page. */
function withNew(data: Pages, added: readonly ListedEvent[]): Pages {
  const [newest, ...older] = data.pages
  if (!newest) return data
  const last = newest.events.at(-1)?.sequence ?? Number.NEGATIVE_INFINITY
  const events = [...newest.events, ...added.filter(({ sequence }) => sequence > last)]
  return { ...data, pages: [{ ...newest, events }, ...older] }
}
