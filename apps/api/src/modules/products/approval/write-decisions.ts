import type { Tx } from '../../../db/connect.ts'
import { type Origin, withSource } from '../../../events.ts'
import { decisionTransition, storedDecision } from '../write/transition.ts'
import { type ProductChange, writeChanges } from '../write/write-changes.ts'
import {
  automaticOrigin,
  type DecidingRule,
  fieldVerdicts,
  type LockedDecision,
  type PublishedImages
} from './decision.ts'
import { insertSnapshots, type Judged } from './snapshot-queries.ts'

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
    fields: Object.fromEntries(verdicts.map(([field, one]) => [field, storedDecision(one)]))
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
