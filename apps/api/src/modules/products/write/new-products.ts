import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { deriveSlug } from '../../../lib/slug.ts'
import { searchedVariantFields } from '../fields/lists.ts'
import type { TermIds } from '../fields/terms.ts'
import type { NewProduct } from '../product-input.ts'
import { type DocumentFields, writeDocuments } from './document-queries.ts'
import { insertProducts, type NewOutcome } from './product-queries.ts'
import { recordCreation } from './record-queries.ts'
import { termIdsOf } from './references.ts'
import { deleteReservations } from './slug-queries.ts'
import { insertTerms, kindsOf } from './term-queries.ts'
import { insertVariants, type VariantFields } from './variant-queries.ts'

/**
 * A product to insert, with its variants, its documents, and the ids of its categories, collections, tags and
 * facet values.
 */
export type ProductDraft = {
  id: string
  /** The product's own fields. Replace the slug by a reserved one before you insert the product. */
  fields: Omit<NewProduct, 'variants' | 'documents' | keyof TermIds | 'price'> & { slug: string }
  variants: VariantFields[]
  documents: DocumentFields[]
  ids: TermIds
}

/**
 * Converts the valid body of a request into a product to insert. Derives the slug from the name if none was
 * sent. The HTML of the description must already be sanitised. `id` becomes the id of the product.
 */
export function draftProduct(body: NewProduct, documents: DocumentFields[] = [], id = newId()): ProductDraft {
  const {
    variants,
    documents: _d,
    categoryIds,
    collectionIds,
    tagIds,
    facetValueIds,
    price: _p,
    ...fields
  } = body
  return {
    id,
    fields: {
      ...fields,
      slug: fields.slug ?? deriveSlug(fields.name, fields.sku, id),
      videos: fields.videos?.map(({ url, title }) => ({ url, title: title ?? null }))
    },
    variants: (variants ?? []).map(({ price: _, ...variant }) => variant),
    documents,
    ids: termIdsOf({ categoryIds, collectionIds, tagIds, facetValueIds })
  }
}

/** Products to insert. */
type NewDrafts = {
  drafts: ProductDraft[]
  origin: Origin
  /** The import job that creates the products. Null if a request creates them. */
  importJobId?: string | null
  /** The decisions of rules. If they are omitted, all products wait for approval. */
  decided?: {
    outcomes: NewOutcome[]
    /** The index of the outcome of each draft. Null if no rule has decided. */
    indexes: (number | null)[]
    /** Records the creation of the products, and the decisions. */
    record(productIds: string[]): Promise<void>[]
  }
}

/**
 * Inserts products of a vendor with statements that are pipelined on the transaction's connection. `inserted`
 * resolves to the number of products inserted, and `parts` are the promises of all other statements. The
 * caller must await `inserted` and all `parts`.
 *
 * Products whose SKU is taken are not inserted. In this case `inserted` is lower than the number of drafts,
 * `parts` may reject, and the caller must roll back the transaction.
 */
export function insertDrafts(
  tx: Tx,
  vendorId: string,
  { drafts, origin, importJobId = null, decided }: NewDrafts
): { inserted: Promise<number>; parts: Promise<void>[] } {
  const items = drafts.map(({ fields: { attributes: productAttributes, ...fields }, variants }) => ({
    ...fields,
    productAttributes,
    terms: searchTerms(variants)
  }))
  const ids = drafts.map(({ id }) => id)
  const rows = tx`(select ${tx.json(items)}::jsonb as items, ${ids}::uuid[] as ids, null::text[] as slugs,
    ${decided?.indexes ?? null}::int[] as outcomes)`
  const inserted = insertProducts(tx, vendorId, { rows, importJobId, outcomes: decided?.outcomes ?? [] })
  const variants = drafts.flatMap(({ id, variants }) =>
    variants.map((variant, position) => ({ id, variant: { ...variant, position } }))
  )
  const termUpdates = drafts
    .map(({ id, ids }) => ({ productId: id, ...nonEmpty(ids) }))
    .filter((update) => Object.keys(update).length > 1)
  const parts = [
    variants.length > 0 &&
      insertVariants(tx, vendorId, {
        rows: tx`(select ${tx.json(variants.map(({ variant }) => variant))}::jsonb as items,
          ${variants.map(({ id }) => id)}::uuid[] as product_ids)`
      }),
    ...drafts.map(
      ({ id: productId, documents: created }) =>
        created.length > 0 && writeDocuments(tx, vendorId, { productId, created, updated: [], removed: [] })
    ),
    termUpdates.length > 0 &&
      insertTerms(tx, vendorId, { updates: tx`${tx.json(termUpdates)}`, kinds: kindsOf(termUpdates) }),
    deleteReservations(
      tx,
      drafts.map(({ fields }) => fields.slug)
    ),
    ...(decided?.record(ids) ?? [recordCreation(tx, vendorId, { productIds: ids, origin })])
  ]
  return { inserted, parts: parts.filter((part) => part !== false) }
}

/** Returns the texts of variants, such as their SKUs, by which their product can be found. */
function searchTerms(variants: VariantFields[]): string[] {
  return variants.flatMap((variant) =>
    searchedVariantFields.flatMap((field) => (variant[field as 'sku' | 'upc'] ?? []) as string[])
  )
}

function nonEmpty(ids: TermIds): Partial<TermIds> {
  return Object.fromEntries(Object.entries(ids).filter(([, list]) => list.length > 0))
}
