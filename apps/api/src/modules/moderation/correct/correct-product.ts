import type { Tx } from '../../../db/connect.ts'
import { invalid, notFound, orNotFound, Problem } from '../../../errors.ts'
import { withSource } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Answer } from '../../../http/transaction.ts'
import { patchAttributeFaults, refreshAfter } from '../../products/attributes/check-writes.ts'
import type { DefinitionCache } from '../../products/attributes/definition-cache.ts'
import type { PlatformProduct } from '../../products/platform-schema.ts'
import type { ProductPatch } from '../../products/product-patch.ts'
import { isLive } from '../../products/write/fields.ts'
import { listFieldChanges } from '../../products/write/plan/field-changes.ts'
import { editsOfPatch, locatedAt } from '../../products/write/plan/patch-edits.ts'
import { editFaults, stockNames } from '../../products/write/plan/patch-faults.ts'
import { planEdits } from '../../products/write/plan/plan-queries.ts'
import { plannedChange } from '../../products/write/plan/planned-change.ts'
import { lockVariantsOfEdits } from '../../products/write/plan/target-queries.ts'
import { type LockedProduct, lockProductsToEdit } from '../../products/write/stored-queries.ts'
import { changedFieldsOf, type ProductChange, writeChanges } from '../../products/write/write-changes.ts'
import { readClaims, requireUnclaimed } from '../claims/claim-queries.ts'
import { entryKinds, lockEntries, requireStatus, requireVersion } from '../decide/entry-kinds.ts'
import { findPlatformProduct } from '../queries.ts'
import { readCorrections } from './correction-queries.ts'
import { mergeCorrections } from './merge-corrections.ts'

type Correction = {
  id: string
  /** The version that the operator saw. */
  version: number
  takeOver: boolean
  /** The corrected values, with sanitised HTML. */
  patch: ProductPatch
}

/**
 * Corrects values that wait for approval (contract 4.13): any of a new product, or staged texts of a live one. Nothing is
 * published, and approval rules aren't evaluated. Returns the product, with a higher version if a value has changed.
 *
 * Throws 404, 409 `INVALID_TRANSITION`, `NO_REVISION`, `FIELD_NOT_PENDING` or `CLAIMED`, 412 `STALE_VERSION`, or 400 with
 * all faults that depend on stored data.
 */
export async function correctProduct(
  tx: Tx,
  caller: Caller,
  { definitions, ...correction }: Correction & { definitions: DefinitionCache }
): Promise<Answer<PlatformProduct>> {
  const { id, patch } = correction
  const { vendorId } = await lockWaiting(tx, caller, correction)
  const attributeFaults = patchAttributeFaults(tx, definitions, { id, patch })
  const [planned, foundFaults] = await Promise.all([
    planCorrection(tx, vendorId, { id, patch }),
    attributeFaults
  ])
  const faults = [...planned.faults, ...foundFaults]
  if (faults.length > 0) throw invalid(faults)
  const writes = await correct(tx, caller, planned)
  const origin = withSource(caller, 'MODERATION')
  const refreshed = writes.length > 0 && refreshAfter(tx, definitions, { changes: [planned.change], origin })
  const { assetOrigin } = caller
  const read = async () => {
    if (refreshed) await refreshed
    return findPlatformProduct(tx, { id, assetOrigin })
  }
  const [json] = await Promise.all([read(), ...writes])
  return { json: orNotFound(json), tagged: true }
}

/** Locks the product, and throws unless the correction can be made on what waits. */
async function lockWaiting(
  tx: Tx,
  caller: Caller,
  { id, version, takeOver, patch }: Correction
): Promise<LockedProduct> {
  const [[locked], claims] = await Promise.all([
    lockEntries(tx, [{ id, kind: 'REVISION' }]),
    readClaims(tx, [id])
  ])
  if (!locked) throw notFound()
  const { product } = locked
  const kind = isLive(product.status) ? 'REVISION' : 'PRODUCT'
  if (kind === 'PRODUCT') requireStatus('correct', product.status)
  else entryKinds.REVISION.requireWaiting(locked, 'correct')
  requireVersion({ version }, product)
  if (kind === 'REVISION') requirePending(product, patch)
  requireUnclaimed({ id, kind, takeOver }, claims, caller)
  return product
}

function requirePending({ revisedFields }: LockedProduct, patch: ProductPatch): void {
  const others = Object.keys(patch).filter((field) => !revisedFields?.includes(field))
  if (others.length === 0) return
  throw new Problem('FIELD_NOT_PENDING', {
    detail: `These fields have no staged edits: ${others.join(', ')}. No field was corrected.`
  })
}

/** Compares the corrected values with the stored ones, and returns the change that they make, and all faults. */
async function planCorrection(tx: Tx, vendorId: string, { id, patch }: Pick<Correction, 'id' | 'patch'>) {
  const edits = editsOfPatch(id, patch)
  const source = {
    edits: tx`${tx.json(edits.map(({ edit }) => edit))}::jsonb`,
    hasStockConditions: false,
    located: locatedAt(edits.map(() => ({ id })))
  }
  const [[stored], , plan] = await Promise.all([
    lockProductsToEdit(tx, vendorId, [id]),
    patch.variants && lockVariantsOfEdits(tx, vendorId, source),
    planEdits(tx, vendorId, { ...source, fields: 'ALL', names: stockNames })
  ])
  const product = orNotFound(stored)
  const given = edits[0]?.edit.product ?? {}
  return {
    product,
    change: plannedChange(product, { given, planned: plan.products[0], edits: plan.edits }),
    faults: editFaults(edits, plan.edits, patch.variants ?? []).faults
  }
}

/** Writes a correction, unless it changes nothing. Returns the promises of all statements. */
async function correct(
  tx: Tx,
  caller: Caller,
  edited: Pick<Awaited<ReturnType<typeof planCorrection>>, 'product' | 'change'>
): Promise<Promise<void>[]> {
  const { product, change } = edited
  if (!changesAnything(change)) return []
  const [{ corrections, at }, [changes = []]] = await Promise.all([
    readCorrections(tx, product.id),
    listFieldChanges(tx, product.vendorId, [edited])
  ])
  const corrected = mergeCorrections(corrections, changes, { actor: caller.actor, at })
  const origin = withSource(caller, 'MODERATION')
  return writeChanges(tx, { vendorId: product.vendorId, origin }, [{ ...change, corrections: corrected }])
}

function changesAnything(change: ProductChange): boolean {
  return changedFieldsOf(change).length > 0 || (change.staged?.changed.length ?? 0) > 0
}
