import type { Fault } from '../../../errors.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { isRecord, listOf, recordOf } from '../../../lib/shape.ts'
import { reasonFaults, reasonsOf, totalLengthFaults } from '../../products/approval/reason-input.ts'
import type { FieldVerdict } from '../../products/write/transition.ts'
import type { Decision, DecisionSet, FieldDecisions } from '../schema.ts'

/**
 * Returns the faults of the body of a request that must give reasons: a rejection, or the hiding of a
 * product.
 */
export function rejectionFaults(body: unknown): Fault[] {
  return isRecord(body) ? [...reasonFaults('', body, true), ...totalLengthFaults('/reasons', [body])] : []
}

/** Returns the faults of a decision on fields of a revision. */
export function fieldDecisionFaults(body: unknown): Fault[] {
  return fieldsFaults('/fields', recordOf(body).fields)
}

/**
 * Returns the faults of a set of decisions: those of each decision, and several decisions on the same
 * entry.
 */
export function decisionFaults(body: unknown): Fault[] {
  const items = listOf(recordOf(body).items)
  return [
    ...items.flatMap((item, index) => (isRecord(item) ? itemFaults(`/items/${index}`, item) : [])),
    ...repeatedEntryFaults(body)
  ]
}

/** Returns a fault for each item of a set that names the same entry as an earlier item. */
export function repeatedEntryFaults(body: unknown): Fault[] {
  const items = listOf(recordOf(body).items).map(recordOf)
  return repeatedFaults('/items', items.map(entryText), { field: 'id', code: 'REPEATED_ENTRY' })
}

function itemFaults(pointer: string, item: Record<string, unknown>): Fault[] {
  const { kind, decision, fields } = item
  if (fields === undefined || fields === null) {
    if (decision === undefined || decision === null) {
      return [fault(`${pointer}/decision`, 'REQUIRED', 'is required, unless fields is sent')]
    }
    return [
      ...kindFaults(pointer, item),
      ...verdictFaults(pointer, item),
      ...totalLengthFaults(`${pointer}/reasons`, [item])
    ]
  }
  const others = ['decision', 'reason', 'reasons'].filter(
    (name) => item[name] !== undefined && item[name] !== null
  )
  return [
    ...others.map((name) =>
      fault(`${pointer}/${name}`, 'NOT_TOGETHER', 'must not be sent together with fields')
    ),
    ...(kind === 'PRODUCT' || kind === 'CHANGE'
      ? [fault(`${pointer}/fields`, 'NOT_TOGETHER', `must not be sent with the kind ${kind}`)]
      : []),
    ...fieldsFaults(`${pointer}/fields`, fields)
  ]
}

/** Returns a fault if the kind of the entry doesn't allow the decision. */
function kindFaults(pointer: string, { kind, decision }: Record<string, unknown>): Fault[] {
  if (kind === 'CHANGE' && (decision === 'APPROVE' || decision === 'REJECT')) {
    return [fault(`${pointer}/decision`, 'NOT_ALLOWED', 'must be ACCEPT or HIDE for the kind CHANGE')]
  }
  if ((kind === 'PRODUCT' || kind === 'REVISION') && (decision === 'ACCEPT' || decision === 'HIDE')) {
    return [fault(`${pointer}/decision`, 'NOT_ALLOWED', `must be APPROVE or REJECT for the kind ${kind}`)]
  }
  return []
}

function fieldsFaults(pointer: string, fields: unknown): Fault[] {
  if (!isRecord(fields)) return []
  const entries = Object.entries(fields)
  if (entries.length === 0) return [fault(pointer, 'TOO_FEW', 'must have at least 1 field')]
  return [
    ...entries.flatMap(([field, verdict]) => verdictFaults(`${pointer}/${field}`, recordOf(verdict))),
    ...totalLengthFaults(pointer, Object.values(fields).map(recordOf))
  ]
}

/** Decisions, and true if they need reasons. The others must not have any. */
const needsReasons = new Map<unknown, boolean>([
  ['APPROVE', false],
  ['ACCEPT', false],
  ['REJECT', true],
  ['HIDE', true]
])

/** Returns the faults of the reasons of a decision. */
function verdictFaults(pointer: string, verdict: Record<string, unknown>): Fault[] {
  const areRequired = needsReasons.get(verdict.decision)
  return areRequired === undefined ? [] : reasonFaults(pointer, verdict, areRequired)
}

function entryText({ id, kind }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' && typeof kind === 'string' ? `${kind} ${id.toLowerCase()}` : undefined
}

/** Converts a valid body into decisions. */
export function decisionsOf({ items }: DecisionSet): Decision[] {
  return items.map(({ id, kind, version, takeOver, fields, decision, ...reasons }) => {
    const entry = { id: id.toLowerCase(), kind, version, takeOver: takeOver ?? false }
    if (fields) return decisionOnFields(entry, fields)
    const isRejection = decision === 'REJECT' || decision === 'HIDE'
    return { ...entry, decision: isRejection ? 'REJECT' : 'APPROVE', reasons: reasonsOf(reasons) }
  })
}

/** Converts valid decisions on fields of a revision into a decision on the entry. */
export function decisionOnFields(
  entry: Pick<Decision, 'id' | 'kind' | 'version' | 'takeOver'>,
  fields: FieldDecisions
): Decision {
  const decided = Object.entries(fields).map(([field, { decision, ...reasons }]): [string, FieldVerdict] => {
    return [field, { decision, reasons: reasonsOf(reasons) }]
  })
  const verdicts = decided.map(([, verdict]) => verdict)
  return {
    ...entry,
    decision: verdicts.some(({ decision }) => decision === 'REJECT') ? 'REJECT' : 'APPROVE',
    reasons: verdicts.flatMap(({ reasons }) => reasons),
    fields: Object.fromEntries(decided)
  }
}
