import { usePlatformCounts } from '../ui/use-platform-counts.ts'
import { useVendorStatistics } from '../ui/use-vendor-statistics.ts'

/** A number beside a link of the navigation: what waits on its screen. */
export type Figure = 'toAcknowledge' | 'rejectedProducts' | 'waitingEntries' | 'lateOrders'

/** Reads the figures of a side. Those that aren't known yet, or belong to the other side, are missing. */
export function useFigures(): Partial<Record<Figure, number>> {
  const { data: vendor } = useVendorStatistics()
  const { data: platform } = usePlatformCounts()
  return {
    ...(vendor && { toAcknowledge: vendor.toAcknowledge.count, rejectedProducts: vendor.rejectedProducts }),
    ...(platform && {
      waitingEntries: platform.waiting.reduce((sum, { count }) => sum + count, 0),
      lateOrders: platform.late.count
    })
  }
}
