import type { FieldVerdict } from '../../products/approval/decision.ts'
import { reasonsOf } from '../../products/approval/reason-input.ts'
import type { Decision, DecisionSet, FieldDecisions } from '../schema.ts'
import type { ChangeDecision } from './decide-changes.ts'

type Entry = Pick<Decision, 'id' | 'kind' | 'version' | 'takeOver'>

/** Converts a valid body into decisions. */
export function decisionsOf({ items }: DecisionSet): (Decision | ChangeDecision)[] {
  return items.map(({ id: givenId, kind, version, takeOver = false, fields, decision, ...given }) => {
    const id = givenId.toLowerCase()
    const reasons = reasonsOf(given)
    const shared = { id, version, takeOver: takeOver ?? false }
    if (kind === 'CHANGE') {
      return { ...shared, kind, decision: decision === 'HIDE' ? 'HIDE' : 'ACCEPT', reasons }
    }
    if (fields) return decisionOnFields({ ...shared, kind }, fields)
    return { ...shared, kind, decision: decision === 'REJECT' ? 'REJECT' : 'APPROVE', reasons }
  })
}

/** True for a decision on changes of watched fields. */
export function isOnChange(decision: Decision | ChangeDecision): decision is ChangeDecision {
  return decision.kind === 'CHANGE'
}

/** True for a decision on a new product or a revision. */
export function isOnEntry(decision: Decision | ChangeDecision): decision is Decision {
  return decision.kind !== 'CHANGE'
}

/** Converts valid decisions on fields of a revision into a decision on the entry. */
export function decisionOnFields(entry: Entry, fields: FieldDecisions): Decision {
  const given = Object.entries(fields).map(([field, { decision, ...reasons }]): [string, FieldVerdict] => {
    return [field, { decision, reasons: reasonsOf(reasons) }]
  })
  const verdicts = given.map(([, verdict]) => verdict)
  return {
    ...entry,
    decision: verdicts.some(({ decision }) => decision === 'REJECT') ? 'REJECT' : 'APPROVE',
    reasons: verdicts.flatMap(({ reasons }) => reasons),
    fields: Object.fromEntries(given)
  }
}
