import { useVendorStatistics } from '../ui/use-vendor-statistics.ts'

/** A number beside a link of the navigation: what waits on its screen. */
export type Figure = 'toAcknowledge' | 'rejectedProducts' | 'waitingEntries' | 'lateOrders'

/** Reads the figures of a side. Those that aren't known yet, or belong to the other side, are missing. */
export function useFigures(): Partial<Record<Figure, number>> {
  const { data } = useVendorStatistics()
  if (!data) return {}
  return { toAcknowledge: data.toAcknowledge.count, rejectedProducts: data.rejectedProducts }
}
