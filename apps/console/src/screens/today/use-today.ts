import type { Order } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { dueToday } from '../../ui/orders/filters.ts'
import { orderKeys } from '../../ui/orders/order-keys.ts'
import { vendorStatisticsKey } from '../../ui/use-vendor-statistics.ts'

/** The number of rows that each card shows. */
const shown = 5
/** How often the lists are read again while they are shown, in milliseconds. */
const refetchInterval = 60_000

/** The orders to acknowledge that have waited longest, the oldest first. */
export function useOldestOrders() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...orderKeys.all, 'to-acknowledge'],
    async queryFn({ signal }): Promise<readonly Order[]> {
      const page = await purveyor.orders.list({ status: 'CONFIRMED', last: shown }, { signal }).page()
      return page.orders.toReversed()
    },
    refetchInterval
  })
}

/** The number of orders that are due today, and not late yet. */
export function useDueToday() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...orderKeys.all, 'due-today'],
    async queryFn({ signal }): Promise<number> {
      const page = await purveyor.orders.list({ ...dueToday(), first: 1 }, { signal }).page()
      return page.estimatedTotalCount ?? page.orders.length
    },
    refetchInterval
  })
}

/** The newest products that are rejected or have rejected edits. */
export function useRejectedProducts() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...vendorStatisticsKey, 'rejected'],
    queryFn: ({ signal }) => purveyor.products.list({ isRejected: true, first: shown }, { signal }).page(),
    refetchInterval
  })
}

/** The latest imports with failed rows that were not retried. */
export function useFailedImports() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...vendorStatisticsKey, 'imports'],
    queryFn: ({ signal }) => purveyor.importJobs.list({ needsRetry: true, first: 3 }, { signal }).page(),
    refetchInterval
  })
}

/** What a vendor has to set up before anything can be sold: true for each step that is done. */
export type Setup = { hasProducts: boolean; hasMethods: boolean }

/** Reads which steps of the setup are done. */
export function useSetup() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...vendorStatisticsKey, 'setup'],
    async queryFn({ signal }): Promise<Setup> {
      const [products, { shippingMethods }] = await Promise.all([
        purveyor.products.list({ view: 'row', first: 1 }, { signal }).page(),
        purveyor.shippingMethods.list({ signal })
      ])
      return { hasProducts: products.products.length > 0, hasMethods: shippingMethods.length > 0 }
    }
  })
}
