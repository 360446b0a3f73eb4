import type { Tx } from '../../../db/connect.ts'
import { type Origin, systemOrigin, withSource } from '../../../events.ts'
import type { Reason } from '../write/reason.ts'
import type { LockedProduct } from '../write/stored-queries.ts'
import {
  type DecidingRule,
  decisionTransition,
  type FieldVerdict,
  storedDecision
} from '../write/transition.ts'
import { type ProductChange, writeChanges } from '../write/write-changes.ts'
import { insertSnapshots, type Judged } from './decision-queries.ts'
import type { PublishedImages } from './publish-new-images.ts'

/** A decision on a locked new product or revision, by a person or by a rule. */
export type LockedDecision = {
  product: LockedProduct
  kind: 'PRODUCT' | 'REVISION'
  /** The decision on the whole entry. With `fields`, it is REJECT if any field is rejected. */
  decision: 'APPROVE' | 'REJECT'
  /** The reasons of the whole decision, including those in `fields`. */
  reasons: Reason[]
  /** For a revision, the decided fields. If omitted, all staged fields get `decision`. */
  fields?: Record<string, FieldVerdict>
  /** The rule that makes an automatic decision. Omitted if a person decides. */
  rule?: DecidingRule
}

/**
 * Writes decisions on locked products, each with a snapshot of what was judged. The statements are
 * pipelined on the transaction's connection, and the caller must await all returned promises. The number
 * of statements doesn't depend on the number of decisions, only on the number of rules that decide.
 *
 * The caller must have checked that each decision can be made: that the product or the decided fields wait
 * for a decision, and that `published` has the path of each new image that is approved. Without
 * `vendorId`, the products may belong to several vendors.
 */
export function writeDecisions(
  tx: Tx,
  { vendorId, origin }: { vendorId?: string; origin: Origin },
  { decisions, published }: { decisions: LockedDecision[]; published: PublishedImages }
): Promise<void>[] {
  if (decisions.length === 0) return []
  const groups = Map.groupBy(decisions, ({ rule }) => rule?.id)
  return [
    insertSnapshots(tx, { judged: decisions.map(judgedOf), origin }),
    ...[...groups.values()].flatMap((group) =>
      writeChanges(
        tx,
        { ...(vendorId !== undefined && { vendorId }), origin: decidedBy(origin, group[0]?.rule) },
        group.map((decision) => changeOf(decision, published))
      )
    )
  ]
}

/** Returns the origin of a decision by a rule: the service, with the id of the request that `origin` has. */
export function automaticOrigin({ requestId }: Origin, rule: DecidingRule): Origin {
  return withSource({ ...systemOrigin, requestId }, 'RULE', rule.id)
}

/** Returns the origin of a decision by a person or by a rule. */
function decidedBy(origin: Origin, rule: DecidingRule | undefined): Origin {
  return rule ? automaticOrigin(origin, rule) : withSource(origin, 'MODERATION')
}

function judgedOf(decision: LockedDecision): Judged {
  const { product, kind, reasons, rule = null } = decision
  const shared = { productId: product.id, kind, decision: storedDecision(decision), reasons, rule }
  if (kind === 'PRODUCT') return { ...shared, fields: null }
  const verdicts = Object.entries(fieldVerdicts(decision))
  return {
    ...shared,
    fields: Object.fromEntries(verdicts.map(([field, verdict]) => [field, storedDecision(verdict)]))
  }
}

function changeOf(decision: LockedDecision, published: PublishedImages): ProductChange {
  const { product, kind, reasons, rule } = decision
  const shared = { reasons, ...(rule && { rule }) }
  if (kind === 'PRODUCT') {
    return { product, transition: { ...decisionTransition(decision.decision), ...shared } }
  }
  const fields = fieldVerdicts(decision)
  const images = product.stagedImages?.map(({ isNew, ...image }) => ({
    ...image,
    path: isNew ? String(published.get(image.id)) : null
  }))
  const publishesImages = images !== undefined && fields.images?.decision === 'APPROVE'
  return { product, ...(publishesImages && { images }), verdict: { fields, ...shared } }
}

/**
 * Returns the decision on each field of a revision. A reason of a decision on the whole revision belongs
 * to the field that it points at. A reason that points at no staged field belongs to all fields, and so do
 * all reasons for a field that would otherwise have none.
 */
function fieldVerdicts({ product, decision, reasons, fields }: LockedDecision): Record<string, FieldVerdict> {
  if (fields) return fields
  const staged = product.revisedFields ?? []
  const targets = reasons.map((reason) => staged.find((field) => field === fieldOf(reason)))
  const reasonsOf = (field: string) => {
    const ofField = reasons.filter((_, index) => targets[index] === undefined || targets[index] === field)
    return ofField.length > 0 ? ofField : reasons
  }
  return Object.fromEntries(staged.map((field) => [field, { decision, reasons: reasonsOf(field) }]))
}

/** Returns the field that a reason points at, or undefined if it points at none. */
function fieldOf({ pointer, imageId }: Reason): string | undefined {
  const [, first, second] = pointer?.split('/') ?? []
  const field = first === 'pendingRevision' ? second : first
  return field ?? (imageId === null ? undefined : 'images')
}
