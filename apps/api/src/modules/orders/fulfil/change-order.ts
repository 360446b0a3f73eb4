import type { Tx } from '../../../db/connect.ts'
import { invalid, notFound, orNotFound, Problem } from '../../../errors.ts'
import { type Origin, recordEvent } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import { newId } from '../../../lib/ids.ts'
import { lockStock, releaseStock } from '../../products/write/order-stock-queries.ts'
import {
  lineFaults,
  remainingItems,
  requireAction,
  statusAfter,
  totalQuantity,
  transitions
} from './fulfillment.ts'
import {
  addQuantities,
  type Cancellation,
  countUndelivered,
  insertCancellation,
  listLines,
  listVariantIds,
  lockSuborder,
  lockSuborders,
  storeStatus
} from './suborder-queries.ts'

/**
 * Cancels a suborder in whole or in part, and releases its stock. Throws 404 if the vendor has no suborder
 * with this id, 409 `INVALID_TRANSITION` if it is SHIPPED, DELIVERED or CANCELLED, and 400 with an error for
 * each item that refers to an unknown line, repeats a line, or exceeds the quantity that is left.
 */
export async function cancelSuborder(
  tx: Tx,
  origin: Origin,
  { vendorId, cancellation }: { vendorId: string; cancellation: Cancellation }
): Promise<void> {
  const { suborderId: id, reason } = cancellation
  const [locked, lines, undelivered] = await Promise.all([
    lockSuborder(tx, vendorId, id),
    listLines(tx, vendorId, id),
    countUndelivered(tx, vendorId, id)
  ])
  const suborder = orNotFound(locked)
  requireAction('cancel', suborder.status)
  const items = cancellation.items ?? remainingItems(lines)
  const faults = cancellation.items ? lineFaults(items, lines, 'cancel') : []
  if (faults.length > 0) throw invalid(faults)

  const variantOf = new Map(lines.map(({ id: lineId, variantId }) => [lineId, variantId]))
  const amounts = items.map(({ orderItemId, quantity }) => ({
    variantId: variantOf.get(orderItemId) ?? '',
    quantity
  }))
  const cancelled = totalQuantity(items)
  const status = statusAfter(lines, {
    cancelled,
    isAcknowledged: suborder.acknowledgedAt !== null,
    isDelivered: undelivered === 0
  })
  await Promise.all([
    lockStock(
      tx,
      amounts.map(({ variantId }) => variantId)
    ),
    releaseStock(tx, vendorId, amounts),
    addQuantities(tx, vendorId, { items, column: 'cancelled' }),
    storeStatus(tx, vendorId, { id, status }),
    insertCancellation(tx, vendorId, { ...cancellation, id: newId(), items }),
    recordEvent(tx, origin, {
      type: 'order.cancelled',
      vendorId,
      subject: { type: 'order', id },
      changedFields: ['status', 'items'],
      details: { reason, quantity: cancelled, status }
    })
  ])
}

/** A cancellation by the operator: of the whole order, or of the suborder of one vendor. */
type OrderCancellation = Pick<Cancellation, 'reason' | 'note'> & {
  orderId: string
  vendorId: string | undefined
}

/**
 * Cancels all quantities that are not yet shipped, either in all suborders of the order or only in the
 * suborder of one vendor. Throws 409 `INVALID_TRANSITION` if nothing is left to cancel, 404 for an unknown
 * order, and 400 for a vendor without a suborder in the order.
 *
 * To prevent deadlocks, this function locks the suborders first and then all their variants sorted by id,
 * like all other transactions that change orders.
 */
export async function cancelOrder(
  tx: Tx,
  origin: Origin,
  { orderId, reason, note, vendorId }: OrderCancellation
): Promise<void> {
  const all = await lockSuborders(tx, orderId)
  if (all.length === 0) throw notFound()
  const chosen = vendorId === undefined ? all : all.filter((part) => part.vendorId === vendorId.toLowerCase())
  if (chosen.length === 0) {
    throw invalid([fault('/vendorId', 'UNKNOWN_ID', 'must be the id of a vendor in this order')])
  }
  const open = chosen.filter(({ status }) => transitions[status].includes('cancel'))
  if (open.length === 0) throw nothingLeft(chosen)
  const variantIds = await listVariantIds(
    tx,
    open.map(({ id }) => id)
  )
  await lockStock(tx, variantIds)
  for (const { id, vendorId } of open) {
    const cancellation = { suborderId: id, reason, note, cancelledBy: 'PLATFORM' as const }
    await cancelSuborder(tx, origin, { vendorId, cancellation })
  }
}

function nothingLeft(parts: { status: string }[]): Problem {
  const statuses = [...new Set(parts.map(({ status }) => status))].sort().join(', ')
  return new Problem('INVALID_TRANSITION', {
    detail: `Nothing is left to cancel. The status of the suborders is ${statuses}.`
  })
}
