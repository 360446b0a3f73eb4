import type { Tx } from '../../../db/connect.ts'
import { orNotFound, type Problem } from '../../../errors.ts'
import { recordEvents } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import { resultOrProblem } from '../../../http/item-results.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { findOrder } from '../queries.ts'
import type { Order } from '../schema.ts'
import { requireAction } from './fulfillment.ts'
import { acknowledgeWithStatus, lockSubordersById } from './suborder-queries.ts'

/**
 * Changes a CONFIRMED order to ACKNOWLEDGED (contract 4.8). Throws 404 if the vendor has no order with this
 * id, and 409 `INVALID_TRANSITION` if the order has another status.
 */
export async function acknowledgeOrder(tx: Tx, caller: Caller, id: string): Promise<JsonText<Order>> {
  const { vendorId, assetOrigin } = caller
  const ids = [id.toLowerCase()]
  const [refusal] = await lockAndCheck(tx, vendorId, ids)
  if (refusal) throw refusal
  const [, order] = await Promise.all([
    acknowledge(tx, caller, ids),
    findOrder(tx, vendorId, { id, assetOrigin })
  ])
  return orNotFound(order)
}

/**
 * Acknowledges many orders, each as `acknowledgeOrder` does (contract 4.8). The ids must be in lower case,
 * and none may be repeated. Returns one entry for each order: undefined, or the problem with which it was
 * refused. The number of statements doesn't depend on the number of orders.
 */
export async function acknowledgeOrders(
  tx: Tx,
  caller: Caller,
  ids: string[]
): Promise<(Problem | undefined)[]> {
  const refusals = await lockAndCheck(tx, caller.vendorId, ids)
  const accepted = ids.filter((_, index) => !refusals[index])
  if (accepted.length > 0) await acknowledge(tx, caller, accepted)
  return refusals
}

/** Locks the orders. Returns the problem of each order that can't be acknowledged. */
async function lockAndCheck(tx: Tx, vendorId: string, ids: string[]): Promise<(Problem | undefined)[]> {
  const suborders = await lockSubordersById(tx, vendorId, ids)
  return ids.map((id) =>
    resultOrProblem(() => {
      requireAction('acknowledge', orNotFound(suborders.get(id)).status)
      return undefined
    })
  )
}

async function acknowledge(tx: Tx, caller: Caller, ids: string[]): Promise<void> {
  const { vendorId } = caller
  await Promise.all([
    acknowledgeWithStatus(
      tx,
      vendorId,
      ids.map((id) => ({ id, status: 'ACKNOWLEDGED' }))
    ),
    recordEvents(
      tx,
      caller,
      ids.map((id) => ({
        type: 'order.acknowledged',
        vendorId,
        subject: { type: 'order', id },
        changedFields: ['status', 'acknowledgedAt']
      }))
    )
  ])
}
