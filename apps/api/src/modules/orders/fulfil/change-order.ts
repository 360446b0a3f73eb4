import type { Tx } from '../../../db/connect.ts'
import { invalid, notFound, orNotFound, Problem } from '../../../errors.ts'
import { type Origin, recordEvent } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import { fault } from '../../../http/faults.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { newId } from '../../../lib/ids.ts'
import { lockStock, releaseStock } from '../../products/write/order-stock-queries.ts'
import { findOrder } from '../queries.ts'
import type { Order } from '../schema.ts'
import { leftOf, lineFaults, piecesOf, requireAction, statusAfter, transitions } from './fulfillment.ts'
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

/** The vendor has seen the order and will fulfil it: CONFIRMED → ACKNOWLEDGED, else 409 `INVALID_TRANSITION`. */
export async function acknowledgeOrder(tx: Tx, caller: Caller, id: string): Promise<JsonText<Order>> {
  const { vendorId, assetOrigin } = caller
  const { status } = orNotFound(await lockSuborder(tx, vendorId, id))
  requireAction('acknowledge', status)
  const [, , order] = await Promise.all([
    storeStatus(tx, vendorId, { id, status: 'ACKNOWLEDGED', acknowledges: true }),
    recordEvent(tx, caller, {
      type: 'order.acknowledged',
      vendorId,
      subject: { type: 'order', id },
      changedFields: ['status', 'acknowledgedAt']
    }),
    findOrder(tx, vendorId, { id, assetOrigin })
  ])
  return orNotFound(order)
}

/**
 * Cancels a suborder in whole or in part: its stock is free again. 404 for another vendor's, 409 `INVALID_TRANSITION` from
 * SHIPPED on, 400 with the place of each line that is unknown, named twice or has less left than is to be cancelled.
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
  const items = cancellation.items ?? leftOf(lines)
  const faults = cancellation.items ? lineFaults(items, lines, 'cancel') : []
  if (faults.length > 0) throw invalid(faults)

  const variantOf = new Map(lines.map(({ id: lineId, variantId }) => [lineId, variantId]))
  const amounts = items.map(({ orderItemId, quantity }) => ({
    variantId: variantOf.get(orderItemId) ?? '',
    quantity
  }))
  const cancelled = piecesOf(items)
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

/** What of an order the operator cancels: all of it, or a vendor's part. */
type OrderCancelling = Pick<Cancellation, 'reason' | 'note'> & {
  orderId: string
  vendorId: string | undefined
}

/**
 * Cancels what is not shipped in every suborder that has something left. 409 `INVALID_TRANSITION` where none has, 404
 * for an unknown order, 400 for a vendor that has no part in it.
 *
 * Suborders are locked first and all their variants after them, in one order, as those who cancel one or place an order
 * do.
 */
export async function cancelOrder(
  tx: Tx,
  origin: Origin,
  { orderId, reason, note, vendorId }: OrderCancelling
): Promise<void> {
  const all = await lockSuborders(tx, orderId)
  if (all.length === 0) throw notFound()
  const wanted = vendorId === undefined ? all : all.filter((part) => part.vendorId === vendorId.toLowerCase())
  if (wanted.length === 0) throw invalid([fault('/vendorId', 'UNKNOWN_ID', 'has no part in this order')])
  const open = wanted.filter(({ status }) => transitions[status].includes('cancel'))
  if (open.length === 0) throw nothingLeft(wanted)
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
    detail: `Nothing is left to cancel: the suborders are ${statuses}.`
  })
}
