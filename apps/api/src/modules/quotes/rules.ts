import type { Fault } from '../../errors.ts'
import { repeatedFaults } from '../../http/faults.ts'
import { inLowerCase, listOf, recordOf } from '../../lib/shape.ts'
import { countryFaults } from './destination.ts'

/** Returns the faults of a cart that the schema can't express: an unknown country, and variants that are repeated. */
export function quoteRequestFaults(body: unknown): Fault[] {
  const { shipTo, items } = recordOf(body)
  const variantIds = listOf(items).map((item) => inLowerCase(recordOf(item).variantId))
  return [
    ...countryFaults(shipTo),
    ...repeatedFaults('/items', variantIds, { field: 'variantId', code: 'DUPLICATE' })
  ]
}
