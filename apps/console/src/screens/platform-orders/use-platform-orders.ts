import type {
  ListPlatformOrdersQuery,
  OrderSummary,
  PlatformOrder,
  PlatformOrderPage
} from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRefreshInterval } from '../../api/live-status.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { type OrderFilters, queryOf } from '../../ui/orders/filters.ts'
import { useOrderFilters } from '../../ui/orders/order-filters.tsx'
import { orderKeys } from '../../ui/orders/order-keys.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useDownload } from '../../ui/use-download.ts'
import { usePages } from '../../ui/use-pages.ts'

const pageSize = 50
/** How often the list is read again without live updates, in milliseconds. */
const refreshMs = 30_000
const dayMs = 86_400_000

/** The filters of the operator's list. `due` is also `soon`: what is due in the next 24 hours. */
export type PlatformOrderFilters = OrderFilters & { vendorId?: string | undefined }

/** Returns the filters in the address. A list of one vendor has no choice of vendors. */
export function usePlatformOrderFilters(vendorId?: string): PlatformOrderFilters {
  const filters = useOrderFilters()
  const [params] = useAddressState()
  const chosen = vendorId ?? params.get('vendorId') ?? undefined
  return useMemo(() => ({ ...filters, ...(chosen && { vendorId: chosen }) }), [filters, chosen])
}

/** Returns the query of the API for the filters. */
export function platformQueryOf(
  { vendorId, ...filters }: PlatformOrderFilters,
  now = new Date()
): ListPlatformOrdersQuery {
  return {
    ...queryOf(filters, now),
    ...(filters.due === 'soon' && { late: false, dueBefore: new Date(now.getTime() + dayMs).toISOString() }),
    ...(vendorId && { vendorId })
  }
}

/** Reads the orders that match the filters, page by page. */
export function usePlatformOrders(filters: PlatformOrderFilters) {
  const { purveyor } = useSignedIn()
  return usePages<PlatformOrderPage, OrderSummary>({
    queryKey: [...orderKeys.list, 'platform', filters],
    read: (cursor, signal) =>
      purveyor.platform.orders
        .list({ ...platformQueryOf(filters), first: pageSize, ...cursor }, { signal })
        .page(),
    itemsOf: ({ orders }) => orders,
    refreshMs: useRefreshInterval(refreshMs)
  })
}

/** Returns a mutation that saves all orders that match the filters as a CSV file. */
export function useOrderExport(filters: PlatformOrderFilters) {
  const { purveyor } = useSignedIn()
  const download = useDownload()
  return {
    isPending: download.isPending,
    save() {
      const query = new URLSearchParams(
        Object.entries(platformQueryOf(filters)).map(([name, value]) => [name, String(value)])
      )
      const read = () =>
        purveyor.request('GET', `/platform/orders?${query}`, { headers: { accept: 'text/csv' }, as: 'blob' })
      download.mutate([{ read, name: 'orders.csv' }])
    }
  }
}

/** Reads one order. */
export function usePlatformOrder(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: ({ signal }) => purveyor.platform.orders.get(id, { signal })
  })
}

/** Returns a function that shows a changed order, and reads everything about orders again. */
export function useOrderChanged(): (order?: PlatformOrder) => Promise<void> {
  const queries = useQueryClient()
  return (order) => {
    if (order) queries.setQueryData(orderKeys.one(order.id), order)
    return queries.invalidateQueries({ queryKey: orderKeys.all })
  }
}
