import type { Order, OrderPage } from '@purveyor/client'
import { useRefreshInterval } from '../../../api/live-status.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type OrderFilters, queryOf } from '../../../ui/orders/filters.ts'
import { orderKeys } from '../../../ui/orders/order-keys.ts'
import { orderStatuses } from '../../../ui/orders/status-badge.tsx'
import { useCounts } from '../../../ui/use-counts.ts'
import { usePages } from '../../../ui/use-pages.ts'

const pageSize = 50
/** How often the list is read again without live updates, in milliseconds. */
const refreshMs = 30_000

/** Reads the orders that match the filters, page by page, in the order of the address. */
export function useOrders(filters: OrderFilters) {
  const { purveyor } = useSignedIn()
  const query = queryOf(filters)
  return usePages<OrderPage, Order>({
    queryKey: [...orderKeys.list, query],
    read: (cursor, signal) =>
      purveyor.orders.list({ ...query, first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ orders }) => orders,
    refreshMs: useRefreshInterval(refreshMs)
  })
}

/** Reads how many orders of each status match the other filters. */
export function useOrderCounts({ status: _, ...filters }: OrderFilters) {
  const { purveyor } = useSignedIn()
  const query = queryOf(filters)
  return useCounts({
    queryKey: [...orderKeys.counts, query],
    states: orderStatuses,
    async count(status, signal) {
      const page = await purveyor.orders.list({ ...query, status, first: 1 }, { signal }).page()
      return page.estimatedTotalCount ?? page.orders.length
    }
  })
}
