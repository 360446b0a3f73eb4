import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/timestamps.ts'
import { type OrderStatus, piecesOf, statusAfter, variantsOf } from '../orders/fulfil/fulfillment.ts'
import {
  addQuantities,
  countUndelivered,
  type LockedSuborder,
  listLines,
  lockSuborderOf,
  storeStatus
} from '../orders/fulfil/suborder-queries.ts'
import { giveStockBack, lockStock } from '../products/write/order-stock-queries.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import {
  findShipment,
  findStored,
  type ShipmentFields,
  type StoredShipment,
  updateShipment
} from './queries.ts'
import { orderOfEventsFaults, requireChange } from './rules.ts'
import type { Shipment, ShipmentPatch } from './schema.ts'

/**
 * Merges the patch into the shipment under the lock of its order, whose status follows. What is cancelled can be shipped
 * again and its stock is given back. A patch that changes nothing writes nothing. 409 `INVALID_TRANSITION` for a status
 * that does not follow on the current one, and for any change of a cancelled shipment.
 */
export async function patchShipment(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: ShipmentPatch }
): Promise<JsonText<Shipment>> {
  const { vendorId } = caller
  const [locked, found] = await Promise.all([lockSuborderOf(tx, vendorId, id), findStored(tx, vendorId, id)])
  const [suborder, stored] = [orNotFound(locked), orNotFound(found)]
  const read = async () => orNotFound(await findShipment(tx, vendorId, id))
  await requireMatch(caller, read)
  const { placedAt } = suborder
  const faults = orderOfEventsFaults(patch.shippedAt, { placedAt, deliveredAt: stored.deliveredAt })
  if (faults.length > 0) throw invalid(faults)
  const fields = merge(stored, patch)
  const changedFields = (Object.keys(fields) as (keyof ShipmentFields)[]).filter(
    (name) => fields[name] !== stored[name]
  )
  if (changedFields.length === 0) return read()
  requireChange(stored.status, fields.status)

  const orderStatus = await moveOrder(tx, suborder, { id, stored, to: fields.status })
  const [, , shipment] = await Promise.all([
    updateShipment(tx, vendorId, { id, fields }),
    recordEvent(tx, caller, {
      type: eventOf(stored, fields),
      vendorId,
      subject: { type: 'shipment', id },
      changedFields,
      details: { orderId: suborder.id, orderStatus, status: fields.status }
    }),
    read()
  ])
  return shipment
}

function merge(stored: StoredShipment, patch: ShipmentPatch): ShipmentFields {
  const carrier = patch.carrier === undefined ? stored.carrier : carrierCode(patch.carrier)
  const trackingNumber = patch.trackingNumber ?? stored.trackingNumber
  return {
    carrier,
    trackingNumber,
    trackingUrl:
      patch.trackingUrl === undefined ? followingUrl(stored, { carrier, trackingNumber }) : patch.trackingUrl,
    shippedAt: patch.shippedAt === undefined ? stored.shippedAt : isoOf(patch.shippedAt),
    status: patch.status ?? stored.status
  }
}

/** A link that was made from the carrier is made anew for another number or carrier; one that was sent stays. */
function followingUrl(
  stored: StoredShipment,
  { carrier, trackingNumber }: { carrier: string; trackingNumber: string }
): string | null {
  const isSame = carrier === stored.carrier && trackingNumber === stored.trackingNumber
  const isSent =
    stored.trackingUrl !== null && stored.trackingUrl !== trackingUrlOf(stored.carrier, stored.trackingNumber)
  return isSame || isSent ? stored.trackingUrl : trackingUrlOf(carrier, trackingNumber)
}

function eventOf(stored: StoredShipment, { status }: ShipmentFields) {
  if (status !== stored.status && status === 'DELIVERED') return 'shipment.delivered'
  if (status !== stored.status && status === 'CANCELLED') return 'shipment.cancelled'
  return 'shipment.updated'
}

/** Stores what the order has become by a change of one of its shipments: its status and when it changed. */
async function moveOrder(
  tx: Tx,
  { id, vendorId, status: current, acknowledgedAt }: LockedSuborder,
  move: { id: string; stored: StoredShipment; to: ShipmentFields['status'] }
): Promise<OrderStatus> {
  const { stored, to } = move
  if (to === stored.status || to === 'IN_TRANSIT') {
    await storeStatus(tx, vendorId, { id, status: current })
    return current
  }
  const [lines, undelivered] = await Promise.all([
    listLines(tx, vendorId, id),
    countUndelivered(tx, vendorId, id)
  ])
  const freed = to === 'CANCELLED' ? stored.items : []
  const status = statusAfter(lines, {
    shipped: -piecesOf(freed),
    isAcknowledged: acknowledgedAt !== null,
    isDelivered: undelivered === 1
  })
  const taken = freed.map((item) => ({ ...item, quantity: -item.quantity }))
  await Promise.all([
    freed.length > 0 && lockStock(tx, variantsOf(freed, lines)),
    freed.length > 0 && giveStockBack(tx, vendorId, move.id),
    freed.length > 0 && addQuantities(tx, vendorId, { items: taken, column: 'shipped' }),
    storeStatus(tx, vendorId, { id, status })
  ])
  return status
}
