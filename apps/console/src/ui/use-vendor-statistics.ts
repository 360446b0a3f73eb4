import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRefreshInterval } from '../api/live-status.ts'
import { useSignedIn } from '../session/session-context.tsx'
import { orderKeys } from './orders/order-keys.ts'
import { defaultPeriod } from './periods.ts'

/** The key of the queries about what the vendor should act on. They are read again after each change of an order. */
export const vendorStatisticsKey = orderKeys.statistics

/** How often the statistics are read again while they are shown, in milliseconds. */
const refreshMs = 60_000

/**
 * Reads the statistics of the vendor: its sales, and what it should act on. While another period is read, those of the
 * last one are returned.
 */
export function useVendorStatistics(days: number = defaultPeriod) {
  const { purveyor, side } = useSignedIn()
  const refetchInterval = useRefreshInterval(refreshMs)
  return useQuery({
    queryKey: [...vendorStatisticsKey, days],
    queryFn: ({ signal }) => purveyor.statistics.get({ days }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled: side === 'vendor'
  })
}
