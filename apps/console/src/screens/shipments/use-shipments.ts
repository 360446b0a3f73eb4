import { notifications } from '@mantine/notifications'
import type { Shipment, ShipmentPage, ShipmentPatch } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefreshInterval } from '../../api/live-status.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { shipmentsTexts } from '../../texts/orders.ts'
import { type OrderFilters, shipmentQueryOf } from '../../ui/orders/filters.ts'
import { orderKeys } from '../../ui/orders/order-keys.ts'
import { shipmentStatuses } from '../../ui/orders/status-badge.tsx'
import { useCounts } from '../../ui/use-counts.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { usePages } from '../../ui/use-pages.ts'

const pageSize = 50
/** How often the list is read again without live updates, in milliseconds. */
const refreshMs = 30_000

export type ShipmentFilters = OrderFilters & { orderId?: string | undefined }

function queryOf({ orderId, ...filters }: ShipmentFilters) {
  return { ...shipmentQueryOf(filters), ...(orderId && { orderId }) }
}

/** Reads the shipments that match the filters, page by page, newest first. */
export function useShipments(filters: ShipmentFilters) {
  const { purveyor } = useSignedIn()
  const query = queryOf(filters)
  return usePages<ShipmentPage, Shipment>({
    queryKey: [...orderKeys.shipments, query],
    read: (cursor, signal) =>
      purveyor.shipments.list({ ...query, first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ shipments }) => shipments,
    refreshMs: useRefreshInterval(refreshMs)
  })
}

/** Reads how many shipments of each status match the other filters. */
export function useShipmentCounts({ status: _, ...filters }: ShipmentFilters) {
  const { purveyor } = useSignedIn()
  const query = queryOf(filters)
  return useCounts({
    queryKey: [...orderKeys.shipmentCounts, query],
    states: shipmentStatuses,
    async count(status, signal) {
      const page = await purveyor.shipments.list({ ...query, status, first: 1 }, { signal }).page()
      return page.estimatedTotalCount ?? page.shipments.length
    }
  })
}

/** Reads one shipment. */
export function useShipment(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: orderKeys.shipment(id),
    queryFn: ({ signal }) => purveyor.shipments.get(id, { signal })
  })
}

/** Returns a mutation that changes a shipment, unless it has changed since it was read. */
export function useUpdateShipment(shipment: Shipment) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ base = shipment, patch }: { base?: Shipment; patch: ShipmentPatch }) =>
      purveyor.shipments.update(base, patch),
    async onSuccess(updated, { patch: { status } }) {
      const message = status
        ? shipmentsTexts.moved(shipmentsTexts.statuses[updated.status])
        : shipmentsTexts.saved
      notifications.show({ message, color: 'green' })
      queries.setQueryData(orderKeys.shipment(updated.id), updated)
      await queries.invalidateQueries({ queryKey: orderKeys.all })
    },
    onError: () => queries.invalidateQueries({ queryKey: orderKeys.all })
  })
}
