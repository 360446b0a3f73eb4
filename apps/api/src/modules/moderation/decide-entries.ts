import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { type Event, type Origin, recordEvents } from '../../events.ts'
import {
  approveRevisions,
  type DecidedProduct,
  decideNewProducts,
  lockProducts,
  rejectRevisions,
  replaceImages
} from './decision-queries.ts'
import { requireDecidable } from './judge-decision.ts'
import type { PublishedImages } from './publish-images.ts'
import type { Decision } from './schema.ts'
import { transitions } from './transitions.ts'

type Decidable = { decision: Decision; product: DecidedProduct; index: number }

/**
 * Makes decisions on entries of the queue, however many in the same few statements, and tells the vendors. Each is
 * made as a whole or refused: the answer has for each, at its place, why it was refused (`requireDecidable`, or
 * `NO_VARIANT`), or undefined.
 */
export async function decideEntries(
  tx: Tx,
  origin: Origin,
  { decisions, published }: { decisions: Decision[]; published: PublishedImages }
): Promise<(Error | undefined)[]> {
  const products = new Map(
    (await lockProducts(tx, [...new Set(decisions.map(({ id }) => id))])).map((row) => [row.id, row])
  )
  const refusals: (Error | undefined)[] = decisions.map(() => undefined)
  const decidable: Decidable[] = []
  for (const [index, decision] of decisions.entries()) {
    const product = products.get(decision.id)
    try {
      requireDecidable(decision, product, published)
      decidable.push({ decision, product, index })
    } catch (error) {
      refusals[index] = error as Error
    }
  }
  const [sellable] = await Promise.all([
    applyToProducts(tx, decidable),
    applyToRevisions(tx, decidable, published)
  ])
  const decided = decidable.filter((entry) => {
    if (entry.decision.kind === 'REVISION' || sellable.has(entry.decision.id)) return true
    refusals[entry.index] = noVariant()
    return false
  })
  if (decided.length > 0) await recordEvents(tx, origin, decided.map(eventOf))
  return refusals
}

async function applyToProducts(tx: Tx, entries: Decidable[]): Promise<Set<string>> {
  const rows = entries
    .filter(({ decision }) => decision.kind === 'PRODUCT')
    .map(({ decision: { id, decision, reason } }) =>
      decision === 'APPROVE'
        ? { id, ...transitions.approve, decision: 'APPROVED' as const, reason: null }
        : { id, ...transitions.reject, decision: 'REJECTED' as const, reason }
    )
  return new Set(rows.length > 0 ? await decideNewProducts(tx, rows) : [])
}

async function applyToRevisions(tx: Tx, entries: Decidable[], published: PublishedImages): Promise<void> {
  const revisions = entries.filter(({ decision }) => decision.kind === 'REVISION')
  const approved = revisions.filter(({ decision }) => decision.decision === 'APPROVE')
  const rejected = revisions.filter(({ decision }) => decision.decision === 'REJECT')
  const ids = approved.map(({ decision }) => decision.id)
  const files = approved.flatMap(({ product }) =>
    product.newImages.map((id) => ({ id, path: String(published.get(id)) }))
  )
  // One after the other: the images are read from the staged values, which approving clears.
  if (approved.some(({ product }) => product.revisedFields?.includes('images'))) {
    await replaceImages(tx, ids, files)
  }
  if (ids.length > 0) await approveRevisions(tx, ids)
  if (rejected.length === 0) return
  await rejectRevisions(
    tx,
    rejected.map(({ decision: { id, reason } }) => ({ id, reason }))
  )
}

const eventTypes = {
  PRODUCT: { APPROVE: 'product.approved', REJECT: 'product.rejected' },
  REVISION: { APPROVE: 'product.revision_approved', REJECT: 'product.revision_rejected' }
} as const

function eventOf({ decision: { id, kind, decision, reason }, product }: Decidable): Event {
  return {
    type: eventTypes[kind][decision],
    vendorId: product.vendorId,
    subject: { type: 'product', id },
    changedFields: [...changedBy(kind, decision, product), 'moderation'],
    ...(decision === 'REJECT' && { details: { reason } })
  }
}

function changedBy(
  kind: Decision['kind'],
  decision: Decision['decision'],
  product: DecidedProduct
): string[] {
  if (kind === 'PRODUCT') return ['status']
  return decision === 'APPROVE' ? [...(product.revisedFields ?? []), 'pendingRevision'] : ['pendingRevision']
}

function noVariant(): Problem {
  return new Problem('NO_VARIANT', {
    detail: 'A product without a variant cannot be sold, so not approved.'
  })
}
