import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import type { Origin } from '../../events.ts'
import type { LockedDecision, PublishedImages, Reason } from '../products/approval/decision.ts'
import { writeDecisions } from '../products/approval/write-decisions.ts'
import { listSellable, lockProducts } from '../products/write/stored-queries.ts'
import { requireDecidable } from './judge-decision.ts'
import type { Decision } from './schema.ts'

/**
 * Makes decisions on new products and staged edits. Each decision is either applied completely, with an
 * event, or refused. The number of statements doesn't depend on the number of decisions. Returns one entry
 * per decision: undefined, or the error with which the decision was refused (an error of `requireDecidable`,
 * or `NO_VARIANT`).
 */
export async function decideEntries(
  tx: Tx,
  origin: Origin,
  { decisions, published }: { decisions: Decision[]; published: PublishedImages }
): Promise<(Error | undefined)[]> {
  const ids = [...new Set(decisions.map(({ id }) => id))]
  // Two statements, because a statement that has waited for a lock still reads other tables as they were when
  // it began. The second statement sees the current variants.
  const [locked, sellable] = await Promise.all([lockProducts(tx, undefined, ids), listSellable(tx, ids)])
  const products = new Map(locked.map((product) => [product.id, product]))
  const accepted: LockedDecision[] = []
  const refusals = decisions.map((decision) => {
    const product = products.get(decision.id)
    try {
      requireDecidable(decision, product, published)
      requireSellable(decision, sellable)
      accepted.push({ product, ...decision, reasons: reasonsOf(decision) })
      return undefined
    } catch (error) {
      return error as Error
    }
  })
  await Promise.all(writeDecisions(tx, { origin }, { decisions: accepted, published }))
  return refusals
}

function requireSellable({ id, kind, decision }: Decision, sellable: Set<string>): void {
  if (kind === 'REVISION' || decision === 'REJECT' || sellable.has(id)) return
  throw new Problem('NO_VARIANT', {
    detail: "A product without variants can't be approved, because it can't be sold."
  })
}

function reasonsOf({ reason }: Decision): Reason[] {
  return reason === null ? [] : [{ code: null, pointer: null, imageId: null, text: reason }]
}
