import type { PurchaseOrderEntry, PurchaseOrderPage, Purveyor } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useRefreshInterval } from '../../api/live-status.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { type OrderFilters, queryOf } from '../../ui/orders/filters.ts'
import { orderKeys } from '../../ui/orders/order-keys.ts'
import { orderStatuses } from '../../ui/orders/status-badge.tsx'
import { useCounts } from '../../ui/use-counts.ts'
import { usePages } from '../../ui/use-pages.ts'

const pageSize = 50
/** How often the list is read again without live updates, in milliseconds. */
const refreshMs = 30_000

/** Reads the purchase orders that match the filters, page by page, newest first. */
export function usePurchaseOrders(filters: OrderFilters) {
  const { purveyor } = useSignedIn()
  const query = queryOf(filters)
  return usePages<PurchaseOrderPage, PurchaseOrderEntry>({
    queryKey: [...orderKeys.purchaseOrders, query],
    read: (cursor, signal) =>
      purveyor.purchaseOrders.list({ ...query, first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ purchaseOrders }) => purchaseOrders,
    refreshMs: useRefreshInterval(refreshMs)
  })
}

/** Reads how many purchase orders of each status match the other filters. */
export function usePurchaseOrderCounts({ status: _, ...filters }: OrderFilters) {
  const { purveyor } = useSignedIn()
  const query = queryOf(filters)
  return useCounts({
    queryKey: [...orderKeys.purchaseOrderCounts, query],
    states: orderStatuses,
    async count(status, signal) {
      const page = await purveyor.purchaseOrders.list({ ...query, status, first: 1 }, { signal }).page()
      return page.estimatedTotalCount ?? page.purchaseOrders.length
    }
  })
}

/** Reads one purchase order. */
export function usePurchaseOrder(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: orderKeys.purchaseOrder(id),
    queryFn: ({ signal }) => purveyor.purchaseOrders.get(id, { signal })
  })
}

/** Returns how to download a purchase order as a PDF. */
export function documentOf(
  { purchaseOrders }: Purveyor,
  { id, poNumber }: Pick<PurchaseOrderEntry, 'id' | 'poNumber'>
) {
  return { read: () => purchaseOrders.document(id), name: `${poNumber}.pdf` }
}
