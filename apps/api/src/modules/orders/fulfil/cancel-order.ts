import type { Tx } from '../../../db/connect.ts'
import { invalid, notFound, Problem } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import { listVariantIds, lockSuborders } from '../list/platform-queries.ts'
import type { CancelReason } from '../schema.ts'
import { cancelSuborder } from './cancel-suborder.ts'
import { lockStock } from './suborder-queries.ts'
import { transitions } from './transitions.ts'

/** What of an order the operator cancels: all of it, or a vendor's part. */
export type OrderCancelling = {
  orderId: string
  reason: CancelReason
  note: string | null
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
  const all = await lockSuborders(tx, { orderId })
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
    const cancellation = { suborderId: id, reason, note, items: undefined, cancelledBy: 'PLATFORM' as const }
    await cancelSuborder(tx, origin, { vendorId, cancellation })
  }
}

function nothingLeft(parts: { status: string }[]): Problem {
  const statuses = [...new Set(parts.map(({ status }) => status))].sort().join(', ')
  return new Problem('INVALID_TRANSITION', {
    detail: `Nothing is left to cancel: the suborders are ${statuses}.`
  })
}
