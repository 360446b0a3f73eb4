import { Problem } from '../../errors.ts'
import { type ShipmentStatus, shipmentStatuses } from '../orders/schema.ts'

/** What each status of a shipment can become. */
export const shipmentTransitions: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
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
