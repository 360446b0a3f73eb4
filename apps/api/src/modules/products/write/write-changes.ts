import type { Tx } from '../../../db/connect.ts'
import { type Event, recordEvent } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { DocumentChanges } from '../documents/document-changes.ts'
import { deleteDocuments, insertDocuments, updateDocuments } from '../documents/document-queries.ts'
import { isLive, type ModeratedText, type Texts } from '../staging/staging.ts'
import type { PlainFields } from './plain-fields.ts'
import {
  deleteUnusedPendingImages,
  type LockedProduct,
  type StoredRevision,
  storeRevision
} from './revision-queries.ts'
import { deleteTerms, refreshSearch, updateProduct } from './update-queries.ts'
import type { VariantChanges } from './variant-changes.ts'
import { insertVariants, updateVariants } from './variant-queries.ts'
import { insertTerms, type TermIds } from './write-queries.ts'

/** What of a product changes; nothing else is written. */
export type ProductChanges = {
  /** Moderated fields that apply at once. */
  texts: Partial<Texts>
  /** Those of a live product, and which of them are staged otherwise than before. */
  staged: { revision: StoredRevision | null; changed: ModeratedText[] } | undefined
  plain: PlainFields
  /** The slug wanted; null when the product keeps its own. */
  slug: string | null
  terms: TermIds
  /** The kinds of terms that are replaced. */
  kinds: (keyof TermIds)[]
  variants: VariantChanges
  /** Where new variants go. */
  firstPosition: number
  documents: DocumentChanges
}

/**
 * Starts what writes the changes of a locked product, with their events, one behind the other on the transaction's
 * connection: what is asked after that sees them. The caller awaits all of it.
 */
export function writeChanges(
  tx: Tx,
  caller: Caller,
  { product, changes }: { product: LockedProduct; changes: ProductChanges }
): Promise<void>[] {
  const { vendorId } = caller
  const { id } = product
  const { texts, staged, plain, slug, variants, documents } = changes
  const changedFields = changedFieldsOf(changes)
  const restaged = staged !== undefined && staged.changed.length > 0
  const forgetsProposal = Object.keys(texts).length > 0
  const raisesVersion = !isLive(product.status) && changedFields.some((field) => field !== 'variantStock')
  // What changes only variants is told by their own updatedAt.
  const touchesProduct = changedFields.some((field) => field !== 'variants' && field !== 'variantStock')
  const fields = { ...plain, ...texts }
  const writes = [
    (touchesProduct || raisesVersion) &&
      updateProduct(tx, vendorId, { id, fields, slug, raisesVersion, forgetsProposal }),
    restaged && storeRevision(tx, vendorId, { id, revision: staged.revision }),
    (restaged || forgetsProposal) && deleteUnusedPendingImages(tx, vendorId, id),
    ...writeVariants(tx, vendorId, { id, changes }),
    ...writeDocuments(tx, vendorId, { id, documents }),
    ...writeTerms(tx, vendorId, { id, changes }),
    (variants.found || ['name', 'sku', 'brand'].some((field) => field in fields)) &&
      refreshSearch(tx, vendorId, id),
    ...eventsOf(changes, changedFields).map((event) =>
      recordEvent(tx, caller, { ...event, vendorId, subject: { type: 'product', id } })
    )
  ]
  return writes.filter((write) => write !== false)
}

type Change = Pick<Event, 'type' | 'changedFields'>

function eventsOf({ staged }: ProductChanges, changedFields: string[]): Change[] {
  const events: Change[] = changedFields.length > 0 ? [{ type: 'product.updated', changedFields }] : []
  if (!staged || staged.changed.length === 0) return events
  const type = staged.revision ? 'product.revision_staged' : 'product.revision_withdrawn'
  return [...events, { type, changedFields: staged.changed }]
}

/** The fields of the body that apply at once and change something. */
function changedFieldsOf({ texts, plain, slug, kinds, variants, documents }: ProductChanges): string[] {
  return [
    ...Object.keys(texts),
    ...Object.keys(plain),
    ...(slug === null ? [] : ['slug']),
    ...kinds,
    ...(variants.beyondStock ? ['variants'] : []),
    ...(variants.updated.some(({ stockOnHand }) => stockOnHand !== undefined) ? ['variantStock'] : []),
    ...(Object.values(documents).some((list) => list.length > 0) ? ['documents'] : [])
  ]
}

type Part<T> = { id: string } & T

function writeVariants(tx: Tx, vendorId: string, { id, changes }: Part<{ changes: ProductChanges }>) {
  const { updated, created } = changes.variants
  const { firstPosition } = changes
  return [
    updated.length > 0 && updateVariants(tx, vendorId, { productId: id, variants: updated }),
    created.length > 0 && insertVariants(tx, vendorId, { productId: id, variants: created, firstPosition })
  ]
}

function writeDocuments(tx: Tx, vendorId: string, { id, documents }: Part<{ documents: DocumentChanges }>) {
  const { created, updated, removed } = documents
  return [
    removed.length > 0 && deleteDocuments(tx, vendorId, { productId: id, ids: removed }),
    updated.length > 0 && updateDocuments(tx, vendorId, { productId: id, documents: updated }),
    created.length > 0 && insertDocuments(tx, vendorId, { productId: id, documents: created })
  ]
}

function writeTerms(tx: Tx, vendorId: string, { id, changes }: Part<{ changes: ProductChanges }>) {
  const { kinds, terms } = changes
  if (kinds.length === 0) return []
  const replaced = (kind: keyof TermIds) => (kinds.includes(kind) ? terms[kind] : [])
  const ids = {
    categoryIds: replaced('categoryIds'),
    collectionIds: replaced('collectionIds'),
    tagIds: replaced('tagIds'),
    facetValueIds: replaced('facetValueIds')
  }
  return [
    deleteTerms(tx, vendorId, { productId: id, kinds }),
    insertTerms(tx, vendorId, { productId: id, ids })
  ]
}
