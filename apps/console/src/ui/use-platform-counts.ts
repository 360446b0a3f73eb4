import { useQuery } from '@tanstack/react-query'
import { useRefreshInterval } from '../api/live-status.ts'
import { useSignedIn } from '../session/session-context.tsx'
import { platformKeys } from './platform-keys.ts'

/** How often the counts are read again without live updates, in milliseconds. */
const refreshMs = 60_000

/** Reads how many entries wait in the review queue and how many orders are late, for operators. */
export function usePlatformCounts() {
  const { purveyor, side } = useSignedIn()
  return useQuery({
    queryKey: platformKeys.counts,
    queryFn: ({ signal }) => purveyor.platform.statistics.counts({ signal }),
    refetchInterval: useRefreshInterval(refreshMs),
    enabled: side === 'platform'
  })
}
