import type { Tx } from '../../../db/connect.ts'
import { type Event, type Origin, recordEvents } from '../../../events.ts'
import { moderatedTexts } from '../fields/lists.ts'
import type { TermIds } from '../fields/terms.ts'
import { deleteClaims } from './claim-queries.ts'
import type { StoredCorrection } from './correction-queries.ts'
import { type DocumentChanges, writeDocuments } from './document-queries.ts'
import {
  isLive,
  type ProductFields,
  reviewedVariantChanges,
  type StoredRevision,
  searchedVariantChanges,
  type TextChanges
} from './fields.ts'
import {
  deleteUnusedPendingImages,
  insertPendingImages,
  type LiveImage,
  type PendingImage,
  replaceImages
} from './image-queries.ts'
import { type ProductUpdate, updateProducts } from './product-queries.ts'
import { deleteReservations } from './slug-queries.ts'
import type { LockedProduct } from './stored-queries.ts'
import { kindsOf, replaceTerms } from './term-queries.ts'
import {
  type RevisionVerdict,
  type Transition,
  transitionEvent,
  transitionUpdate,
  verdictEvents,
  verdictUpdate
} from './transition.ts'
import {
  type ChangedVariant,
  deleteVariants,
  insertVariants,
  updateVariants,
  type VariantFields
} from './variant-queries.ts'

/**
 * Changes of a product's variants. `removed` contains ids. Variants that are in none of the lists stay
 * unchanged.
 */
export type VariantChanges = {
  updated: ChangedVariant[]
  created: VariantFields[]
  /** The position of the first new variant. */
  firstPosition: number
  removed: string[]
}

/** A change of a product's staged edits. */
export type StagedChange = {
  /** Values to add to the staged edits. `images` is always a complete set. */
  stages: StoredRevision
  /** Fields to remove from the staged edits. */
  unstages: string[]
  /** Fields whose staged value changes. */
  changed: string[]
  /** True if no staged edits are left after the change. */
  isWithdrawn: boolean
  /** The images in `stages` that are new. */
  added?: PendingImage[]
  /** For each text in `stages`, the result of `textChange`. A text without a result counts as completely changed. */
  textChanges?: TextChanges
}

/**
 * A change of one locked product. Every use case that changes products describes its changes in this form. A
 * change must contain only valid values that differ from the stored ones. Omitted properties stay unchanged.
 */
export type ProductChange = {
  product: Pick<LockedProduct, 'id' | 'vendorId' | 'status'>
  /** Values that apply immediately. */
  fields?: ProductFields
  /** Values that wait for approval, because the product is live. */
  staged?: StagedChange
  /** The new slug. It must be reserved. */
  slug?: string
  /** The new categories, collections, tags and facet values of the product. */
  terms?: Partial<TermIds>
  variants?: VariantChanges
  documents?: DocumentChanges
  /** The complete new set of live images, in display order. */
  images?: LiveImage[]
  /** If the operator makes the change to correct the product: all corrections of the product after it (contract 4.13). */
  corrections?: StoredCorrection[]
  /** A submission, a decision on a new product, or a change of visibility. */
  transition?: Transition
  /** A decision on staged fields. If it publishes images, the change also has `images`. */
  verdict?: RevisionVerdict
}

/**
 * Writes the changes of locked products. The statements are pipelined on the transaction's connection, and
 * each writes one kind of change for all products. Only new variants and documents take a statement per
 * product. Statements that the caller sends afterwards see the changes. Returns the promises of all
 * statements; the caller must await them all.
 *
 * Also ends the claims on staged edits that are withdrawn.
 *
 * Records the changes in the history of the products. Unless `isPartOfBatch` is true, also records the
 * events of each change. Otherwise the caller has to record an event for all changes together.
 *
 * Omit `vendorId` if the products belong to several vendors. In this case the function throws if a change
 * updates or removes variants, replaces terms or adds pending images.
 */
export function writeChanges(
  tx: Tx,
  { vendorId, origin, isPartOfBatch }: { vendorId?: string; origin: Origin; isPartOfBatch?: boolean },
  changes: ProductChange[]
): Promise<void>[] {
  const collect = <T>(select: (change: ProductChange) => T[]) => changes.flatMap(select)
  const updated = collect(({ variants }) => variants?.updated ?? [])
  const removed = collect(({ variants }) => variants?.removed ?? [])
  const terms = collect(({ product, terms }) => (terms ? [{ productId: product.id, ...terms }] : []))
  const added = collect(({ staged }) => staged?.added ?? [])
  if (vendorId === undefined && [updated, removed, terms, added].some((list) => list.length > 0)) {
    throw new Error('writeChanges needs a vendorId to change variants, terms or pending images')
  }
  const partsVendorId = vendorId ?? ''
  const sets = collect(({ product: { id, vendorId }, images }) =>
    images ? [{ productId: id, vendorId, images }] : []
  )
  const updates = collect(updateOf)
  const mayHaveOrphans = collect((change) => (mayOrphanImages(change) ? [change.product.id] : []))
  const withdrawn = collect(({ product: { id }, staged }) =>
    staged?.isWithdrawn && staged.changed.length > 0 ? [{ id, kind: 'REVISION' as const }] : []
  )
  const slugs = collect(({ slug }) => (slug === undefined ? [] : [slug]))
  const events = isPartOfBatch ? [] : collect(eventsOf)
  const writes = [
    updated.length > 0 && updateVariants(tx, partsVendorId, { updates: tx`${tx.json(updated)}`, origin }),
    removed.length > 0 && deleteVariants(tx, partsVendorId, { ids: removed, origin }),
    ...collect(({ product, variants }) =>
      variants ? createVariants(tx, product, { ...variants, origin }) : []
    ),
    ...collect(({ product: { id: productId, vendorId }, documents }) =>
      documents ? [writeDocuments(tx, vendorId, { productId, ...documents, origin })] : []
    ),
    terms.length > 0 &&
      replaceTerms(tx, partsVendorId, { updates: tx`${tx.json(terms)}`, kinds: kindsOf(terms), origin }),
    added.length > 0 && insertPendingImages(tx, partsVendorId, added),
    sets.length > 0 && replaceImages(tx, { sets, origin }),
    withdrawn.length > 0 && deleteClaims(tx, withdrawn),
    updates.length > 0 && updateProducts(tx, vendorId, { updates: tx`${tx.json(updates)}`, origin }),
    slugs.length > 0 && deleteReservations(tx, slugs),
    mayHaveOrphans.length > 0 && deleteUnusedPendingImages(tx, mayHaveOrphans),
    events.length > 0 && recordEvents(tx, origin, events)
  ]
  return writes.filter((write) => write !== false && write !== undefined)
}

/** Inserts the new variants of one product. */
function createVariants(
  tx: Tx,
  { id, vendorId }: ProductChange['product'],
  { created, firstPosition, origin }: VariantChanges & { origin: Origin }
): Promise<void>[] {
  if (created.length === 0) return []
  const items = created.map((variant, index) => ({ ...variant, position: firstPosition + index }))
  const productIds = items.map(() => id)
  return [
    insertVariants(tx, vendorId, {
      rows: tx`(select ${tx.json(items)}::jsonb as items, ${productIds}::uuid[] as product_ids)`,
      origin
    })
  ]
}

/** Returns the update of the product's own row, or an empty array if nothing changes that could concern it. */
function updateOf(change: ProductChange): ProductUpdate[] {
  const { product, fields, slug, terms, documents, images, staged, corrections, transition, verdict } = change
  const isRestaged = staged !== undefined && staged.changed.length > 0
  const concerning = isLive(product.status) ? searchedVariantChanges : reviewedVariantChanges
  const variantFields = changedVariantFields(change).filter((field) => concerning.includes(field))
  const update = {
    ...fields,
    ...(slug !== undefined && { slug }),
    ...forChanged(Object.keys(terms ?? {}) as (keyof TermIds)[]),
    ...(documents && changesDocuments(documents) && { documents: true as const }),
    ...(images && { images: true as const }),
    ...(isRestaged && {
      stages: staged.stages,
      unstages: staged.unstages,
      textChanges: staged.textChanges ?? {}
    }),
    ...(corrections && { corrections }),
    ...(transition && transitionUpdate(transition)),
    ...(verdict && verdictUpdate(verdict)),
    ...(variantFields.length > 0 && { variantFields })
  }
  return Object.keys(update).length > 0 ? [{ id: product.id, ...update }] : []
}

function forChanged(kinds: (keyof TermIds)[]): { [kind in keyof TermIds]?: true } {
  return Object.fromEntries(kinds.map((kind) => [kind, true]))
}

function changesDocuments({ created, updated, removed }: DocumentChanges): boolean {
  return [created, updated, removed].some((list) => list.length > 0)
}

/** Returns what changes in the variants: see `ProductUpdate.variantFields`. */
function changedVariantFields({ variants }: ProductChange): string[] {
  const { updated = [], created = [], removed = [] } = variants ?? {}
  const fields = new Set(updated.flatMap((variant) => Object.keys(variant)))
  fields.delete('id')
  if (created.length > 0) fields.add('CREATED')
  if (removed.length > 0) fields.add('DELETED')
  return [...fields]
}

/** True if the change affects more than the prices and the stock of stored variants (contract 3). */
export function isReviewed(change: ProductChange): boolean {
  const isOfProduct = (field: string) => field !== 'variants' && field !== 'variantStock'
  const isReviewedField = (field: string) => reviewedVariantChanges.includes(field)
  return changedFieldsOf(change).some(isOfProduct) || changedVariantFields(change).some(isReviewedField)
}

/** True if the change may leave pending images that neither staged nor rejected edits refer to. */
function mayOrphanImages({ fields = {}, staged, verdict }: ProductChange): boolean {
  const changesText = moderatedTexts.some((text) => fields[text] !== undefined)
  return changesText || (staged?.changed.length ?? 0) > 0 || verdict?.fields.images?.decision === 'APPROVE'
}

/** Returns the events of a change. Each event names the fields whose change it records. */
function eventsOf(change: ProductChange): Event[] {
  const { product, staged, corrections, transition, verdict, images } = change
  const events: Pick<Event, 'type' | 'changedFields' | 'details'>[] = []
  if (transition) events.push(transitionEvent(transition))
  else if (verdict) events.push(...verdictEvents(verdict))
  else if (corrections) {
    const changedFields = [...changedFieldsOf(change), ...(staged?.changed ?? [])]
    events.push({ type: 'product.corrected', changedFields, details: { target: targetOf(product) } })
  } else {
    const applied = changedFieldsOf(change).filter((field) => field !== 'images')
    if (applied.length > 0) events.push({ type: 'product.updated', changedFields: applied })
    if (images) events.push({ type: 'product.images_changed', changedFields: ['images'] })
    if (staged && staged.changed.length > 0) {
      const type = staged.isWithdrawn ? 'product.revision_withdrawn' : 'product.revision_staged'
      events.push({ type, changedFields: staged.changed })
    }
  }
  const { id, vendorId } = product
  return events.map((event) => ({ ...event, vendorId, subject: { type: 'product', id } }))
}

function targetOf({ status }: ProductChange['product']): 'PRODUCT' | 'REVISION' {
  return isLive(status) ? 'REVISION' : 'PRODUCT'
}

/**
 * Returns the names of the fields that a change applies immediately. These are the names in the body of an
 * update, and `images` for the images.
 */
export function changedFieldsOf(change: ProductChange): string[] {
  const { fields, slug, terms, documents, images } = change
  const ofVariants = changedVariantFields(change)
  const isStock = (field: string) => field === 'stockOnHand' || field === 'stockAsOf'
  return [
    ...Object.keys(fields ?? {}),
    ...(slug === undefined ? [] : ['slug']),
    ...Object.keys(terms ?? {}),
    ...(ofVariants.every(isStock) ? [] : ['variants']),
    ...(ofVariants.includes('stockOnHand') ? ['variantStock'] : []),
    ...(documents && changesDocuments(documents) ? ['documents'] : []),
    ...(images ? ['images'] : [])
  ]
}
