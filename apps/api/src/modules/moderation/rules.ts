import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'

/** What a set of decisions says wrongly by itself: a rejection without a reason, an entry decided twice. */
export function decisionFaults(body: unknown): Fault[] {
  const items = listOf(recordOf(body).items).map(recordOf)
  return [
    ...items.flatMap((item, index) => reasonFaults(`/items/${index}/reason`, item)),
    ...repeatedFaults('/items', items.map(entryOf), { field: 'id', code: 'REPEATED_ENTRY' })
  ]
}

function reasonFaults(place: string, { decision, reason }: Record<string, unknown>): Fault[] {
  const given = reason !== undefined && reason !== null
  if (decision === 'REJECT' && !given) return [fault(place, 'REQUIRED', 'is required to reject')]
  if (decision === 'APPROVE' && given) {
    return [fault(place, 'NOT_TOGETHER', 'cannot be sent with an approval')]
  }
  return []
}

function entryOf({ id, kind }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' && typeof kind === 'string' ? `${kind} ${id.toLowerCase()}` : undefined
}
