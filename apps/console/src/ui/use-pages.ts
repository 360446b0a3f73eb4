import type { PageInfo } from '@purveyor/client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

type PageOf = { pageInfo: PageInfo; estimatedTotalCount?: number | null }
type Cursor = { after?: string }

const defaultRefreshMs = 30_000
/** Lists of more pages are read again only on request. */
const maxRefreshedPages = 3

type Options<Page, Item> = {
  queryKey: readonly unknown[]
  read: (cursor: Cursor, signal: AbortSignal) => Promise<Page>
  itemsOf: (page: Page) => Item[]
  /** How often the list is read again, in milliseconds. */
  refreshMs?: number
  /** True if the list of before is shown while one with other filters is read. */
  keepsPrevious?: boolean
}

/** Reads a list of the API page by page. `total` is the number of items that match, as the service reports it. */
export function usePages<Page extends PageOf, Item extends { id: string }>({
  queryKey,
  read,
  itemsOf,
  refreshMs = defaultRefreshMs,
  keepsPrevious = false
}: Options<Page, Item>) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: {} as Cursor,
    getNextPageParam: ({ pageInfo }: Page) =>
      pageInfo.hasNextPage && pageInfo.endCursor ? { after: pageInfo.endCursor } : undefined,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= maxRefreshedPages ? refreshMs : false)
  })
  const pages = list.data?.pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: `itemsOf` is the same for the same query
  const items = useMemo(() => distinct(pages?.flatMap(itemsOf) ?? []), [pages])
  // After an error, the next page is read only on request.
  const hasMore = list.hasNextPage && !list.isError
  return { ...list, hasMore, items, total: pages?.[0]?.estimatedTotalCount ?? undefined }
}

/** While a list is read again, an item can be on two pages. */
function distinct<Item extends { id: string }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
