import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/timestamps.ts'
import { newId } from '../../lib/ids.ts'
import {
  itemsOf,
  type LineQuantity,
  leftOf,
  lineFaults,
  type OrderLine,
  piecesOf,
  requireAction,
  statusAfter,
  variantsOf
} from '../orders/fulfil/fulfillment.ts'
import {
  addQuantities,
  type LockedSuborder,
  listLines,
  lockSuborder,
  storeStatus
} from '../orders/fulfil/suborder-queries.ts'
import { lockStock, takeStock } from '../products/write/order-stock-queries.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import { findShipment, insertShipment, insertShipmentItems } from './queries.ts'
import { orderOfEventsFaults } from './rules.ts'
import type { NewShipment, Shipment } from './schema.ts'

/**
 * Ships named quantities of an order, or all that is left, and takes them from the stock; an order that is CONFIRMED is
 * acknowledged by it. 404 for another vendor's order, 400 with the place of each line that is unknown, 409 `OVER_SHIPPED`
 * with that of each that has less left, be it none, 409 `INVALID_TRANSITION` for a cancelled order and for all of an order
 * with nothing left.
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
  const quantity = piecesOf(items)
  const status = statusAfter(lines, { shipped: quantity, isAcknowledged: true, isDelivered: false })
  const [, , , , , , , shipment] = await Promise.all([
    lockStock(tx, variantsOf(items, lines)),
    insertShipment(tx, vendorId, {
      ...{ id, suborderId, carrier, placedAt, trackingNumber: body.trackingNumber },
      trackingUrl: body.trackingUrl ?? trackingUrlOf(carrier, body.trackingNumber),
      shippedAt: body.shippedAt ? isoOf(body.shippedAt) : null
    }),
    insertShipmentItems(tx, vendorId, { shipmentId: id, items }),
    takeStock(tx, vendorId, id),
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

/** What is wrong in itself is told before what the order's state does not allow. */
function itemsToShip(
  { items: given, shippedAt }: NewShipment,
  lines: OrderLine[],
  { status, placedAt }: LockedSuborder
): LineQuantity[] {
  const items = itemsOf(given)
  const found = items ? lineFaults(items, lines, 'ship') : []
  const isTooMuch = ({ code }: Fault) => code === 'TOO_LARGE'
  const faults = [
    ...orderOfEventsFaults(shippedAt, { placedAt, deliveredAt: null }),
    ...found.filter((one) => !isTooMuch(one))
  ]
  if (faults.length > 0) throw invalid(faults)
  if (status === 'CANCELLED') requireAction('ship', status)
  const over = found.filter(isTooMuch)
  if (over.length > 0) {
    throw new Problem('OVER_SHIPPED', {
      detail: `The order is ${status} and has less left to ship than is named.`,
      faults: over.map((one) => ({ ...one, code: 'OVER_SHIPPED' }))
    })
  }
  requireAction('ship', status)
  return items ?? leftOf(lines)
}
