import { Problem } from '../../../errors.ts'

/** What a suborder can be (specification 2.7; `docs/guides/orders.md` shows this table). */
export const orderStatuses = [
  'CONFIRMED',
  'ACKNOWLEDGED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED'
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderActions = ['acknowledge', 'ship', 'cancel'] as const
export type OrderAction = (typeof orderActions)[number]

/** The actions that each status allows. What they lead to follows from the quantities: see `statusOf`. */
export const transitions: Record<OrderStatus, readonly OrderAction[]> = {
  CONFIRMED: ['acknowledge', 'ship', 'cancel'],
  ACKNOWLEDGED: ['ship', 'cancel'],
  PARTIALLY_SHIPPED: ['ship', 'cancel'],
  SHIPPED: [],
  DELIVERED: [],
  CANCELLED: []
}

/** Refuses an action that the current status does not allow: 409 `INVALID_TRANSITION`, naming that status. */
export function requireAction(action: OrderAction, status: OrderStatus): void {
  if (transitions[status].includes(action)) return
  const from = orderStatuses.filter((one) => transitions[one].includes(action))
  throw new Problem('INVALID_TRANSITION', {
    detail: `The order is ${status}; to ${action} it, it must be ${from.join(' or ')}.`
  })
}

/** What the status follows from: quantities over all lines, and whether every shipment that counts has arrived. */
export type Fulfillment = {
  ordered: number
  shipped: number
  cancelled: number
  isAcknowledged: boolean
  isDelivered: boolean
}

/** The status of a suborder: nothing but its lines, its shipments and its acknowledgement decide it. */
export function statusOf({
  ordered,
  shipped,
  cancelled,
  isAcknowledged,
  isDelivered
}: Fulfillment): OrderStatus {
  if (cancelled === ordered) return 'CANCELLED'
  if (shipped + cancelled === ordered) return isDelivered ? 'DELIVERED' : 'SHIPPED'
  if (shipped > 0) return 'PARTIALLY_SHIPPED'
  return isAcknowledged ? 'ACKNOWLEDGED' : 'CONFIRMED'
}
