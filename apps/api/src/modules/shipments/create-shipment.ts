import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/moments.ts'
import { newId } from '../../lib/ids.ts'
import { leftOf, lineFaults, sum } from '../orders/fulfil/cancel-suborder.ts'
import {
  addQuantities,
  type LineQuantity,
  listLines,
  lockStock,
  lockSuborder,
  type OrderLine,
  storeStatus
} from '../orders/fulfil/suborder-queries.ts'
import { type OrderStatus, requireAction, statusOf } from '../orders/fulfil/transitions.ts'
import type { Shipment } from '../orders/schema.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import { findShipment, insertShipment } from './queries.ts'
import { orderOfEventsFaults } from './rules.ts'
import type { NewShipment } from './schema.ts'
import { insertShipmentItems, takeStock } from './stock-queries.ts'

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
    lockSuborder(tx, vendorId, { id: suborderId }),
    listLines(tx, vendorId, suborderId)
  ])
  const suborder = orNotFound(locked)
  const { placedAt } = suborder
  const items = itemsToShip(body, lines, suborder)

  const id = newId()
  const carrier = carrierCode(body.carrier)
  const status = statusAfter(items, lines)
  const [, , , , , , , shipment] = await Promise.all([
    lockStock(tx, variantsOf(items, lines)),
    insertShipment(tx, vendorId, {
      ...{ id, suborderId, carrier, placedAt, trackingNumber: body.trackingNumber },
      trackingUrl: body.trackingUrl ?? trackingUrlOf(carrier, body.trackingNumber),
      shippedAt: body.shippedAt ? isoOf(body.shippedAt) : null
    }),
    insertShipmentItems(tx, vendorId, { shipmentId: id, items }),
    takeStock(tx, vendorId, id),
    addQuantities(
      tx,
      vendorId,
      items.map(({ orderItemId, quantity }) => ({ orderItemId, shipped: quantity, cancelled: 0 }))
    ),
    storeStatus(tx, vendorId, { id: suborderId, status, acknowledges: true }),
    recordEvent(tx, caller, {
      type: 'shipment.created',
      vendorId,
      subject: { type: 'shipment', id },
      details: {
        orderId: suborderId,
        orderStatus: status,
        quantity: sum(items.map(({ quantity }) => quantity))
      }
    }),
    findShipment(tx, vendorId, id)
  ])
  return orNotFound(shipment)
}

/** The variants of lines, for the lock of their stock. */
export function variantsOf(items: LineQuantity[], lines: OrderLine[]): string[] {
  const shipped = new Set(items.map(({ orderItemId }) => orderItemId))
  return lines.flatMap(({ id, variantId }) => (shipped.has(id) ? [variantId] : []))
}

/** What is wrong in itself is told before what the order's state does not allow. */
function itemsToShip(
  { items: given, shippedAt }: NewShipment,
  lines: OrderLine[],
  { status, placedAt }: { status: OrderStatus; placedAt: string }
): LineQuantity[] {
  const items = given?.map(({ orderItemId, quantity }) => ({
    orderItemId: orderItemId.toLowerCase(),
    quantity
  }))
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

function statusAfter(items: LineQuantity[], lines: OrderLine[]): OrderStatus {
  return statusOf({
    ordered: sum(lines.map((line) => line.quantity)),
    shipped: sum([...lines.map((line) => line.quantityShipped), ...items.map(({ quantity }) => quantity)]),
    cancelled: sum(lines.map((line) => line.quantityCancelled)),
    isAcknowledged: true,
    isDelivered: false
  })
}
