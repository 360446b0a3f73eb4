import { notFound, Problem } from '../../errors.ts'
import type { LockedProduct } from '../products/write/stored-queries.ts'
import type { PublishedImages } from './publish-images.ts'
import type { Decision } from './schema.ts'
import { requireMove } from './transitions.ts'

/**
 * Refuses a decision that cannot be made on the product as it is now: 404 where there is none, 409
 * `INVALID_TRANSITION` or `NO_REVISION` where nothing waits any more, 412 `STALE_VERSION` where the operator has not
 * seen what waits, and whatever kept a new image from being published.
 */
export function requireDecidable(
  decision: Decision,
  product: LockedProduct | undefined,
  published: PublishedImages
): asserts product is LockedProduct {
  if (!product) throw notFound()
  if (decision.kind === 'PRODUCT') {
    requireMove(decision.decision === 'APPROVE' ? 'approve' : 'reject', product.status)
  } else if (!product.revisedFields) {
    throw new Problem('NO_REVISION', { detail: 'The product has no staged edits to decide on.' })
  }
  if (product.moderationVersion !== decision.version) {
    throw stale(`The product is at version ${product.moderationVersion}.`)
  }
  if (decision.kind === 'REVISION' && decision.decision === 'APPROVE') requirePublished(product, published)
}

function requirePublished({ stagedImages }: LockedProduct, published: PublishedImages): void {
  for (const { id, isNew } of stagedImages ?? []) {
    if (!isNew) continue
    const path = published.get(id)
    if (path instanceof Error) throw path
    // The product got this version after the files of its images were read.
    if (path === undefined) throw stale('The product changed while the decision was made.')
  }
}

function stale(detail: string): Problem {
  return new Problem('STALE_VERSION', { detail })
}
