import type { Handle } from '../../db/connect.ts'
import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { timeOf, timestampForm } from '../../http/timestamps.ts'
import { databaseNow } from '../../lib/clock.ts'
import { compareDecimal } from '../../lib/decimal.ts'
import { isDecimalText, isRecord, recordOf } from '../../lib/shape.ts'
import { findDefaultCommission } from './queries.ts'

/** Returns a fault if the commission in the field `name` of the body is above 1000 percent. */
export function commissionFaults(body: unknown, name = 'commissionPercent'): Fault[] {
  const percent = recordOf(body)[name]
  if (!isDecimalText(percent) || compareDecimal(percent, '1000') <= 0) return []
  return [fault(`/${name}`, 'TOO_LARGE', 'must be 1000 or less')]
}

/** The fault of a vendor that would have no commission. */
export const missingCommission = fault(
  '/commissionPercent',
  'REQUIRED',
  'is required, because the settings have no defaultCommissionPercent'
)

/** Returns the faults of the body that creates a vendor. */
export async function newVendorFaults(sql: Handle, body: unknown): Promise<Fault[]> {
  const needsDefault = isRecord(body) && (body.commissionPercent ?? null) === null
  return [...commissionFaults(body), ...(needsDefault ? await defaultFaults(sql) : [])]
}

/** Returns a fault if the settings have no commission for vendors without one. */
async function defaultFaults(sql: Handle): Promise<Fault[]> {
  return (await findDefaultCommission(sql)) === null ? [missingCommission] : []
}

/** How far in the future a change of the commission can be planned. */
const maxDaysAhead = 366

/**
 * Returns the faults of the body that updates a vendor. `effectiveFrom` must be in the future and be sent with a
 * commission. `now` is in milliseconds since 1970.
 */
export async function vendorPatchFaults(sql: Handle, body: unknown, now = databaseNow()): Promise<Fault[]> {
  const { commissionPercent, effectiveFrom } = recordOf(body)
  const faults = commissionFaults(body)
  if (commissionPercent === null) faults.push(...(await defaultFaults(sql)))
  if (typeof effectiveFrom !== 'string') return faults
  if (commissionPercent === undefined)
    faults.push(fault('/commissionPercent', 'REQUIRED', 'is required with effectiveFrom'))
  return [...faults, ...futureFaults('/effectiveFrom', effectiveFrom, now)]
}

function futureFaults(pointer: string, timestamp: string, now: number): Fault[] {
  const time = timeOf(timestamp)
  if (Number.isNaN(time)) return [fault(pointer, 'INVALID_TIMESTAMP', timestampForm)]
  if (time <= now)
    return [fault(pointer, 'TOO_SMALL', 'must be in the future; omit it to change the commission now')]
  return time > now + maxDaysAhead * 86_400_000
    ? [fault(pointer, 'TOO_LARGE', `must be at most ${maxDaysAhead} days in the future`)]
    : []
}
