import type { Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import type { LockedDecision, PublishedImages } from '../../products/approval/decision.ts'
import { writeDecisions } from '../../products/approval/write-decisions.ts'
import { listSellable, lockProducts } from '../../products/write/stored-queries.ts'
import { endClaims, readClaims, requireUnclaimed } from '../claims/claims.ts'
import type { Decision } from '../schema.ts'
import { listLiveImages } from './decision-queries.ts'
import { requireDecidable } from './judge-decision.ts'

/**
 * Makes decisions on new products and staged edits. Each decision is either applied completely, with an
 * event, or refused. The number of statements doesn't depend on the number of decisions. Returns one entry
 * per decision: undefined, or the error with which the decision was refused (an error of `requireDecidable`,
 * `NO_VARIANT` or `CLAIMED`).
 */
export async function decideEntries(
  tx: Tx,
  origin: Origin,
  { decisions, published }: { decisions: Decision[]; published: PublishedImages }
): Promise<(Error | undefined)[]> {
  const ids = [...new Set(decisions.map(({ id }) => id))]
  const aboutImages = decisions.filter(isAboutImages).map(({ id }) => id)
  // Several statements, because a statement that has waited for a lock still reads other tables as they were when
  // it began. The later statements see the current variants, images and claims.
  const [locked, sellable, images, claims] = await Promise.all([
    lockProducts(tx, undefined, ids),
    listSellable(tx, ids),
    aboutImages.length > 0 ? listLiveImages(tx, aboutImages) : new Map<string, Set<string>>(),
    readClaims(tx, ids)
  ])
  const products = new Map(locked.map((product) => [product.id, product]))
  const accepted: LockedDecision[] = []
  const refusals = decisions.map((decision) => {
    const product = products.get(decision.id)
    try {
      requireDecidable(decision, product, { published, images: images.get(decision.id) })
      requireSellable(decision, sellable)
      requireUnclaimed(decision, claims, origin)
      accepted.push({ product, ...decision })
      return undefined
    } catch (error) {
      return error as Error
    }
  })
  const decided = accepted.filter(decidesAll).map(({ product, kind }) => ({ id: product.id, kind }))
  await Promise.all([
    ...writeDecisions(tx, { origin }, { decisions: accepted, published }),
    ...endClaims(tx, decided, claims)
  ])
  return refusals
}

function requireSellable({ id, kind, decision }: Decision, sellable: Set<string>): void {
  if (kind === 'REVISION' || decision === 'REJECT' || sellable.has(id)) return
  throw new Problem('NO_VARIANT', {
    detail: "A product without variants can't be approved, because it can't be sold."
  })
}

function isAboutImages({ reasons }: Decision): boolean {
  return reasons.some(({ imageId }) => imageId !== null)
}

/** True if the decision leaves no field of the entry staged. */
function decidesAll({ product, fields }: LockedDecision): boolean {
  return fields === undefined || (product.revisedFields ?? []).every((field) => field in fields)
}
