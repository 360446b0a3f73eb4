import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { type Origin, recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/timestamps.ts'
import { type OrderStatus, statusAfter, totalQuantity, variantIdsOf } from '../orders/fulfil/fulfillment.ts'
import {
  addQuantities,
  countUndelivered,
  type LockedSuborder,
  listLines,
  lockSuborderOf,
  storeStatus
} from '../orders/fulfil/suborder-queries.ts'
import { lockStock, restoreStock } from '../products/write/order-stock-queries.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import {
  findShipment,
  findStored,
  type ShipmentFields,
  type StoredShipment,
  updateShipment
} from './queries.ts'
import { requireChange, shippedAtFaults } from './rules.ts'
import type { Shipment, ShipmentPatch } from './schema.ts'

/**
 * Locks the order of a shipment, merges a patch into the shipment and updates the status of the order. If the
 * patch cancels the shipment, its quantities can be shipped again, and its units are returned to the stock. A
 * patch that changes nothing writes nothing. Throws 409 `INVALID_TRANSITION` if the current status can't
 * change to the new one, or if the shipment was already cancelled.
 */
export async function patchShipment(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: ShipmentPatch }
): Promise<JsonText<Shipment>> {
  const { vendorId } = caller
  const [locked, current] = await Promise.all([
    lockSuborderOf(tx, vendorId, id),
    findStored(tx, vendorId, id)
  ])
  const [suborder, stored] = [orNotFound(locked), orNotFound(current)]
  const read = async () => orNotFound(await findShipment(tx, vendorId, id))
  await requireMatch(caller, read)
  const { placedAt } = suborder
  const faults = shippedAtFaults(patch.shippedAt, { placedAt, deliveredAt: stored.deliveredAt })
  if (faults.length > 0) throw invalid(faults)
  const fields = merge(stored, patch)
  const changedFields = (Object.keys(fields) as (keyof ShipmentFields)[]).filter(
    (name) => fields[name] !== stored[name]
  )
  if (changedFields.length === 0) return read()
  requireChange(stored.status, fields.status)

  const orderStatus = await updateOrder(tx, suborder, { id, stored, to: fields.status, origin: caller })
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

/** Returns the fields of the shipment after the patch. */
function merge(stored: StoredShipment, patch: ShipmentPatch): ShipmentFields {
  const carrier = patch.carrier === undefined ? stored.carrier : carrierCode(patch.carrier)
  const trackingNumber = patch.trackingNumber ?? stored.trackingNumber
  return {
    carrier,
    trackingNumber,
    trackingUrl:
      patch.trackingUrl === undefined ? mergedUrl(stored, { carrier, trackingNumber }) : patch.trackingUrl,
    shippedAt: patch.shippedAt === undefined ? stored.shippedAt : isoOf(patch.shippedAt),
    status: patch.status ?? stored.status
  }
}

/**
 * Returns the tracking URL that a shipment has after a patch that doesn't contain `trackingUrl`. A stored URL
 * that the vendor sent stays unchanged. A generated URL is generated again from the new carrier and tracking
 * number.
 */
function mergedUrl(
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

/** Stores the new status of the order after a change to one of its shipments, and returns that status. */
async function updateOrder(
  tx: Tx,
  { id, vendorId, status: current, acknowledgedAt }: LockedSuborder,
  shipment: { id: string; stored: StoredShipment; to: ShipmentFields['status']; origin: Origin }
): Promise<OrderStatus> {
  const { stored, to } = shipment
  if (to === stored.status || to === 'IN_TRANSIT') {
    await storeStatus(tx, vendorId, { id, status: current })
    return current
  }
  const [lines, undelivered] = await Promise.all([
    listLines(tx, vendorId, id),
    countUndelivered(tx, vendorId, id)
  ])
  const returned = to === 'CANCELLED' ? stored.items : []
  const status = statusAfter(lines, {
    shipped: -totalQuantity(returned),
    isAcknowledged: acknowledgedAt !== null,
    isDelivered: undelivered === 1
  })
  const negated = returned.map((item) => ({ ...item, quantity: -item.quantity }))
  await Promise.all([
    returned.length > 0 && lockStock(tx, variantIdsOf(returned, lines)),
    returned.length > 0 && restoreStock(tx, vendorId, { shipmentId: shipment.id, origin: shipment.origin }),
    returned.length > 0 && addQuantities(tx, vendorId, { items: negated, column: 'shipped' }),
    storeStatus(tx, vendorId, { id, status })
  ])
  return status
}
