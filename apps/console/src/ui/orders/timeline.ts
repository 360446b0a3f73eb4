import type { Order, OrderCancellation, Shipment } from '@purveyor/client'

/** Something that has happened to an order. */
export type Step = { time: string } & (
  | { type: 'placed' | 'acknowledged' }
  | { type: 'shipped' | 'delivered' | 'shipment-cancelled'; shipment: Shipment }
  | { type: 'cancelled'; cancellation: OrderCancellation }
)

type Past = Pick<Order, 'placedAt' | 'acknowledgedAt' | 'shipments' | 'cancellations'>

/** Returns what has happened to an order, the latest first. */
export function stepsOf({ placedAt, acknowledgedAt, shipments, cancellations }: Past): Step[] {
  const steps: Step[] = [
    { time: placedAt, type: 'placed' },
    ...(acknowledgedAt ? [{ time: acknowledgedAt, type: 'acknowledged' } as const] : []),
    ...shipments.flatMap(stepsOfShipment),
    ...cancellations.map(
      (cancellation): Step => ({ time: cancellation.createdAt, type: 'cancelled', cancellation })
    )
  ]
  // Steps of the same time stay in the order in which they follow from each other.
  return steps.sort((a, b) => Date.parse(a.time) - Date.parse(b.time)).reverse()
}

function stepsOfShipment(shipment: Shipment): Step[] {
  const { status, shippedAt, deliveredAt, updatedAt } = shipment
  return [
    { time: shippedAt, type: 'shipped', shipment },
    ...(deliveredAt ? [{ time: deliveredAt, type: 'delivered', shipment } as const] : []),
    ...(status === 'CANCELLED' ? [{ time: updatedAt, type: 'shipment-cancelled', shipment } as const] : [])
  ]
}
