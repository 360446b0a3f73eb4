import type { Handle } from '../../../db/connect.ts'
import { type Fault, invalid, orNotFound, Problem } from '../../../errors.ts'
import { entryFault } from '../../../http/faults.ts'
import { isUuid } from '../../../lib/ids.ts'
import { listOf } from '../../../lib/shape.ts'
import { maxPackingSlips } from '../schema.ts'
import { listPackingSlipContents, type PackingSlipContents } from './packing-slip-queries.ts'

/**
 * The maximum number of lines of all orders in one PDF. 5,000 lines are rendered in 1 to 4 seconds, depending on their
 * texts. One order has at most 200.
 */
const maxLines = 5_000

/** Returns the contents of one packing slip. Throws a 404 if the vendor has no order with this id. */
export async function readPackingSlip(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<PackingSlipContents> {
  const { orders } = await listPackingSlipContents(sql, vendorId, { ids: [id], maxLines })
  return orNotFound(orders[0])
}

/**
 * Returns the contents of the packing slips of these orders, in the order of the ids. Throws a 400 that names all
 * unknown ids, and a 409 if the orders have too many lines.
 */
export async function readPackingSlips(
  sql: Handle,
  vendorId: string,
  sentIds: string[]
): Promise<[PackingSlipContents, ...PackingSlipContents[]]> {
  const ids = sentIds.map((id) => id.toLowerCase())
  const { orders, lineCount } = await listPackingSlipContents(sql, vendorId, { ids, maxLines })
  const existing = new Set(orders.map(({ id }) => id))
  const faults = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [entryFault('ids', index, ['UNKNOWN_ID', 'must be the id of an existing order'])]
  )
  if (faults.length > 0) throw invalid(faults)
  if (lineCount > maxLines) throw tooManyLines(lineCount)
  const [first, ...others] = orders
  return [orNotFound(first), ...others]
}

function tooManyLines(lineCount: number): Problem {
  return new Problem('SET_TOO_LARGE', {
    detail:
      `The orders have ${lineCount} lines in total, but one PDF may have at most ${maxLines}. ` +
      'Send their ids in several requests.'
  })
}

/** Returns a fault for each id in the query that is repeated. The case of the ids doesn't matter. */
export function repeatedSlipFaults({ ids }: Record<string, unknown>): Fault[] {
  const sentIds = listOf(ids).map((id) => String(id).toLowerCase())
  // A list that is too long has one error, which validation by the schema reports.
  if (sentIds.length > maxPackingSlips) return []
  return sentIds.flatMap((id, index) => {
    const earlier = sentIds.indexOf(id)
    if (earlier === index || !isUuid(id)) return []
    return [
      entryFault('ids', index, ['REPEATED_ID', `must be unique, but entry ${earlier + 1} has the same value`])
    ]
  })
}
