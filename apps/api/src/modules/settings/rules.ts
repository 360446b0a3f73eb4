import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { isCurrency } from '../../lib/currencies.ts'
import { recordOf } from '../../lib/shape.ts'

/** Returns a fault if `currency` is a string but not the ISO 4217 code of a currency in use. */
export function currencyFaults(body: unknown): Fault[] {
  const { currency } = recordOf(body)
  if (typeof currency !== 'string' || isCurrency(currency)) return []
  return [fault('/currency', 'INVALID_CURRENCY', 'must be an ISO 4217 code in upper case, such as USD')]
}
