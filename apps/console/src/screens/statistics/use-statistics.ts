import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { moderationKeys } from '../../ui/moderation-keys.ts'

/** How often the statistics are read again while they are shown, in milliseconds. */
const refreshMs = 60_000

/** Reads the statistics of the review. While another period is read, those of the last one are returned. */
export function useStatistics(days: number) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: moderationKeys.statistics(days),
    queryFn: ({ signal }) => purveyor.platform.moderation.statistics({ days }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs
  })
}
