import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { compareDecimal } from '../../lib/decimal.ts'
import { isDecimalText, recordOf } from '../../lib/shape.ts'

/** Returns a fault if the commission is above 1000 percent. */
export function commissionFaults(body: unknown): Fault[] {
  const { commissionPercent } = recordOf(body)
  if (!isDecimalText(commissionPercent) || compareDecimal(commissionPercent, '1000') <= 0) return []
  return [fault('/commissionPercent', 'TOO_LARGE', 'must be 1000 or less')]
}
