import { notFound, Problem } from '../../errors.ts'
import type { PublishedImages } from '../products/approval/decision.ts'
import type { LockedProduct } from '../products/write/stored-queries.ts'
import type { Decision } from './schema.ts'
import { requireTransition } from './transitions.ts'

/**
 * Throws if the decision can't be made on the product as it is now:
 *
 * - 404 if the product doesn't exist
 * - 409 `INVALID_TRANSITION` or `NO_REVISION` if the product doesn't wait for this decision
 * - 412 `STALE_VERSION` if the product has changed since the operator reviewed it
 * - the error that occurred when one of the product's new images was published
 */
export function requireDecidable(
  decision: Decision,
  product: LockedProduct | undefined,
  published: PublishedImages
): asserts product is LockedProduct {
  if (!product) throw notFound()
  if (decision.kind === 'PRODUCT') {
    requireTransition(decision.decision === 'APPROVE' ? 'approve' : 'reject', product.status)
  } else if (!product.revisedFields) {
    throw new Problem('NO_REVISION', { detail: 'The product has no staged edits.' })
  }
  if (product.moderationVersion !== decision.version) {
    throw stale(`The product is now at version ${product.moderationVersion}.`)
  }
  if (decision.kind === 'REVISION' && decision.decision === 'APPROVE') requirePublished(product, published)
}

function requirePublished({ stagedImages }: LockedProduct, published: PublishedImages): void {
  for (const { id, isNew } of stagedImages ?? []) {
    if (!isNew) continue
    const path = published.get(id)
    if (path instanceof Error) throw path
    // The product got this version after its new images were listed for publication.
    if (path === undefined) throw stale('The product changed during the request.')
  }
}

function stale(detail: string): Problem {
  return new Problem('STALE_VERSION', { detail })
}
