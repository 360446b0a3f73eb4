import type { Event, EventPage, ListEventsQuery } from '@purveyor/client'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useRefreshInterval } from '../../api/live-status.ts'
import { useSignedIn } from '../../session/session-context.tsx'

const pageSize = 50
/** How often new events are looked for, in milliseconds. */
const refreshMs = 4000

type Pages = InfiniteData<EventPage>
const keyOf = (query: ListEventsQuery) => ['activity', query]

/** Reads the events that match, the newest first, and adds new ones while the page is open. */
export function useActivity(query: ListEventsQuery) {
  const { purveyor } = useSignedIn()
  const list = useInfiniteQuery({
    queryKey: keyOf(query),
    queryFn: ({ pageParam, signal }) =>
      purveyor.events.list({ ...query, ...pageParam, last: pageSize }, { signal }).page(),
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
function useNewEvents(query: ListEventsQuery, shown: Pages | undefined): void {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const after = shown?.pages[0]?.events.at(-1)?.cursor
  const { data } = useQuery({
    queryKey: ['new-activity', query, after],
    queryFn: ({ signal }) => purveyor.events.list({ ...query, after, first: 100 }, { signal }).page(),
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
function withNew(data: Pages, added: readonly Event[]): Pages {
  const [newest, ...older] = data.pages
  if (!newest) return data
  const last = newest.events.at(-1)?.sequence ?? Number.NEGATIVE_INFINITY
  const events = [...newest.events, ...added.filter(({ sequence }) => sequence > last)]
  return { ...data, pages: [{ ...newest, events }, ...older] }
}
