import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findPlatformProduct, lockProduct, updateVisibility } from './queries.ts'
import type { PlatformProduct } from './schema.ts'
import { requireMove, transitions } from './transitions.ts'

type Input = { id: string } & ({ move: 'hide'; reason: string } | { move: 'publish' })

const events = { hide: 'product.hidden', publish: 'product.published' } as const

/**
 * Takes a product off the storefronts or brings it back, and tells the vendor; 409 `INVALID_TRANSITION` in any
 * other state. Staged edits stay staged.
 */
export async function changeVisibility(
  tx: Tx,
  caller: Caller,
  input: Input
): Promise<JsonText<PlatformProduct>> {
  const { id, move } = input
  const { vendorId, status } = orNotFound(await lockProduct(tx, { id }))
  requireMove(move, status)
  await updateVisibility(tx, { id, move: transitions[move] })
  await recordEvent(tx, caller, {
    type: events[move],
    vendorId,
    subject: { type: 'product', id },
    changedFields: ['status'],
    ...(input.move === 'hide' && { details: { reason: input.reason } })
  })
  const { assetOrigin } = caller
  return orNotFound(await findPlatformProduct(tx, { id, assetOrigin }))
}
