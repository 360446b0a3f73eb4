import type { Tx } from '../../../db/connect.ts'
import { invalid, notFound, Problem } from '../../../errors.ts'
import { type Event, type Origin, recordEvents, withSource } from '../../../events.ts'
import type { Reason } from '../../products/approval/decision.ts'
import { type LockedProduct, lockProducts } from '../../products/write/stored-queries.ts'
import { writeChanges } from '../../products/write/write-changes.ts'
import { endClaims, readClaims, requireUnclaimed } from '../claims/claims.ts'
import { type LockedChanges, lockChanges, type SettledChange, settleChanges } from './change-queries.ts'
import { listLiveImages } from './decision-queries.ts'
import { entryImages, unknownImages } from './judge-decision.ts'
import { noChange, requireTransition, transitions } from './transitions.ts'

/** A decision on changes of watched fields. `version` is the version that the operator reviewed. */
export type ChangeDecision = {
  /** The product's id, in lower case. */
  id: string
  kind: 'CHANGE'
  version: number
  decision: 'ACCEPT' | 'HIDE'
  /** Empty for ACCEPT. */
  reasons: Reason[]
  /** True if the decision may be made although someone else has claimed the entry. */
  takeOver?: boolean
}

/** A decision that can be made, with the keys of the changes that it is about. */
type Made = { product: LockedProduct; decision: ChangeDecision; keys: string[] }

/**
 * Makes decisions on changes of watched fields (contract 4.13), at most one for each product. ACCEPT makes the
 * current values the accepted ones. HIDE hides the product. Returns one entry per decision: undefined, or the error
 * with which the decision was refused (see `requireDecidableChange`, `requireKnownImages` and `requireUnclaimed`). The
 * number of statements doesn't depend on the number of decisions.
 */
export async function decideChanges(
  tx: Tx,
  origin: Origin,
  decisions: ChangeDecision[]
): Promise<(Error | undefined)[]> {
  if (decisions.length === 0) return []
  const ids = decisions.map(({ id }) => id)
  const aboutImages = decisions.filter(({ reasons }) => reasons.some(({ imageId }) => imageId !== null))
  const [locked, changes, images, claims] = await Promise.all([
    lockProducts(tx, undefined, ids),
    lockChanges(tx, ids),
    aboutImages.length > 0
      ? listLiveImages(
          tx,
          aboutImages.map(({ id }) => id)
        )
      : new Map<string, Set<string>>(),
    readClaims(tx, ids)
  ])
  const products = new Map(locked.map((product) => [product.id, product]))
  const waiting = new Map(changes.map((one) => [one.productId, one]))
  const made: Made[] = []
  const refusals = decisions.map((decision) => {
    const [product, changes] = [products.get(decision.id), waiting.get(decision.id)]
    try {
      requireDecidableChange(decision, product, changes)
      requireKnownImages(decision, product, images.get(decision.id))
      requireUnclaimed(decision, claims, origin)
      made.push({ product, decision, keys: changes?.keys ?? [] })
      return undefined
    } catch (error) {
      return error as Error
    }
  })
  if (made.length === 0) return refusals
  const decided = made.map(({ decision }) => decision)
  await Promise.all([...writesOf(tx, origin, made), ...endClaims(tx, decided, claims)])
  return refusals
}

/**
 * Throws if the decision can't be made on the product and its changes as they are now:
 *
 * - 404 if the product doesn't exist
 * - 409 `NO_CHANGE` if no changes wait for a decision
 * - 409 `INVALID_TRANSITION` for HIDE, if the product isn't PUBLISHED
 * - 412 `STALE_VERSION` if the shown changes have changed since the operator reviewed them
 */
export function requireDecidableChange(
  { decision, version }: ChangeDecision,
  product: LockedProduct | undefined,
  changes: LockedChanges | undefined
): asserts product is LockedProduct {
  if (!product) throw notFound()
  if (!changes?.isWaiting) {
    throw noChange()
  }
  if (decision === 'HIDE') requireTransition('hide', product.status)
  if (changes.version !== version) {
    throw new Problem('STALE_VERSION', {
      detail: `The changes are now at version ${changes.version}. Read the entry again.`
    })
  }
}

/** Throws 400 with `UNKNOWN_IMAGE` if a reason is about an image that the product doesn't have. */
function requireKnownImages(
  { reasons }: ChangeDecision,
  product: LockedProduct,
  images: ReadonlySet<string> | undefined
): void {
  const faults = unknownImages('/reasons', reasons, entryImages(product, images))
  if (faults.length > 0) throw invalid(faults)
}

function writesOf(tx: Tx, origin: Origin, made: Made[]): Promise<void>[] {
  const settled = made.map(
    ({ decision: { id, decision, reasons }, keys }): SettledChange => ({
      productId: id,
      keys,
      decision,
      reasons
    })
  )
  const hidden = made.flatMap(({ product, decision: { decision, reasons } }) => {
    const transition = { event: 'product.hidden' as const, status: transitions.hide.to, reasons }
    return decision === 'HIDE' ? [{ product, transition }] : []
  })
  const events = made.flatMap(({ product: { id, vendorId }, decision: { decision, version } }): Event[] => {
    const subject = { type: 'product', id }
    const event = { type: 'product.change_accepted' as const, vendorId, subject, details: { version } }
    return decision === 'ACCEPT' ? [event] : []
  })
  return [
    settleChanges(tx, { settled, origin }),
    ...(events.length > 0 ? [recordEvents(tx, origin, events)] : []),
    ...(hidden.length > 0 ? writeChanges(tx, { origin: withSource(origin, 'MODERATION') }, hidden) : [])
  ]
}
