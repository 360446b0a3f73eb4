import { type Fault, Problem } from '../../../errors.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { enumeration } from '../../../lib/enumerations.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'

/** The statuses of a suborder (contract 2.7). `docs/guides/orders.md` shows them too. */
export const orderStatuses = enumeration(
  'OrderStatus',
  ['CONFIRMED', 'ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED'],
  "The status of a vendor's part of an order"
)
export type OrderStatus = (typeof orderStatuses)[number]

/** The actions that change the status of a suborder. */
export const orderActions = enumeration(
  'OrderAction',
  ['acknowledge', 'ship', 'cancel'],
  'An action that changes the status of an order'
)
type OrderAction = (typeof orderActions)[number]

/**
 * The actions that each status allows. The status after an action depends on the quantities: see
 * `statusAfter`.
 */
export const transitions: Record<OrderStatus, readonly OrderAction[]> = {
  CONFIRMED: ['acknowledge', 'ship', 'cancel'],
  ACKNOWLEDGED: ['ship', 'cancel'],
  PARTIALLY_SHIPPED: ['ship', 'cancel'],
  SHIPPED: [],
  DELIVERED: [],
  CANCELLED: []
}

/**
 * Throws 409 `INVALID_TRANSITION` with the current status in the detail if the status doesn't allow the
 * action.
 */
export function requireAction(action: OrderAction, status: OrderStatus): void {
  if (transitions[status].includes(action)) return
  const from = orderStatuses.filter((status) => transitions[status].includes(action))
  throw new Problem('INVALID_TRANSITION', {
    detail: `The order is ${status}. You can ${action} an order only while it is ${from.join(' or ')}.`
  })
}

/** The fields of an order line that this module needs. Quantities are in units of the variant. */
export type OrderLine = {
  id: string
  variantId: string
  quantity: number
  quantityShipped: number
  quantityCancelled: number
}

/** A quantity of an order line. */
export type LineQuantity = { orderItemId: string; quantity: number }

/**
 * Returns the status of a suborder after a change. `lines` are the lines before the change. `shipped` and
 * `cancelled` are the numbers of units by which the change increases the shipped and the cancelled
 * quantities; negative numbers decrease them. `isDelivered` is true if all shipments that aren't cancelled
 * are delivered.
 */
export function statusAfter(
  lines: OrderLine[],
  change: { shipped?: number; cancelled?: number; isAcknowledged: boolean; isDelivered: boolean }
): OrderStatus {
  const ordered = sum(lines.map((line) => line.quantity))
  const shipped = sum(lines.map((line) => line.quantityShipped)) + (change.shipped ?? 0)
  const cancelled = sum(lines.map((line) => line.quantityCancelled)) + (change.cancelled ?? 0)
  if (cancelled === ordered) return 'CANCELLED'
  if (shipped + cancelled === ordered) return change.isDelivered ? 'DELIVERED' : 'SHIPPED'
  if (shipped > 0) return 'PARTIALLY_SHIPPED'
  return change.isAcknowledged ? 'ACKNOWLEDGED' : 'CONFIRMED'
}

/** Returns the sum of the quantities. */
export function totalQuantity(items: { quantity: number }[]): number {
  return sum(items.map(({ quantity }) => quantity))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Returns, for each line, the quantity that is neither shipped nor cancelled. Lines without such a quantity
 * are left out.
 */
export function remainingItems(lines: OrderLine[]): LineQuantity[] {
  return lines
    .map((line) => ({ orderItemId: line.id, quantity: remainingQuantity(line) }))
    .filter(({ quantity }) => quantity > 0)
}

function remainingQuantity({ quantity, quantityShipped, quantityCancelled }: OrderLine): number {
  return quantity - quantityShipped - quantityCancelled
}

/**
 * Returns the ids of the variants of those lines that the items refer to, so that the stock of these variants
 * can be locked.
 */
export function variantIdsOf(items: LineQuantity[], lines: OrderLine[]): string[] {
  const ids = new Set(items.map(({ orderItemId }) => orderItemId))
  return lines.flatMap(({ id, variantId }) => (ids.has(id) ? [variantId] : []))
}

/**
 * Returns the items of a body, or undefined if the body has none. Their ids are converted to lower case,
 * because the database returns ids in lower case.
 */
export function normalizedItems(items: LineQuantity[] | null | undefined): LineQuantity[] | undefined {
  return items?.map(({ orderItemId, quantity }) => ({ orderItemId: orderItemId.toLowerCase(), quantity }))
}

/**
 * Returns a fault for each item that refers to an unknown line, repeats a line, or exceeds the line's
 * remaining quantity. `verb` is the action that the message names, such as `ship`.
 */
export function lineFaults(items: LineQuantity[], lines: OrderLine[], verb: string): Fault[] {
  const remaining = new Map(lines.map((line) => [line.id, remainingQuantity(line)]))
  const seen = new Set<string>()
  return items.flatMap(({ orderItemId, quantity }, index) => {
    const pointer = `/items/${index}`
    const isRepeated = seen.has(orderItemId)
    seen.add(orderItemId)
    const max = remaining.get(orderItemId)
    if (max === undefined) {
      return [fault(`${pointer}/orderItemId`, 'UNKNOWN_ID', 'must be the id of a line of this order')]
    }
    if (isRepeated)
      return [
        fault(
          `${pointer}/orderItemId`,
          'DUPLICATE',
          'must be unique, but an earlier entry has the same value'
        )
      ]
    if (quantity > max) {
      return [
        fault(
          `${pointer}/quantity`,
          'TOO_LARGE',
          `must not exceed the quantity left to ${verb}, which is ${max}`
        )
      ]
    }
    return []
  })
}

/**
 * Returns a fault for each item of a body that repeats the line of an earlier item. The case of the ids
 * doesn't matter. Used for the bodies of cancellations and shipments.
 */
export function repeatedLineFaults(body: unknown): Fault[] {
  const ids = listOf(recordOf(body).items).map((item) => {
    const { orderItemId } = recordOf(item)
    return typeof orderItemId === 'string' ? orderItemId.toLowerCase() : undefined
  })
  return repeatedFaults('/items', ids, { field: 'orderItemId', code: 'DUPLICATE' })
}
