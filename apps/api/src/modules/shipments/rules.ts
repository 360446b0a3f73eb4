import { type Fault, Problem } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { faultsBelow } from '../../http/item-results.ts'
import { pastFaults, timeOf } from '../../http/timestamps.ts'
import { databaseNow } from '../../lib/clock.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { isHttpUrl } from '../../lib/urls.ts'
import { repeatedLineFaults } from '../orders/fulfil/fulfillment.ts'
import { type ShipmentStatus, shipmentStatuses } from './schema.ts'

/**
 * Checks the body of a new or updated shipment for errors that need no database. `now` is in milliseconds
 * since 1970.
 */
export function shipmentFaults(body: unknown, now = databaseNow()): Fault[] {
  const { trackingUrl, shippedAt } = recordOf(body)
  const faults = repeatedLineFaults(body)
  if (typeof trackingUrl === 'string' && !isHttpUrl(trackingUrl)) {
    faults.push(
      fault(
        '/trackingUrl',
        'INVALID_URL',
        'must be an http or https URL without a user name or password, such as https://example.com/track/1'
      )
    )
  }
  return [...faults, ...pastFaults('/shippedAt', shippedAt, now)]
}

/** Checks the body of several new shipments. Each shipment is checked as `shipmentFaults` does. */
export function shipmentSetFaults(body: unknown): Fault[] {
  const now = databaseNow()
  return listOf(recordOf(body).shipments).flatMap((shipment, index) =>
    faultsBelow(`/shipments/${index}`, shipmentFaults(shipment, now))
  )
}

/** Returns a fault if the given `shippedAt` is before the time of the order or after the delivery. */
export function shippedAtFaults(
  shippedAt: string | null | undefined,
  { placedAt, deliveredAt }: { placedAt: string; deliveredAt: string | null }
): Fault[] {
  if (shippedAt === undefined || shippedAt === null) return []
  const time = timeOf(shippedAt)
  if (time < Date.parse(placedAt)) {
    return [fault('/shippedAt', 'TOO_SMALL', `must not be before the time of the order, ${placedAt}`)]
  }
  if (deliveredAt !== null && time > Date.parse(deliveredAt)) {
    return [fault('/shippedAt', 'TOO_LARGE', `must not be after the time of the delivery, ${deliveredAt}`)]
  }
  return []
}

/** The statuses that each status of a shipment can change to. */
const shipmentTransitions: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  SHIPPED: ['IN_TRANSIT', 'DELIVERED', 'CANCELLED'],
  IN_TRANSIT: ['DELIVERED', 'CANCELLED'],
  DELIVERED: [],
  CANCELLED: []
}

/**
 * Throws 409 `INVALID_TRANSITION`, with the current status in the detail, if a shipment can't change from the
 * status `from` to the status `to`. If only other fields change, `from` and `to` are equal. This is allowed
 * unless the shipment is cancelled.
 */
export function requireChange(from: ShipmentStatus, to: ShipmentStatus): void {
  if (from === to && from !== 'CANCELLED') return
  if (shipmentTransitions[from].includes(to)) return
  const detail = `The shipment is ${from}. ${reasonFor(from, to)}.`
  throw new Problem('INVALID_TRANSITION', { detail })
}

function reasonFor(from: ShipmentStatus, to: ShipmentStatus): string {
  if (from === 'CANCELLED') return "It can't change any more"
  const before = shipmentStatuses.filter((status) => shipmentTransitions[status].includes(to))
  return before.length === 0
    ? `It can't become ${to} again`
    : `Only a shipment that is ${before.join(' or ')} can become ${to}`
}
