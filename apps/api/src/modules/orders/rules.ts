import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'

/** A call whose path says all: what stands in its body, if there is one, would have no effect. */
export function emptyBodyFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [fault('', 'INVALID_TYPE', 'must be an object')]
  }
  return Object.keys(recordOf(body)).map((name) =>
    fault(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'UNKNOWN_FIELD', 'is not a known field')
  )
}

/** Lines that a cancellation or a shipment names a second time; ids are the same in either case. */
export function repeatedLineFaults(body: unknown): Fault[] {
  const ids = listOf(recordOf(body).items).map((item) => {
    const { orderItemId } = recordOf(item)
    return typeof orderItemId === 'string' ? orderItemId.toLowerCase() : undefined
  })
  return repeatedFaults('/items', ids, { field: 'orderItemId', code: 'DUPLICATE' })
}
