import type { Handle } from '../../db/connect.ts'
import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { isCurrency } from '../../lib/currencies.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { watchedPrices } from '../products/approval/watched-fields.ts'
import { commissionFaults } from '../vendors/rules.ts'
import { isTimeZone } from './queries.ts'

/** Returns the faults of new settings that the schema can't express. */
export async function settingsFaults(sql: Handle, body: unknown): Promise<Fault[]> {
  return [
    ...currencyFaults(body),
    ...(await timeZoneFaults(sql, body)),
    ...commissionFaults(body, 'defaultCommissionPercent'),
    ...watchedFieldFaults(body)
  ]
}

/** Returns a fault if `timeZone` is a text, but not a time zone that the database knows. */
async function timeZoneFaults(sql: Handle, body: unknown): Promise<Fault[]> {
  const { timeZone } = recordOf(body)
  if (typeof timeZone !== 'string') return []
  // The database is asked only for texts that could be a name, because it reads all names.
  if (/^[\w/+-]{1,100}$/.test(timeZone) && (await isTimeZone(sql, timeZone))) return []
  const message = 'must be the IANA name of a time zone, such as Europe/Berlin'
  return [fault('/timeZone', 'INVALID_TIME_ZONE', message)]
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
