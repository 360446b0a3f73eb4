import type { Tx } from '../../../db/connect.ts'
import { type Origin, recordSharedEvent } from '../../../events.ts'
import type { NewOutcome } from '../write/product-queries.ts'
import { recordCreation } from '../write/record-queries.ts'
import { decisionTransition, transitionEvent } from '../write/transition.ts'
import { type NewDecision, recordDecidedCreation, recordNewDecision } from './new-decision-queries.ts'
import { automaticOrigin } from './write-decisions.ts'

/** Returns what a decision sets in its products, for `insertProducts`. */
export function outcomeOf({ rule, decision, isSample, moderation }: NewDecision): NewOutcome {
  if (isSample) return { status: 'PENDING_APPROVAL', moderation: null, sampledBy: rule.id }
  return { status: decisionTransition(decision).status, moderation, sampledBy: null }
}

/** Returns the index of the decision on each product, or null if there is none. */
export function decisionIndexes(decisions: NewDecision[], ids: (string | null)[]): (number | null)[] {
  const indexOf = new Map(decisions.flatMap(({ ids }, index) => ids.map((id) => [id, index])))
  return ids.map((id) => (id === null ? null : (indexOf.get(id) ?? null)))
}

/**
 * Records the creation of products, and the decisions on them with their snapshots and events, as if they had been
 * created with the status PENDING_APPROVAL and decided afterwards. Call this function after all parts of the
 * products have been inserted. The number of statements depends only on the number of rules that decide. The
 * caller must await all returned promises.
 */
export function recordNewProducts(
  tx: Tx,
  vendorId: string,
  { productIds, origin, decisions }: { productIds: string[]; origin: Origin; decisions: NewDecision[] }
): Promise<void>[] {
  const inserted = new Set(productIds)
  const groups = decisions
    .filter(({ isSample }) => !isSample)
    .map((decision) => ({ ...decision, ids: decision.ids.filter((id) => inserted.has(id)) }))
    .filter(({ ids }) => ids.length > 0)
  const decided = new Set(groups.flatMap(({ ids }) => ids))
  const others = productIds.filter((id) => !decided.has(id))
  return [
    ...(others.length > 0 ? [recordCreation(tx, vendorId, { productIds: others, origin })] : []),
    ...groups.flatMap((group) => recordGroup(tx, vendorId, group, origin))
  ]
}

/** Records the creation of products that the same rule decides. */
function recordGroup(tx: Tx, vendorId: string, group: NewDecision, origin: Origin): Promise<void>[] {
  const { rule, decision, reasons, ids } = group
  const automatic = automaticOrigin(origin, rule)
  return [
    recordDecidedCreation(tx, vendorId, { group, origin, automatic }),
    recordNewDecision(tx, vendorId, { group, outcome: outcomeOf(group), automatic }),
    recordSharedEvent(tx, automatic, {
      ...transitionEvent({ ...decisionTransition(decision), reasons, rule }),
      ...{ vendorId, subjectType: 'product', subjectIds: ids }
    })
  ]
}
