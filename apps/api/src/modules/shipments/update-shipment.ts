import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/moments.ts'
import { sum } from '../orders/fulfil/cancel-suborder.ts'
import {
  addQuantities,
  countUndelivered,
  type LockedSuborder,
  listLines,
  lockStock,
  type OrderLine,
  storeStatus
} from '../orders/fulfil/suborder-queries.ts'
import { type OrderStatus, statusOf } from '../orders/fulfil/transitions.ts'
import type { Shipment } from '../orders/schema.ts'
import { carrierCode, trackingUrlOf } from './carriers.ts'
import { variantsOf } from './create-shipment.ts'
import {
  findShipment,
  findStored,
  lockSuborderOf,
  type ShipmentFields,
  type StoredShipment,
  updateShipment
} from './queries.ts'
import { orderOfEventsFaults } from './rules.ts'
import type { ShipmentPatch } from './schema.ts'
import { giveStockBack } from './stock-queries.ts'
import { requireChange } from './transitions.ts'

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
  const [locked, found] = await Promise.all([
    lockSuborderOf(tx, vendorId, { shipmentId: id }),
    findStored(tx, vendorId, id)
  ])
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

type Move = { id: string; stored: StoredShipment; to: ShipmentFields['status'] }

/** Stores what the order has become by a change of one of its shipments: its status and when it changed. */
async function moveOrder(tx: Tx, suborder: LockedSuborder, move: Move): Promise<OrderStatus> {
  const { id, vendorId } = suborder
  const { stored, to } = move
  if (to === stored.status || to === 'IN_TRANSIT') {
    await storeStatus(tx, vendorId, { id, status: suborder.status, acknowledges: false })
    return suborder.status
  }
  const [lines, undelivered] = await Promise.all([
    listLines(tx, vendorId, id),
    countUndelivered(tx, vendorId, id)
  ])
  const isCancelled = to === 'CANCELLED'
  const freed = isCancelled ? sum(stored.items.map(({ quantity }) => quantity)) : 0
  const status = statusOf({
    ordered: sum(lines.map((line) => line.quantity)),
    shipped: sum(lines.map((line) => line.quantityShipped)) - freed,
    cancelled: sum(lines.map((line) => line.quantityCancelled)),
    isAcknowledged: suborder.acknowledgedAt !== null,
    isDelivered: undelivered === 1
  })
  await Promise.all([
    ...(isCancelled ? freeItems(tx, vendorId, { ...move, lines }) : []),
    storeStatus(tx, vendorId, { id, status, acknowledges: false })
  ])
  return status
}

function freeItems(
  tx: Tx,
  vendorId: string,
  { id, stored: { items }, lines }: Move & { lines: OrderLine[] }
): Promise<void>[] {
  const taken = items.map(({ orderItemId, quantity }) => ({ orderItemId, shipped: -quantity, cancelled: 0 }))
  return [
    lockStock(tx, variantsOf(items, lines)),
    giveStockBack(tx, vendorId, id),
    addQuantities(tx, vendorId, taken)
  ]
}
