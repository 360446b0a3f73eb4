import type { Order } from '@purveyor/client'

type Due = Pick<Order, 'status' | 'acknowledgeBy' | 'shipBy' | 'dueAt' | 'isLate'>

/** By when something should be done with an order. */
export type Deadline = {
  action: 'acknowledge' | 'ship'
  at: string
  /** True while the action is left to do. */
  isOpen: boolean
  isLate: boolean
}

/** Returns the deadlines of an order in the order of its actions. An order has two, one or none. */
export function deadlinesOf(order: Due, now = Date.now()): Deadline[] {
  const { status, acknowledgeBy, shipBy, dueAt, isLate } = order
  const isNew = status === 'CONFIRMED'
  const isLeft = isNew || status === 'ACKNOWLEDGED' || status === 'PARTIALLY_SHIPPED'
  const deadline = (action: Deadline['action'], at: string | null, isOpen: boolean): Deadline[] =>
    // The service compares the deadline that counts now. The clock of the browser may be wrong.
    at ? [{ action, at, isOpen, isLate: isOpen && (at === dueAt ? isLate : Date.parse(at) < now) }] : []
  return [...deadline('acknowledge', acknowledgeBy, isNew), ...deadline('ship', shipBy, isLeft)]
}

/** Returns the deadline that counts now, or undefined if none does. */
export function nextDeadline(order: Due): Deadline | undefined {
  return deadlinesOf(order).find(({ at, isOpen }) => isOpen && at === order.dueAt)
}
