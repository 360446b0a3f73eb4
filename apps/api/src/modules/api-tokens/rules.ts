import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { timestampForm } from '../../http/timestamps.ts'
import { databaseNow } from '../../lib/clock.ts'
import { recordOf } from '../../lib/shape.ts'

/**
 * Returns a fault if `expiresAt` is given and isn't a timestamp in the future. `now` is in milliseconds since
 * 1970.
 */
export function expiryFaults(body: unknown, now = databaseNow()): Fault[] {
  const { expiresAt } = recordOf(body)
  if (typeof expiresAt !== 'string') return []
  const time = Date.parse(expiresAt)
  // The schema accepts leap seconds, which a Date can't represent.
  if (Number.isNaN(time)) {
    return [fault('/expiresAt', 'INVALID_TIMESTAMP', timestampForm)]
  }
  return time > now ? [] : [fault('/expiresAt', 'NOT_IN_FUTURE', 'must be in the future')]
}
