import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'

/**
 * Returns the faults of a set of decisions: a rejection without a reason, an approval with a reason, and
 * several decisions on the same entry.
 */
export function decisionFaults(body: unknown): Fault[] {
  const items = listOf(recordOf(body).items).map(recordOf)
  return [
    ...items.flatMap((item, index) => reasonFaults(`/items/${index}/reason`, item)),
    ...repeatedFaults('/items', items.map(entryOf), { field: 'id', code: 'REPEATED_ENTRY' })
  ]
}

function reasonFaults(pointer: string, { decision, reason }: Record<string, unknown>): Fault[] {
  const given = reason !== undefined && reason !== null
  if (decision === 'REJECT' && !given) return [fault(pointer, 'REQUIRED', 'is required for a rejection')]
  if (decision === 'APPROVE' && given) {
    return [fault(pointer, 'NOT_TOGETHER', 'must not be sent with an approval')]
  }
  return []
}

function entryOf({ id, kind }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' && typeof kind === 'string' ? `${kind} ${id.toLowerCase()}` : undefined
}
