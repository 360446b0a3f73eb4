import type { Tx } from '../../../db/connect.ts'
import { type Event, type Origin, recordEvents } from '../../../events.ts'
import type { Product } from '../schema.ts'
import { type DocumentChanges, writeDocuments } from './document-queries.ts'
import { isLive, type ProductFields, type StoredRevision, type TermIds } from './fields.ts'
import {
  deleteUnusedPendingImages,
  insertPendingImages,
  type LiveImage,
  type PendingImage,
  replaceImages
} from './image-queries.ts'
import { type ModerationDecision, type ProductUpdate, updateProducts } from './product-queries.ts'
import type { LockedProduct } from './stored-queries.ts'
import { kindsOf, replaceTerms } from './term-queries.ts'
import {
  type ChangedVariant,
  deleteVariants,
  insertVariants,
  updateVariants,
  type VariantFields
} from './variant-queries.ts'

/** What changes of a product's variants. */
export type VariantChanges = {
  updated: ChangedVariant[]
  /** New ones, from `firstPosition`. */
  created: VariantFields[]
  firstPosition: number
  removed: string[]
}

/** A change of a product's staged edits. */
export type StagedChange = {
  /** Values that are staged from now on, whole sets of images among them. */
  stages: StoredRevision
  /** Fields that are no longer staged. */
  unstages: string[]
  /** The fields of which something else is staged than before. */
  changed: string[]
  /** True if nothing is staged any more. */
  isWithdrawn: boolean
  /** New images among the staged ones. */
  added?: PendingImage[]
}

/**
 * A change of one product that is locked, by whatever path it comes. Only what is given is written: values that differ
 * from the stored ones, compared and checked before.
 */
export type ProductChange = {
  product: Pick<LockedProduct, 'id' | 'vendorId' | 'status'>
  /** Values that apply at once. */
  fields?: ProductFields
  /** Values that wait for approval, because the product is live. */
  staged?: StagedChange
  /** The slug wanted: a taken one gets a suffix. */
  slug?: string
  /** Kinds of terms that are replaced. */
  terms?: Partial<TermIds>
  variants?: VariantChanges
  documents?: DocumentChanges
  /** The whole set of live images, in its order. */
  images?: LiveImage[]
  /** A step in the product's approval, or in and out of the storefronts. */
  move?: Move
}

/** `status` where the product leaves its own. */
export type Move = {
  event:
    | 'product.approved'
    | 'product.rejected'
    | 'product.revision_approved'
    | 'product.revision_rejected'
    | 'product.submitted'
    | 'product.hidden'
    | 'product.published'
  status?: Product['status']
  reason?: string | null
  /** The staged fields that it makes live or takes back. */
  revised?: string[]
}

/**
 * Starts what writes the changes of locked products, in the same few statements however many there are, pipelined on
 * the transaction's connection: statements sent after that see them. The caller awaits all of them. With an `origin` each
 * change has its events; without, the caller records one for all. `vendorId` is left out where the products are of several
 * vendors: of these only the products themselves and their live images change.
 */
export function writeChanges(
  tx: Tx,
  { vendorId, origin }: { vendorId?: string; origin?: Origin },
  changes: ProductChange[]
): Promise<void>[] {
  const of = <T>(select: (change: ProductChange) => T[]) => changes.flatMap(select)
  // In the order in which bulk updates and orders lock them.
  const updated = of(({ variants }) => variants?.updated ?? [])
  const removed = of(({ variants }) => variants?.removed ?? [])
  const terms = of(({ product, terms }) => (terms ? [{ productId: product.id, ...terms }] : []))
  const added = of(({ staged }) => staged?.added ?? [])
  if (vendorId === undefined && [updated, removed, terms, added].some((list) => list.length > 0)) {
    throw new Error('Parts of products change for one vendor at a time')
  }
  const ofVendor = vendorId ?? ''
  const sets = of(({ product: { id, vendorId }, images }) =>
    images ? [{ productId: id, vendorId, images }] : []
  )
  const updates = of(updateOf)
  const forgetful = of((change) => (mayForgetImages(change) ? [change.product.id] : []))
  const events = origin ? of(eventsOf) : []
  const writes = [
    updated.length > 0 && updateVariants(tx, ofVendor, tx`${tx.json(updated)}`),
    removed.length > 0 && deleteVariants(tx, ofVendor, removed),
    ...of(({ product, variants }) => (variants ? createVariants(tx, product, variants) : [])),
    ...of(({ product: { id: productId, vendorId }, documents }) =>
      documents ? [writeDocuments(tx, vendorId, { productId, ...documents })] : []
    ),
    terms.length > 0 && replaceTerms(tx, ofVendor, { updates: tx`${tx.json(terms)}`, kinds: kindsOf(terms) }),
    added.length > 0 && insertPendingImages(tx, ofVendor, added),
    sets.length > 0 && replaceImages(tx, sets),
    updates.length > 0 && updateProducts(tx, vendorId, tx`${tx.json(updates)}`),
    forgetful.length > 0 && deleteUnusedPendingImages(tx, forgetful),
    origin && events.length > 0 && recordEvents(tx, origin, events)
  ]
  return writes.filter((write) => write !== false && write !== undefined)
}

function createVariants(
  tx: Tx,
  { id, vendorId }: ProductChange['product'],
  { created, firstPosition }: VariantChanges
): Promise<void>[] {
  if (created.length === 0) return []
  const items = created.map((variant, index) => ({ ...variant, position: firstPosition + index }))
  const productIds = items.map(() => id)
  return [
    insertVariants(
      tx,
      vendorId,
      tx`(select ${tx.json(items)}::jsonb as items, ${productIds}::uuid[] as product_ids)`
    )
  ]
}

/** What changes of the product's own row, if anything does. */
function updateOf(change: ProductChange): ProductUpdate[] {
  const { product, fields = {}, slug, staged, move } = change
  const isRestaged = staged !== undefined && staged.changed.length > 0
  const changed = changedFieldsOf(change)
  const isTouched = changed.some((field) => field !== 'variants' && field !== 'variantStock')
  const isSeen = !isLive(product.status) && changed.some((field) => field !== 'variantStock')
  const hasOtherTerms = changesTerms(change)
  if (!isRestaged && !isTouched && !isSeen && !move && !hasOtherTerms) return []
  return [
    {
      id: product.id,
      ...fields,
      ...(slug !== undefined && { slug }),
      ...(isRestaged && { stages: staged.stages, unstages: staged.unstages }),
      ...(move && moved(move)),
      ...(isTouched && { isTouched }),
      ...(isSeen && { isSeen }),
      ...(hasOtherTerms && { changesTerms: true })
    }
  ]
}

const decisions: { [event in Move['event']]?: Omit<ModerationDecision, 'reason'> } = {
  'product.approved': { decision: 'APPROVED', target: 'PRODUCT' },
  'product.rejected': { decision: 'REJECTED', target: 'PRODUCT' },
  'product.revision_approved': { decision: 'APPROVED', target: 'REVISION' },
  'product.revision_rejected': { decision: 'REJECTED', target: 'REVISION' }
}

function moved({ event, status, reason = null, revised = [] }: Move): Omit<ProductUpdate, 'id'> {
  const decision = decisions[event]
  const approves = event === 'product.revision_approved'
  return {
    ...(status && { status }),
    ...(decision && { moderation: { ...decision, reason } }),
    ...(decision?.target === 'REVISION' && { unstages: revised, keepsStaged: !approves }),
    ...(approves && { takes: revised.filter((field) => field !== 'images') })
  }
}

/** True if the product is found by other variants than before. */
export function changesTerms({ variants }: ProductChange): boolean {
  if (!variants) return false
  const { updated, created, removed } = variants
  const isNamed = ({ sku, upc, partNumber }: ChangedVariant) =>
    sku !== undefined || upc !== undefined || partNumber !== undefined
  return created.length > 0 || removed.length > 0 || updated.some(isNamed)
}

/** True if new images may be named by neither staged nor rejected edits any more. */
function mayForgetImages({ fields = {}, staged, move }: ProductChange): boolean {
  const { name, shortDescription, description } = fields
  const changesText = name !== undefined || shortDescription !== undefined || description !== undefined
  return changesText || (staged?.changed.length ?? 0) > 0 || move?.event === 'product.revision_approved'
}

/** The events of a change, each with the fields that it changes. */
function eventsOf(change: ProductChange): Event[] {
  const { product, staged, move, images } = change
  const found: Pick<Event, 'type' | 'changedFields' | 'details'>[] = []
  if (move) found.push(eventOfMove(move))
  else {
    const applied = changedFieldsOf(change).filter((field) => field !== 'images')
    if (applied.length > 0) found.push({ type: 'product.updated', changedFields: applied })
    if (images) found.push({ type: 'product.images_changed', changedFields: ['images'] })
    if (staged && staged.changed.length > 0) {
      const type = staged.isWithdrawn ? 'product.revision_withdrawn' : 'product.revision_staged'
      found.push({ type, changedFields: staged.changed })
    }
  }
  const { id, vendorId } = product
  return found.map((event) => ({ ...event, vendorId, subject: { type: 'product', id } }))
}

function eventOfMove({ event, status, reason, revised = [] }: Move) {
  const approves = event === 'product.revision_approved'
  return {
    type: event,
    changedFields: [
      ...(status ? ['status'] : []),
      ...(approves ? revised : []),
      ...(decisions[event]?.target === 'REVISION' ? ['pendingRevision'] : []),
      ...(decisions[event] ? ['moderation'] : [])
    ],
    ...(reason != null && { details: { reason } })
  }
}

/** The fields of a product's body that apply at once and change something, and `images`. */
export function changedFieldsOf({
  fields,
  slug,
  terms,
  variants,
  documents,
  images
}: ProductChange): string[] {
  const updated = variants?.updated ?? []
  const isStock = (field: string) => field === 'stockOnHand' || field === 'id'
  const beyondStock =
    (variants && (variants.created.length > 0 || variants.removed.length > 0)) ||
    updated.some((variant) => !Object.keys(variant).every(isStock))
  return [
    ...Object.keys(fields ?? {}),
    ...(slug === undefined ? [] : ['slug']),
    ...Object.keys(terms ?? {}),
    ...(beyondStock ? ['variants'] : []),
    ...(updated.some(({ stockOnHand }) => stockOnHand !== undefined) ? ['variantStock'] : []),
    ...(documents && Object.values(documents).some((list) => list.length > 0) ? ['documents'] : []),
    ...(images ? ['images'] : [])
  ]
}
