import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { isCurrency } from '../../lib/currencies.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { watchedPrices } from '../products/approval/watched-fields.ts'
import { commissionFaults } from '../vendors/rules.ts'

/** Returns the faults of new settings that the schema can't express. */
export function settingsFaults(body: unknown): Fault[] {
  return [
    ...currencyFaults(body),
    ...commissionFaults(body, 'defaultCommissionPercent'),
    ...watchedFieldFaults(body)
  ]
}

/** Returns a fault if `currency` is a string but not the ISO 4217 code of a currency in use. */
export function currencyFaults(body: unknown): Fault[] {
  const { currency } = recordOf(body)
  if (typeof currency !== 'string' || isCurrency(currency)) return []
  return [fault('/currency', 'INVALID_CURRENCY', 'must be an ISO 4217 code in upper case, such as USD')]
}

/** Returns a fault for each field that is repeated, and for each threshold of a field other than a price. */
function watchedFieldFaults(body: unknown): Fault[] {
  const watched = listOf(recordOf(body).watchedFields).map(recordOf)
  const isPrice = (field: unknown) => watchedPrices.some((price) => price === field)
  const thresholds = watched.flatMap(({ field, threshold }, index) =>
    threshold === undefined || typeof field !== 'string' || isPrice(field)
      ? []
      : [
          fault(
            `/watchedFields/${index}/threshold`,
            'NOT_TOGETHER',
            `must be sent only with ${watchedPrices.join(' or ')}`
          )
        ]
  )
  const fields = watched.map(({ field }) => field)
  return [
    ...repeatedFaults('/watchedFields', fields, { field: 'field', code: 'REPEATED_FIELD' }),
    ...thresholds
  ]
}
