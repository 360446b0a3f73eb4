import type { Tx } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import { withSource } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { RuleDeps } from '../../products/approval/apply-rules.ts'
import { listLiveImages } from '../../products/approval/decision-queries.ts'
import { readAfterRules } from '../../products/approval/read-after-rules.ts'
import type { PlatformProduct } from '../../products/platform-schema.ts'
import { findProduct } from '../../products/read/read-queries.ts'
import type { Product } from '../../products/schema.ts'
import type { Reason } from '../../products/write/reason.ts'
import { type LockedProduct, lockProduct } from '../../products/write/stored-queries.ts'
import { writeChanges } from '../../products/write/write-changes.ts'
import { findPlatformProduct } from '../queries.ts'
import { requireEntryImages, requireStatus } from './entry-kinds.ts'

type Input = { id: string } & ({ action: 'hide'; reasons: Reason[] } | { action: 'publish' })

const transitions = {
  hide: { event: 'product.hidden', status: 'HIDDEN' },
  publish: { event: 'product.published', status: 'PUBLISHED' },
  submit: { event: 'product.submitted', status: 'PENDING_APPROVAL' }
} as const

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
  const { id, action } = input
  const product = orNotFound(await lockProduct(tx, undefined, id))
  requireStatus(action, product.status)
  const reasons = input.action === 'hide' ? input.reasons : []
  await requireImages(tx, product, reasons)
  const transition = { ...transitions[action], reasons }
  const writes = writeChanges(tx, { origin: withSource(caller, 'MODERATION') }, [{ product, transition }])
  const { assetOrigin } = caller
  const [json] = await Promise.all([findPlatformProduct(tx, { id, assetOrigin }), ...writes])
  return orNotFound(json)
}

async function requireImages(tx: Tx, product: LockedProduct, reasons: Reason[]): Promise<void> {
  if (reasons.every(({ imageId }) => imageId === null)) return
  requireEntryImages({ reasons }, product, await listLiveImages(tx, [product.id]))
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
  requireStatus('submit', product.status)
  const change = { product, transition: transitions.submit }
  const writes = writeChanges(tx, { vendorId, origin: caller }, [change])
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  const answer = readAfterRules(tx, rules, { origin: caller, productId: product.id, read })
  const [json] = await Promise.all([answer, ...writes])
  return json
}
