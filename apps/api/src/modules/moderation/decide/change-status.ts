import type { Tx } from '../../../db/connect.ts'
import { invalid, orNotFound } from '../../../errors.ts'
import { withSource } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { RuleDeps } from '../../products/approval/apply-rules.ts'
import type { Reason } from '../../products/approval/decision.ts'
import { readAfterRules } from '../../products/approval/read-after-rules.ts'
import type { PlatformProduct } from '../../products/platform-schema.ts'
import { findProduct } from '../../products/read/read-queries.ts'
import type { Product } from '../../products/schema.ts'
import { type LockedProduct, lockProduct } from '../../products/write/stored-queries.ts'
import { writeChanges } from '../../products/write/write-changes.ts'
import { findPlatformProduct } from '../queries.ts'
import { listLiveImages } from './decision-queries.ts'
import { entryImages, unknownImages } from './judge-decision.ts'
import { requireTransition, transitions } from './transitions.ts'

type Input = { id: string } & ({ transition: 'hide'; reasons: Reason[] } | { transition: 'publish' })

const events = { hide: 'product.hidden', publish: 'product.published' } as const

/**
 * Hides a published product from storefronts, or publishes a hidden product again. Records an event for
 * the vendor. Throws 409 `INVALID_TRANSITION` if the product has another status, and 400 with
 * `UNKNOWN_IMAGE` if a reason is about an image that the product doesn't have. Staged edits stay staged.
 */
export async function changeVisibility(
  tx: Tx,
  caller: Caller,
  input: Input
): Promise<JsonText<PlatformProduct>> {
  const { id, transition } = input
  const product = orNotFound(await lockProduct(tx, undefined, id))
  requireTransition(transition, product.status)
  const reasons = input.transition === 'hide' ? input.reasons : []
  await requireImages(tx, product, reasons)
  const change = { event: events[transition], status: transitions[transition].to, reasons }
  const writes = writeChanges(tx, { origin: withSource(caller, 'MODERATION') }, [
    { product, transition: change }
  ])
  const { assetOrigin } = caller
  const [json] = await Promise.all([findPlatformProduct(tx, { id, assetOrigin }), ...writes])
  return orNotFound(json)
}

async function requireImages(tx: Tx, product: LockedProduct, reasons: Reason[]): Promise<void> {
  if (reasons.every(({ imageId }) => imageId === null)) return
  const images = await listLiveImages(tx, [product.id])
  const faults = unknownImages('/reasons', reasons, entryImages(product, images.get(product.id)))
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Submits a rejected product for approval again. An approval rule can decide on it immediately. Throws 409
 * `INVALID_TRANSITION` unless its status is DRAFT.
 */
export async function submitProduct(
  tx: Tx,
  caller: Caller,
  { id, rules }: { id: string; rules: RuleDeps }
): Promise<JsonText<Product>> {
  const { vendorId, assetOrigin } = caller
  const product = orNotFound(await lockProduct(tx, vendorId, id))
  requireTransition('submit', product.status)
  const transition = { event: 'product.submitted', status: transitions.submit.to } as const
  const writes = writeChanges(tx, { vendorId, origin: caller }, [{ product, transition }])
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  const answer = readAfterRules(tx, rules, { origin: caller, productId: product.id, read })
  const [json] = await Promise.all([answer, ...writes])
  return json
}
