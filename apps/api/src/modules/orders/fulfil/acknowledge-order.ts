import type { Tx } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import { recordEvent } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { findOrder } from '../queries.ts'
import type { Order } from '../schema.ts'
import { requireAction } from './fulfillment.ts'
import { lockSuborder, storeStatus } from './suborder-queries.ts'

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
