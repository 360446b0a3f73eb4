import { Badge } from '@mantine/core'
import type { OrderStatus, ShipmentStatus } from '@purveyor/client'
import { ordersTexts, shipmentsTexts } from '../../texts/orders.ts'

/** The statuses of orders in the order in which they are reached. */
export const orderStatuses = [
  'CONFIRMED',
  'ACKNOWLEDGED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED'
] as const satisfies OrderStatus[]

export const shipmentStatuses = [
  'SHIPPED',
  'IN_TRANSIT',
  'DELIVERED',
  'CANCELLED'
] as const satisfies ShipmentStatus[]

const orderColors: Record<OrderStatus, string> = {
  CONFIRMED: 'amber',
  ACKNOWLEDGED: 'blue',
  PARTIALLY_SHIPPED: 'violet',
  SHIPPED: 'brand',
  DELIVERED: 'green',
  CANCELLED: 'gray'
}

const shipmentColors: Record<ShipmentStatus, string> = {
  SHIPPED: 'brand',
  IN_TRANSIT: 'blue',
  DELIVERED: 'green',
  CANCELLED: 'gray'
}

/** The status of an order or a purchase order. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge component="span" miw="max-content" color={orderColors[status]}>
      {ordersTexts.statuses[status]}
    </Badge>
  )
}

/** The status of a shipment. */
export function ShipmentBadge({ status }: { status: ShipmentStatus }) {
  return (
    <Badge component="span" miw="max-content" color={shipmentColors[status]}>
      {shipmentsTexts.statuses[status]}
    </Badge>
  )
}
