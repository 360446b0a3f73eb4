import type { FieldVerdict } from '../products/approval/decision.ts'
import { reasonsOf } from '../products/approval/reason-input.ts'
import type { Decision, DecisionSet, FieldDecisions } from './schema.ts'

type Entry = Pick<Decision, 'id' | 'kind' | 'version' | 'takeOver'>

/** Converts a valid body into decisions. */
export function decisionsOf({ items }: DecisionSet): Decision[] {
  return items.map(({ id, kind, version, takeOver, fields, decision, ...given }) => {
    const entry = { id: id.toLowerCase(), kind, version, takeOver: takeOver ?? false }
    if (fields) return decisionOnFields(entry, fields)
    return { ...entry, decision: decision ?? 'APPROVE', reasons: reasonsOf(given) }
  })
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
