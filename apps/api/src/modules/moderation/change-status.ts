import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findProduct } from '../products/read/read-queries.ts'
import type { Product } from '../products/schema.ts'
import { lockProduct } from '../products/write/stored-queries.ts'
import { writeChanges } from '../products/write/write-changes.ts'
import { findPlatformProduct } from './queries.ts'
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
  const product = orNotFound(await lockProduct(tx, undefined, id))
  requireMove(move, product.status)
  const reason = input.move === 'hide' ? input.reason : null
  const moved = { event: events[move], status: transitions[move].to, reason }
  const writes = writeChanges(tx, { origin: caller }, [{ product, move: moved }])
  const { assetOrigin } = caller
  const [json] = await Promise.all([findPlatformProduct(tx, { id, assetOrigin }), ...writes])
  return orNotFound(json)
}

/** Puts a rejected product into the queue again; 409 `INVALID_TRANSITION` unless it is a DRAFT. */
export async function submitProduct(tx: Tx, caller: Caller, id: string): Promise<JsonText<Product>> {
  const { vendorId, assetOrigin } = caller
  const product = orNotFound(await lockProduct(tx, vendorId, id))
  requireMove('submit', product.status)
  const move = { event: 'product.submitted', status: transitions.submit.to } as const
  const writes = writeChanges(tx, { vendorId, origin: caller }, [{ product, move }])
  const [json] = await Promise.all([findProduct(tx, vendorId, { id, assetOrigin }), ...writes])
  return orNotFound(json)
}
