import type { ChangeSet, ChangeSetPage, ModerationEntry, ModerationPage } from '@purveyor/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { changeSetsTexts } from '../../../texts/change-sets.ts'
import { moderationKeys } from '../../../ui/moderation-keys.ts'

const refreshMs = 30_000
const maxSets = 50
const pageSize = 100
const none: ChangeSet[] = []

/** Reads the oldest change sets. Others follow when these are decided. Without sets, the query counts as successful. */
export function useChangeSets(vendorId: string | undefined, enabled: boolean) {
  const { purveyor } = useSignedIn()
  const query = { first: maxSets, ...(vendorId && { vendorId }) }
  const { data, error, isPending, isSuccess } = useQuery({
    queryKey: [...moderationKeys.sets, query],
    queryFn: ({ signal }) => purveyor.platform.moderation.changeSets(query, { signal }).page(),
    select: ({ changeSets }: ChangeSetPage) => changeSets,
    refetchInterval: refreshMs,
    enabled
  })
  const sets = (enabled && data) || none
  return { sets, error, isPending: enabled && isPending, isSuccess: !enabled || isSuccess }
}

/**
 * Reads a change set once, when it is opened: nothing is accepted that the person hasn't seen. `refetch` shows what has
 * changed since.
 */
export function useChangeSet(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['change-set', id],
    queryFn: ({ signal }) => purveyor.platform.moderation.getChangeSet({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    retry: false
  })
}

/** Reads the entries of a change set page by page, after the set itself: so they are at least as new as its version. */
export function useSetEntries({ id, version }: Pick<ChangeSet, 'id' | 'version'>) {
  const { purveyor } = useSignedIn()
  const pages = useInfiniteQuery({
    queryKey: ['change-set', id, version],
    queryFn: ({ pageParam, signal }) =>
      purveyor.platform.moderation
        .list({ changeSetId: id, first: pageSize, ...pageParam }, { signal })
        .page(),
    initialPageParam: {} as { after?: string },
    getNextPageParam: ({ pageInfo }: ModerationPage) =>
      pageInfo.hasNextPage && pageInfo.endCursor ? { after: pageInfo.endCursor } : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  const entries = useMemo(
    (): ModerationEntry[] => pages.data?.pages.flatMap((page) => page.entries) ?? [],
    [pages.data]
  )
  return { ...pages, entries }
}

/** The list of change sets counts this number of products of each. */
const maxCounted = 1000

const priceFields = new Set(['vendorPrice', 'listPrice'])

/** True if all changes of the set are changes of prices. */
export const hasOnlyPrices = ({ fields }: ChangeSet) => fields.every((field) => priceFields.has(field))

/** Returns `200 price changes`. A listed set can have more than were counted. */
export function changesOf(set: ChangeSet, { isListed }: { isListed: boolean }): string {
  const isMore = isListed && set.productCount >= maxCounted
  return changeSetsTexts.changes(set.changeCount, hasOnlyPrices(set), isMore)
}

/** Returns `from the upload “prices.csv”`. */
export function sourceOf({ source, fileName }: ChangeSet): string {
  if (source === 'BULK_UPDATE') return changeSetsTexts.ofBulkUpdate
  return fileName === null ? changeSetsTexts.ofUpload : changeSetsTexts.ofFile(fileName)
}

/** Returns the largest changes of prices, such as `180 prices up, by up to 24.5%`. */
export function pricesOf({ prices }: ChangeSet, format: (share: number) => string): string[] {
  const { increased, decreased, largestIncreasePercent: rise, largestDecreasePercent: fall } = prices
  return [
    ...(rise === null ? [] : [changeSetsTexts.increased(increased, format(rise / 100))]),
    ...(fall === null ? [] : [changeSetsTexts.decreased(decreased, format(fall / 100))])
  ]
}

/** Returns the name of the file, or else what made the changes. */
export function nameOf({ source, fileName }: ChangeSet): string {
  return source === 'BULK_UPDATE' ? changeSetsTexts.bulkUpdate : (fileName ?? changeSetsTexts.upload)
}
