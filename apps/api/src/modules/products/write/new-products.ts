import type { Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { deriveSlug } from '../../../lib/slug.ts'
import type { NewProduct } from '../product-input.ts'
import { type DocumentFields, writeDocuments } from './document-queries.ts'
import type { TermIds } from './fields.ts'
import { insertProducts } from './product-queries.ts'
import { termIdsOf } from './references.ts'
import { insertTerms, kindsOf } from './term-queries.ts'
import { insertVariants, type VariantFields } from './variant-queries.ts'

/** A new product as it is stored, with all that belongs to it. */
export type ProductDraft = {
  id: string
  /** Its own fields, with the slug wanted: a taken one gets a suffix. */
  fields: Omit<NewProduct, 'variants' | 'documents' | keyof TermIds | 'price'> & { slug: string }
  variants: VariantFields[]
  documents: DocumentFields[]
  ids: TermIds
}

/** Returns what a valid body, its HTML sanitised already, is stored as: with a slug where none was sent. */
export function draftProduct(body: NewProduct, documents: DocumentFields[] = []): ProductDraft {
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
  const id = newId()
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

/**
 * Starts what inserts a vendor's products, pipelined on the transaction's connection. `inserted` is how many have a SKU
 * that no other product of the vendor has; where it is fewer, the other statements may fail and the transaction is to be
 * given up. The caller awaits all of them.
 */
export function insertDrafts(
  tx: Tx,
  vendorId: string,
  drafts: ProductDraft[]
): { inserted: Promise<number>; parts: Promise<void>[] } {
  const items = drafts.map(({ fields, variants }) => ({ ...fields, terms: searchTerms(variants) }))
  const ids = drafts.map(({ id }) => id)
  const rows = tx`(select ${tx.json(items)}::jsonb as items, ${ids}::uuid[] as ids, null::text[] as slugs)`
  const inserted = insertProducts(tx, vendorId, { rows, importJobId: null })
  const variants = drafts.flatMap(({ id, variants }) =>
    variants.map((variant, position) => ({ id, variant: { ...variant, position } }))
  )
  const filed = drafts
    .map(({ id, ids }) => ({ productId: id, ...given(ids) }))
    .filter((update) => Object.keys(update).length > 1)
  const parts = [
    variants.length > 0 &&
      insertVariants(
        tx,
        vendorId,
        tx`(select ${tx.json(variants.map(({ variant }) => variant))}::jsonb as items,
          ${variants.map(({ id }) => id)}::uuid[] as product_ids)`
      ),
    ...drafts.map(
      ({ id: productId, documents: created }) =>
        created.length > 0 && writeDocuments(tx, vendorId, { productId, created, updated: [], removed: [] })
    ),
    filed.length > 0 && insertTerms(tx, vendorId, { updates: tx`${tx.json(filed)}`, kinds: kindsOf(filed) })
  ]
  return { inserted, parts: parts.filter((part) => part !== false) }
}

/** The words that a product is found by besides its own fields. */
function searchTerms(variants: VariantFields[]): string[] {
  return variants.flatMap(({ sku, partNumber, upc }) => [sku, partNumber, upc].filter((term) => term != null))
}

function given(ids: TermIds): Partial<TermIds> {
  return Object.fromEntries(Object.entries(ids).filter(([, list]) => list.length > 0))
}
