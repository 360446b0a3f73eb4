import type { Event } from '../../../events.ts'
import type { Product } from '../schema.ts'
import type { ProductUpdate } from './product-queries.ts'
import type { Reason } from './reason.ts'

/** A decision on one field of a revision. The reasons of an approval are empty. */
export type FieldVerdict = { decision: 'APPROVE' | 'REJECT'; reasons: Reason[] }

/** The rule that makes an automatic decision. */
export type DecidingRule = { id: string; name: string }

/** A step in a product's life cycle, which changes its status (contract 3). */
export type Transition = {
  event:
    | 'product.approved'
    | 'product.rejected'
    | 'product.submitted'
    | 'product.hidden'
    | 'product.published'
  status: Product['status']
  reasons?: Reason[]
  /** The rule that makes an automatic decision. */
  rule?: DecidingRule
}

/** A decision on staged fields: `fields` has the decided ones. The other fields stay staged. */
export type RevisionVerdict = {
  fields: Record<string, FieldVerdict>
  /** The reasons of the whole decision, including those in `fields`. */
  reasons: Reason[]
  /** The rule that makes an automatic decision. */
  rule?: DecidingRule
}

type NewEvent = Pick<Event, 'type' | 'changedFields' | 'details'>

/** The maximum length of the reason in an event. The product's `moderation` has the complete reasons. */
const maxEventReason = 10_000

/** Returns the changes that a transition makes to the product's own row. */
export function transitionUpdate({ event, status, reasons = [] }: Transition): Omit<ProductUpdate, 'id'> {
  const decision = productDecisions[event]
  return { status, ...(decision && { moderation: { target: 'PRODUCT', decision, reasons, fields: {} } }) }
}

const productDecisions: { [event in Transition['event']]?: 'APPROVED' | 'REJECTED' } = {
  'product.approved': 'APPROVED',
  'product.rejected': 'REJECTED'
}

type DecisionTransition = { event: 'product.approved' | 'product.rejected'; status: 'PUBLISHED' | 'DRAFT' }

/** Returns the step in a new product's life cycle that a decision on it is. */
export function decisionTransition(decision: FieldVerdict['decision']): DecisionTransition {
  return decision === 'APPROVE'
    ? { event: 'product.approved', status: 'PUBLISHED' }
    : { event: 'product.rejected', status: 'DRAFT' }
}

/** Returns a decision as it is stored. */
export function storedDecision({ decision }: Pick<FieldVerdict, 'decision'>): 'APPROVED' | 'REJECTED' {
  return decision === 'APPROVE' ? 'APPROVED' : 'REJECTED'
}

/** Returns the changes that a decision on staged fields makes to the product's own row. */
export function verdictUpdate({ fields, reasons }: RevisionVerdict): Omit<ProductUpdate, 'id'> {
  const decided = Object.entries(fields).map(([field, verdict]) => {
    return [field, { decision: storedDecision(verdict), reasons: verdict.reasons }] as const
  })
  const isRejected = decided.some(([, { decision }]) => decision === 'REJECTED')
  return {
    unstages: Object.keys(fields),
    applies: decidedAs(fields, 'APPROVE').filter((field) => field !== 'images'),
    moderation: {
      target: 'REVISION',
      decision: isRejected ? 'REJECTED' : 'APPROVED',
      reasons,
      fields: Object.fromEntries(decided)
    }
  }
}

/** Returns the event of a transition. */
export function transitionEvent({ event, reasons = [], rule }: Transition): NewEvent {
  const changedFields = ['status', ...(productDecisions[event] ? ['moderation'] : [])]
  return { type: event, changedFields, ...detailsOf(reasons, rule) }
}

/**
 * Returns the events of a decision on staged fields: one for the approved fields, and one for the rejected
 * fields with their reasons.
 */
export function verdictEvents({ fields, reasons, rule }: RevisionVerdict): NewEvent[] {
  const [approved, rejected] = [decidedAs(fields, 'APPROVE'), decidedAs(fields, 'REJECT')]
  const events: NewEvent[] = []
  if (approved.length > 0) {
    const changedFields = [...approved, 'pendingRevision', 'moderation']
    events.push({ type: 'product.revision_approved', changedFields, ...detailsOf([], rule) })
  }
  if (rejected.length > 0) {
    const changedFields = [...rejected, 'pendingRevision', 'moderation']
    events.push({ type: 'product.revision_rejected', changedFields, ...detailsOf(reasons, rule) })
  }
  return events
}

/** Returns the fields that a decision on staged fields approves or rejects. */
function decidedAs(fields: RevisionVerdict['fields'], decision: FieldVerdict['decision']): string[] {
  return Object.keys(fields).filter((field) => fields[field]?.decision === decision)
}

function detailsOf(reasons: Reason[], rule: DecidingRule | undefined): Pick<NewEvent, 'details'> {
  const reason = joinedReasons(reasons)
  if (reason === null && !rule) return {}
  return {
    details: {
      ...(reason !== null && { reason: shortened(reason) }),
      ...(rule && { ruleId: rule.id, ruleName: rule.name })
    }
  }
}

/** Returns the text, shortened to the limit at the end of a code point. */
function shortened(text: string): string {
  if (text.length <= maxEventReason) return text
  return `${text.slice(0, maxEventReason - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Returns the texts of reasons, one on each line, or null if there are no reasons. */
function joinedReasons(reasons: Reason[]): string | null {
  return reasons.length === 0 ? null : reasons.map(({ text }) => text).join('\n')
}
