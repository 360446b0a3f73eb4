import { type Fault, Problem } from '../../../errors.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'

/** What a suborder can be (contract 2.7; `docs/guides/orders.md` shows this table). */
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
type OrderAction = (typeof orderActions)[number]

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

/** A line as far as fulfillment goes; quantities in pieces. */
export type OrderLine = {
  id: string
  variantId: string
  quantity: number
  quantityShipped: number
  quantityCancelled: number
}

/** A quantity of a line. */
export type LineQuantity = { orderItemId: string; quantity: number }

/**
 * The status of a suborder of which so much more is shipped and cancelled than its lines say: nothing but its lines, its
 * shipments and its acknowledgement decide it. `isDelivered` where every shipment that counts has arrived.
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

/** The pieces of all these lines together. */
export function piecesOf(items: { quantity: number }[]): number {
  return sum(items.map(({ quantity }) => quantity))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** What of each line is neither shipped nor cancelled. */
export function leftOf(lines: OrderLine[]): LineQuantity[] {
  return lines
    .map((line) => ({ orderItemId: line.id, quantity: leftOfLine(line) }))
    .filter(({ quantity }) => quantity > 0)
}

function leftOfLine({ quantity, quantityShipped, quantityCancelled }: OrderLine): number {
  return quantity - quantityShipped - quantityCancelled
}

/** The variants of items, for the lock of their stock. */
export function variantsOf(items: LineQuantity[], lines: OrderLine[]): string[] {
  const named = new Set(items.map(({ orderItemId }) => orderItemId))
  return lines.flatMap(({ id, variantId }) => (named.has(id) ? [variantId] : []))
}

/** The items of a body, with ids as they are stored; undefined where it names none. */
export function itemsOf(given: LineQuantity[] | null | undefined): LineQuantity[] | undefined {
  return given?.map(({ orderItemId, quantity }) => ({ orderItemId: orderItemId.toLowerCase(), quantity }))
}

/** What is wrong with named lines: unknown, twice, or with less left than is named. */
export function lineFaults(items: LineQuantity[], lines: OrderLine[], verb: string): Fault[] {
  const left = new Map(lines.map((line) => [line.id, leftOfLine(line)]))
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

/** Lines that a cancellation or a shipment names a second time; ids are the same in either case. */
export function repeatedLineFaults(body: unknown): Fault[] {
  const ids = listOf(recordOf(body).items).map((item) => {
    const { orderItemId } = recordOf(item)
    return typeof orderItemId === 'string' ? orderItemId.toLowerCase() : undefined
  })
  return repeatedFaults('/items', ids, { field: 'orderItemId', code: 'DUPLICATE' })
}
