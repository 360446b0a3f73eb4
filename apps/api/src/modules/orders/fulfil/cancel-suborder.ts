import type { Tx } from '../../../db/connect.ts'
import { type Fault, invalid, orNotFound } from '../../../errors.ts'
import { type Origin, recordEvent } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import { newId } from '../../../lib/ids.ts'
import type { CancelReason } from '../schema.ts'
import { insertCancellation } from './cancellation-queries.ts'
import {
  addQuantities,
  countUndelivered,
  type LineQuantity,
  listLines,
  lockStock,
  lockSuborder,
  type OrderLine,
  releaseStock,
  storeStatus
} from './suborder-queries.ts'
import { requireAction, statusOf } from './transitions.ts'

/** What is cancelled of a suborder, and why; without items all that is not shipped. */
export type Cancellation = {
  suborderId: string
  reason: CancelReason
  note: string | null
  items: LineQuantity[] | undefined
  cancelledBy: 'VENDOR' | 'PLATFORM'
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
  const { suborderId: id, reason, note, cancelledBy } = cancellation
  const [locked, lines, undelivered] = await Promise.all([
    lockSuborder(tx, vendorId, { id }),
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
  const cancelled = sum(items.map(({ quantity }) => quantity))
  const status = statusOf({
    ordered: sum(lines.map((line) => line.quantity)),
    shipped: sum(lines.map((line) => line.quantityShipped)),
    cancelled: sum(lines.map((line) => line.quantityCancelled)) + cancelled,
    isAcknowledged: suborder.acknowledgedAt !== null,
    isDelivered: undelivered === 0
  })
  await Promise.all([
    lockStock(
      tx,
      amounts.map(({ variantId }) => variantId)
    ),
    releaseStock(tx, vendorId, amounts),
    addQuantities(
      tx,
      vendorId,
      items.map(({ orderItemId, quantity }) => ({ orderItemId, shipped: 0, cancelled: quantity }))
    ),
    storeStatus(tx, vendorId, { id, status, acknowledges: false }),
    insertCancellation(tx, vendorId, { id: newId(), suborderId: id, reason, note, cancelledBy, items }),
    recordEvent(tx, origin, {
      type: 'order.cancelled',
      vendorId,
      subject: { type: 'order', id },
      changedFields: ['status', 'items'],
      details: { reason, quantity: cancelled, status }
    })
  ])
}

/** What of each line is neither shipped nor cancelled. */
export function leftOf(lines: OrderLine[]): LineQuantity[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - line.quantityShipped - line.quantityCancelled
    return quantity > 0 ? [{ orderItemId: line.id, quantity }] : []
  })
}

/** What is wrong with named lines: unknown, twice, or with less left than is named. */
export function lineFaults(items: LineQuantity[], lines: OrderLine[], verb: string): Fault[] {
  const left = new Map(
    lines.map((line) => [line.id, line.quantity - line.quantityShipped - line.quantityCancelled])
  )
  const seen = new Set<string>()
  return items.flatMap(({ orderItemId, quantity }, index) => {
    const place = `/items/${index}`
    const isRepeated = seen.has(orderItemId)
    seen.add(orderItemId)
    const most = left.get(orderItemId)
    if (most === undefined) {
      return [fault(`${place}/orderItemId`, 'UNKNOWN_ID', 'is no line of this order')]
    }
    if (isRepeated) return [fault(`${place}/orderItemId`, 'DUPLICATE', 'names a line a second time')]
    if (quantity > most) {
      return [fault(`${place}/quantity`, 'TOO_LARGE', `is more than the ${most} left to ${verb}`)]
    }
    return []
  })
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
