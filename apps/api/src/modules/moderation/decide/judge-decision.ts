import { type Fault, invalid, notFound, Problem } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { PublishedImages, Reason } from '../../products/approval/decision.ts'
import type { LockedProduct } from '../../products/write/stored-queries.ts'
import type { Decision } from '../schema.ts'
import { approvesImages } from './publish-images.ts'
import { requireTransition } from './transitions.ts'

/**
 * Throws if the decision can't be made on the product as it is now:
 *
 * - 404 if the product doesn't exist
 * - 409 `INVALID_TRANSITION` or `NO_REVISION` if the product doesn't wait for a decision on the whole entry
 * - 412 `STALE_VERSION` if the product has changed since the operator reviewed it
 * - 409 `FIELD_NOT_PENDING` if one of the decided fields has no staged edits
 * - 400 with `UNKNOWN_IMAGE` if a reason is about an image that the entry doesn't have. `images` has the
 *   ids of the live images.
 * - the error that occurred when one of the product's new images was published
 */
export function requireDecidable(
  decision: Decision,
  product: LockedProduct | undefined,
  { published, images }: { published: PublishedImages; images: ReadonlySet<string> | undefined }
): asserts product is LockedProduct {
  if (!product) throw notFound()
  if (!decision.fields) requireWaiting(decision, product)
  if (product.moderationVersion !== decision.version) {
    throw stale(`The product is now at version ${product.moderationVersion}.`)
  }
  if (decision.fields) requireStaged(Object.keys(decision.fields), product)
  requireKnownImages(decision, product, images)
  if (approvesImages(decision)) requirePublished(product, published)
}

function requireWaiting({ kind, decision }: Decision, { status, revisedFields }: LockedProduct): void {
  if (kind === 'PRODUCT') requireTransition(decision === 'APPROVE' ? 'approve' : 'reject', status)
  else if (!revisedFields) throw new Problem('NO_REVISION', { detail: 'The product has no staged edits.' })
}

function requireStaged(fields: string[], { revisedFields }: LockedProduct): void {
  const others = fields.filter((field) => !revisedFields?.includes(field))
  if (others.length === 0) return
  throw new Problem('FIELD_NOT_PENDING', {
    detail: `These fields have no staged edits: ${others.join(', ')}. No field was decided.`
  })
}

function requireKnownImages(
  { reasons, fields }: Decision,
  product: LockedProduct,
  images: ReadonlySet<string> | undefined
): void {
  const known = entryImages(product, images)
  const lists = fields
    ? Object.entries(fields).map(([field, verdict]) => [`/fields/${field}`, verdict.reasons] as const)
    : [['', reasons] as const]
  const faults = lists.flatMap(([pointer, list]) => unknownImages(`${pointer}/reasons`, list, known))
  if (faults.length > 0) throw invalid(faults)
}

/** Returns the ids of the live and the staged images of a product. `images` has the ids of the live ones. */
export function entryImages(
  { stagedImages }: Pick<LockedProduct, 'stagedImages'>,
  images: ReadonlySet<string> = new Set()
): ReadonlySet<string> {
  return new Set([...images, ...(stagedImages ?? []).map(({ id }) => id)])
}

/**
 * Returns the faults of reasons, which are at `pointer` of the body, that are about none of the known
 * images.
 */
export function unknownImages(pointer: string, reasons: Reason[], known: ReadonlySet<string>): Fault[] {
  return reasons.flatMap(({ imageId }, index) => {
    if (imageId === null || known.has(imageId)) return []
    const message = 'must be the id of an image of this product or of its staged edits'
    return [fault(`${pointer}/${index}/imageId`, 'UNKNOWN_IMAGE', message)]
  })
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
