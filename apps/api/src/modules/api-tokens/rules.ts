import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { recordOf } from '../../lib/shape.ts'

/** A token that is to expire does so in the future; `now` is in milliseconds. */
export function expiryFaults(body: unknown, now = Date.now()): Fault[] {
  const { expiresAt } = recordOf(body)
  if (typeof expiresAt !== 'string') return []
  const time = Date.parse(expiresAt)
  // What the calendar has and the clock does not, such as a leap second.
  if (Number.isNaN(time)) return [fault('/expiresAt', 'INVALID_TIMESTAMP', 'is no moment that can be kept')]
  return time > now ? [] : [fault('/expiresAt', 'NOT_IN_FUTURE', 'must be in the future')]
}
