import type { Tx } from '../../../db/connect.ts'
import type { CancelReason } from '../schema.ts'
import type { LineQuantity } from './suborder-queries.ts'

/** Keeps what was cancelled of a suborder, by whom and why. */
export async function insertCancellation(
  tx: Tx,
  vendorId: string,
  cancellation: {
    id: string
    suborderId: string
    reason: CancelReason
    note: string | null
    cancelledBy: 'VENDOR' | 'PLATFORM'
    items: LineQuantity[]
  }
): Promise<void> {
  const { id, suborderId, reason, note, cancelledBy, items } = cancellation
  await tx`
    insert into order_cancellations (id, suborder_id, vendor_id, reason, note, cancelled_by, items)
    values (${id}, ${suborderId}, ${vendorId}, ${reason}, ${note}, ${cancelledBy}, ${tx.json(items)})`
}
