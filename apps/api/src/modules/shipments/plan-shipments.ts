import { type Fault, invalid, orNotFound, Problem } from '../../errors.ts'
import { resultOrProblem } from '../../http/item-results.ts'
import { isoOf } from '../../http/timestamps.ts'
import { newId } from '../../lib/ids.ts'
import {
  type LineQuantity,
  lineFaults,
  normalizedItems,
  type OrderLine,
  type OrderStatus,
  remainingItems,
  requireAction,
  statusAfter,
  totalQuantity,
  variantIdsOf
} from '../orders/fulfil/fulfillment.ts'
import type { LockedSuborder } from '../orders/fulfil/suborder-queries.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import type { ShipmentToInsert } from './queries.ts'
import { shippedAtFaults } from './rules.ts'
import type { NewShipment } from './schema.ts'

/**
 * A shipment that can be created, with its items and the ids of their variants. `orderStatus` is the status
 * of the order after the shipment.
 */
export type PlannedShipment = {
  shipment: ShipmentToInsert
  items: LineQuantity[]
  variantIds: string[]
  orderStatus: OrderStatus
}

/** A locked order with its lines. `planShipments` updates its status and its lines. */
export type OpenOrder = LockedSuborder & { lines: OrderLine[] }

/**
 * Returns the plan for each new shipment, or the problem with which it is refused. `orders` contains the
 * locked orders by id. Each plan assumes that the shipments planned before it are created, so it changes the
 * order in `orders` accordingly.
 */
export function planShipments(
  bodies: NewShipment[],
  orders: Map<string, OpenOrder>
): (PlannedShipment | Problem)[] {
  return bodies.map((body) =>
    resultOrProblem(() => {
      const order = orNotFound(orders.get(orderIdOf(body)))
      const planned = planShipment(body, order)
      apply(planned, order)
      return planned
    })
  )
}

/** Returns the id of the order to ship in lower case, because the database returns ids in lower case. */
export function orderIdOf({ orderId }: NewShipment): string {
  return orderId.toLowerCase()
}

function planShipment(body: NewShipment, order: OpenOrder): PlannedShipment {
  const { id: suborderId, placedAt, lines } = order
  const { trackingNumber, trackingUrl, shippedAt } = body
  const items = itemsToShip(body, order)
  const carrier = carrierCode(body.carrier)
  return {
    shipment: {
      ...{ id: newId(), suborderId, carrier, placedAt, trackingNumber },
      trackingUrl: trackingUrl ?? trackingUrlOf(carrier, trackingNumber),
      shippedAt: shippedAt ? isoOf(shippedAt) : null
    },
    items,
    variantIds: variantIdsOf(items, lines),
    orderStatus: statusAfter(lines, {
      ...{ shipped: totalQuantity(items), isAcknowledged: true, isDelivered: false }
    })
  }
}

/**
 * Returns the items to ship, or throws if they are not valid. Errors of the body are thrown before errors
 * that depend on the status of the order.
 */
function itemsToShip(
  { items: sentItems, shippedAt }: NewShipment,
  { lines, status, placedAt }: OpenOrder
): LineQuantity[] {
  const items = normalizedItems(sentItems)
  const itemFaults = items ? lineFaults(items, lines, 'ship') : []
  const isQuantityTooLarge = ({ code }: Fault) => code === 'TOO_LARGE'
  const faults = [
    ...shippedAtFaults(shippedAt, { placedAt, deliveredAt: null }),
    ...itemFaults.filter((fault) => !isQuantityTooLarge(fault))
  ]
  if (faults.length > 0) throw invalid(faults)
  if (status === 'CANCELLED') requireAction('ship', status)
  const over = itemFaults.filter(isQuantityTooLarge)
  if (over.length > 0) {
    throw new Problem('OVER_SHIPPED', {
      detail: `The order is ${status}. Some quantities exceed what is left to ship.`,
      faults: over.map((fault) => ({ ...fault, code: 'OVER_SHIPPED' }))
    })
  }
  requireAction('ship', status)
  return items ?? remainingItems(lines)
}

function apply({ items, orderStatus }: PlannedShipment, order: OpenOrder): void {
  const shipped = new Map(items.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
  order.status = orderStatus
  order.lines = order.lines.map((line) => ({
    ...line,
    quantityShipped: line.quantityShipped + (shipped.get(line.id) ?? 0)
  }))
}
