import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { isRecord, listOf, recordOf } from '../../lib/shape.ts'
import { reasonFaults } from '../products/approval/reason-input.ts'

/** Returns the faults of the body of a request that must give reasons: a rejection, or the hiding of a product. */
export function rejectionFaults(body: unknown): Fault[] {
  return isRecord(body) ? reasonFaults('', body, true) : []
}

/** Returns the faults of a decision on fields of a revision. */
export function fieldDecisionFaults(body: unknown): Fault[] {
  return fieldsFaults('/fields', recordOf(body).fields)
}

/** Returns the faults of a set of decisions: those of each decision, and several decisions on the same entry. */
export function decisionFaults(body: unknown): Fault[] {
  const items = listOf(recordOf(body).items).map(recordOf)
  return [
    ...items.flatMap((item, index) => itemFaults(`/items/${index}`, item)),
    ...repeatedEntryFaults(body)
  ]
}

/** Returns a fault for each item of a set that names the same entry as an earlier item. */
export function repeatedEntryFaults(body: unknown): Fault[] {
  const items = listOf(recordOf(body).items).map(recordOf)
  return repeatedFaults('/items', items.map(entryOf), { field: 'id', code: 'REPEATED_ENTRY' })
}

function itemFaults(pointer: string, item: Record<string, unknown>): Fault[] {
  const { kind, decision, fields } = item
  if (fields === undefined || fields === null) {
    if (decision === undefined || decision === null) {
      return [fault(`${pointer}/decision`, 'REQUIRED', 'is required, unless fields is sent')]
    }
    return verdictFaults(pointer, item)
  }
  const others = ['decision', 'reason', 'reasons'].filter(
    (name) => item[name] !== undefined && item[name] !== null
  )
  return [
    ...others.map((name) =>
      fault(`${pointer}/${name}`, 'NOT_TOGETHER', 'must not be sent together with fields')
    ),
    ...(kind === 'PRODUCT'
      ? [fault(`${pointer}/fields`, 'NOT_TOGETHER', 'must not be sent with the kind PRODUCT')]
      : []),
    ...fieldsFaults(`${pointer}/fields`, fields)
  ]
}

function fieldsFaults(pointer: string, fields: unknown): Fault[] {
  if (!isRecord(fields)) return []
  const entries = Object.entries(fields)
  if (entries.length === 0) return [fault(pointer, 'TOO_FEW', 'must have at least 1 field')]
  return entries.flatMap(([field, verdict]) => verdictFaults(`${pointer}/${field}`, recordOf(verdict)))
}

/** Returns the faults of the reasons of a decision: a rejection needs them, and an approval must not have any. */
function verdictFaults(pointer: string, verdict: Record<string, unknown>): Fault[] {
  const { decision } = verdict
  if (decision !== 'REJECT' && decision !== 'APPROVE') return []
  return reasonFaults(pointer, verdict, decision === 'REJECT')
}

function entryOf({ id, kind }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' && typeof kind === 'string' ? `${kind} ${id.toLowerCase()}` : undefined
}
