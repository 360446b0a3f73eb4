import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { type Origin, withSource } from '../../events.ts'
import { type LockedProduct, listSellable, lockProducts } from '../products/write/stored-queries.ts'
import { type ProductChange, writeChanges } from '../products/write/write-changes.ts'
import { requireDecidable } from './judge-decision.ts'
import type { PublishedImages } from './publish-images.ts'
import type { Decision } from './schema.ts'
import { transitions } from './transitions.ts'

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
  const changes: ProductChange[] = []
  const refusals = decisions.map((decision) => {
    const product = products.get(decision.id)
    try {
      requireDecidable(decision, product, published)
      requireSellable(decision, sellable)
      changes.push(changeOf(decision, product, published))
      return undefined
    } catch (error) {
      return error as Error
    }
  })
  await Promise.all(writeChanges(tx, { origin: withSource(origin, 'MODERATION') }, changes))
  return refusals
}

function requireSellable({ id, kind, decision }: Decision, sellable: Set<string>): void {
  if (kind === 'REVISION' || decision === 'REJECT' || sellable.has(id)) return
  throw new Problem('NO_VARIANT', {
    detail: "A product without variants can't be approved, because it can't be sold."
  })
}

function changeOf(
  { kind, decision, reason }: Decision,
  product: LockedProduct,
  published: PublishedImages
): ProductChange {
  const isApproved = decision === 'APPROVE'
  if (kind === 'PRODUCT') {
    const { to: status } = isApproved ? transitions.approve : transitions.reject
    return {
      product,
      transition: { event: isApproved ? 'product.approved' : 'product.rejected', status, reason }
    }
  }
  const revised = product.revisedFields ?? []
  if (!isApproved) return { product, transition: { event: 'product.revision_rejected', reason, revised } }
  const images = product.stagedImages?.map(({ isNew, ...image }) => ({
    ...image,
    path: isNew ? String(published.get(image.id)) : null
  }))
  return { product, ...(images && { images }), transition: { event: 'product.revision_approved', revised } }
}
