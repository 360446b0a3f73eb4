import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/timestamps.ts'
import { newId } from '../../lib/ids.ts'
import {
  type LineQuantity,
  lineFaults,
  normalizedItems,
  type OrderLine,
  remainingItems,
  requireAction,
  statusAfter,
  totalQuantity,
  variantIdsOf
} from '../orders/fulfil/fulfillment.ts'
import {
  addQuantities,
  type LockedSuborder,
  listLines,
  lockSuborder,
  storeStatus
} from '../orders/fulfil/suborder-queries.ts'
import { deductStock, lockStock } from '../products/write/order-stock-queries.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import { findShipment, insertShipment, insertShipmentItems } from './queries.ts'
import { shippedAtFaults } from './rules.ts'
import type { NewShipment, Shipment } from './schema.ts'

/**
 * Ships the given quantities of an order, or all quantities that are left, and takes them from the stock. If
 * the order is CONFIRMED, this also acknowledges it.
 *
 * Throws 404 for an order of another vendor, 400 with an error for each unknown line, and 409 `OVER_SHIPPED`
 * with an error for each line that has less left to ship than its given quantity. Throws 409
 * `INVALID_TRANSITION` if the order is cancelled, or if the body gives no quantities and nothing is left to
 * ship.
 */
export async function createShipment(tx: Tx, caller: Caller, body: NewShipment): Promise<JsonText<Shipment>> {
  const { vendorId } = caller
  const suborderId = body.orderId.toLowerCase()
  const [locked, lines] = await Promise.all([
    lockSuborder(tx, vendorId, suborderId),
    listLines(tx, vendorId, suborderId)
  ])
  const suborder = orNotFound(locked)
  const { placedAt } = suborder
  const items = itemsToShip(body, lines, suborder)

  const id = newId()
  const carrier = carrierCode(body.carrier)
  const quantity = totalQuantity(items)
  const status = statusAfter(lines, { shipped: quantity, isAcknowledged: true, isDelivered: false })
  const [, , , , , , , shipment] = await Promise.all([
    lockStock(tx, variantIdsOf(items, lines)),
    insertShipment(tx, vendorId, {
      ...{ id, suborderId, carrier, placedAt, trackingNumber: body.trackingNumber },
      trackingUrl: body.trackingUrl ?? trackingUrlOf(carrier, body.trackingNumber),
      shippedAt: body.shippedAt ? isoOf(body.shippedAt) : null
    }),
    insertShipmentItems(tx, vendorId, { shipmentId: id, items }),
    deductStock(tx, vendorId, id),
    addQuantities(tx, vendorId, { items, column: 'shipped' }),
    storeStatus(tx, vendorId, { id: suborderId, status, acknowledges: true }),
    recordEvent(tx, caller, {
      type: 'shipment.created',
      vendorId,
      subject: { type: 'shipment', id },
      details: { orderId: suborderId, orderStatus: status, quantity }
    }),
    findShipment(tx, vendorId, id)
  ])
  return orNotFound(shipment)
}

/**
 * Returns the items to ship, or throws if they are not valid. Errors of the body are thrown before errors
 * that depend on the status of the order.
 */
function itemsToShip(
  { items: given, shippedAt }: NewShipment,
  lines: OrderLine[],
  { status, placedAt }: LockedSuborder
): LineQuantity[] {
  const items = normalizedItems(given)
  const found = items ? lineFaults(items, lines, 'ship') : []
  const isQuantityTooLarge = ({ code }: Fault) => code === 'TOO_LARGE'
  const faults = [
    ...shippedAtFaults(shippedAt, { placedAt, deliveredAt: null }),
    ...found.filter((one) => !isQuantityTooLarge(one))
  ]
  if (faults.length > 0) throw invalid(faults)
  if (status === 'CANCELLED') requireAction('ship', status)
  const over = found.filter(isQuantityTooLarge)
  if (over.length > 0) {
    throw new Problem('OVER_SHIPPED', {
      detail: `The order is ${status}. Some quantities exceed what is left to ship.`,
      faults: over.map((one) => ({ ...one, code: 'OVER_SHIPPED' }))
    })
  }
  requireAction('ship', status)
  return items ?? remainingItems(lines)
}
