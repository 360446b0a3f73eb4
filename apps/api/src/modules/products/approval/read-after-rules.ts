import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { isLive } from '../write/fields.ts'
import { isReviewed, type ProductChange } from '../write/write-changes.ts'
import { hasEffect, type RuleDeps, writeMatches } from './apply-rules.ts'
import { matchRules, type RuleMatch } from './rule-queries.ts'

/** True if approval rules are evaluated after a change: a moderator would have to review it. */
export function isEvaluated(change: ProductChange): boolean {
  const { product, staged } = change
  if (isLive(product.status)) return staged !== undefined && staged.changed.length > 0 && !staged.isWithdrawn
  return product.status === 'PENDING_APPROVAL' && isReviewed(change)
}

/**
 * Evaluates the approval rules on a locked product that has just been changed, writes their decision if there is one, and
 * reads the product. Without a decision, this takes one round trip, which is pipelined with the statements that
 * the caller has sent before.
 */
export async function readAfterRules<T>(
  tx: Tx,
  deps: RuleDeps,
  { origin, productId, read }: { origin: Origin; productId: string; read: () => Promise<T> }
): Promise<T> {
  const [answer, matches] = await Promise.all([read(), matchRules(tx, [productId])])
  return readAgain(tx, deps, { origin, matches, answer, read })
}

/**
 * Writes the decisions of rules, and reads the product again. Returns `answer`, which was read before, if the rules
 * change nothing.
 */
export async function readAgain<T>(
  tx: Tx,
  deps: RuleDeps,
  {
    matches,
    answer,
    read,
    origin
  }: { origin: Origin; matches: RuleMatch[]; answer: T; read: () => Promise<T> }
): Promise<T> {
  if (!hasEffect(matches)) return answer
  await writeMatches(tx, deps, { origin, matches })
  return read()
}
