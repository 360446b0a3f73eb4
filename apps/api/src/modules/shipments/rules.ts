import { type Fault, Problem } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { pastFaults, timeOf } from '../../http/timestamps.ts'
import { recordOf } from '../../lib/shape.ts'
import { isHttpUrl } from '../../lib/urls.ts'
import { repeatedLineFaults } from '../orders/fulfil/fulfillment.ts'
import { type ShipmentStatus, shipmentStatuses } from './schema.ts'

/** What the body of a new or changed shipment says wrongly by itself; `now` is in milliseconds. */
export function bodyFaults(body: unknown, now = Date.now()): Fault[] {
  const { trackingUrl, shippedAt } = recordOf(body)
  const faults = repeatedLineFaults(body)
  if (typeof trackingUrl === 'string' && !isHttpUrl(trackingUrl)) {
    faults.push(
      fault('/trackingUrl', 'INVALID_URL', 'must be an http or https URL without user and password')
    )
  }
  return [...faults, ...pastFaults('/shippedAt', shippedAt, now)]
}

/** Where a moment of shipping that was sent does not lie between those of ordering and of delivery. */
export function orderOfEventsFaults(
  shippedAt: string | null | undefined,
  { placedAt, deliveredAt }: { placedAt: string; deliveredAt: string | null }
): Fault[] {
  if (shippedAt === undefined || shippedAt === null) return []
  const time = timeOf(shippedAt)
  if (time < Date.parse(placedAt)) {
    return [fault('/shippedAt', 'TOO_SMALL', `must not be before the order was placed, ${placedAt}`)]
  }
  if (deliveredAt !== null && time > Date.parse(deliveredAt)) {
    return [fault('/shippedAt', 'TOO_LARGE', `must not be after the delivery, ${deliveredAt}`)]
  }
  return []
}

/** What each status of a shipment can become. */
const shipmentTransitions: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  SHIPPED: ['IN_TRANSIT', 'DELIVERED', 'CANCELLED'],
  IN_TRANSIT: ['DELIVERED', 'CANCELLED'],
  DELIVERED: [],
  CANCELLED: []
}

/**
 * Refuses a change that the current status does not allow: 409 `INVALID_TRANSITION`, naming that status. A cancelled
 * shipment never changes; of another one all may change, its status forward only.
 */
export function requireChange(from: ShipmentStatus, to: ShipmentStatus): void {
  if (from === to && from !== 'CANCELLED') return
  if (shipmentTransitions[from].includes(to)) return
  const detail = `The shipment is ${from}; ${allowance(from, to)}.`
  throw new Problem('INVALID_TRANSITION', { detail })
}

function allowance(from: ShipmentStatus, to: ShipmentStatus): string {
  if (from === 'CANCELLED') return 'it cannot change any more'
  const before = shipmentStatuses.filter((status) => shipmentTransitions[status].includes(to))
  return before.length === 0
    ? `no shipment becomes ${to} again`
    : `to become ${to}, it must be ${before.join(' or ')}`
}
