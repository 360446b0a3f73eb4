import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { fault } from '../../http/faults.ts'
import type { Answer } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { deriveSlug } from '../../lib/slug.ts'
import { newDocument } from './documents/document-changes.ts'
import type { DocumentEntry } from './documents/document-files.ts'
import { insertDocuments } from './documents/document-queries.ts'
import type { NewProduct } from './product-input.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { termIdsOf, unknownTermFaults } from './write/references.ts'
import { insertVariants, type VariantFields } from './write/variant-queries.ts'
import { insertProduct, insertTerms, type ProductFields, type TermIds } from './write/write-queries.ts'

/** A new product as it is stored, with all that belongs to it. */
export type ProductDraft = {
  id: string
  fields: ProductFields
  variants: VariantFields[]
  ids: TermIds
}

/** Turns a valid body, its HTML sanitised already, into what is stored: with a slug where none was sent. */
export function draftProduct(body: NewProduct): ProductDraft {
  const {
    variants,
    documents: _documents,
    categoryIds,
    collectionIds,
    tagIds,
    facetValueIds,
    price: _price,
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
    ids: termIdsOf({ categoryIds, collectionIds, tagIds, facetValueIds })
  }
}

/**
 * Creates a product, which waits for approval (specification 3, 4.1). A taken SKU and unknown ids are told together.
 * The files of its documents are stored already.
 * All statements are sent together, three round trips with the transaction's own: what refuses the product makes those
 * behind it fail too, and then only the refusal counts.
 */
export async function createProduct(
  tx: Tx,
  caller: Caller,
  { draft, documents }: { draft: ProductDraft; documents: DocumentEntry[] }
): Promise<Answer<Product>> {
  const { vendorId } = caller
  const { id, fields, variants, ids } = draft
  const { assetOrigin } = caller
  const checks = Promise.all([
    insertProduct(tx, vendorId, { id, fields, terms: searchTerms(variants) }),
    unknownTermFaults(tx, ids)
  ])
  const writes = [
    variants.length > 0 && insertVariants(tx, vendorId, { productId: id, variants, firstPosition: 0 }),
    documents.length > 0 &&
      insertDocuments(tx, vendorId, { productId: id, documents: documents.map(newDocument) }),
    Object.values(ids).some((list) => list.length > 0) && insertTerms(tx, vendorId, { productId: id, ids }),
    recordEvent(tx, caller, {
      type: 'product.created',
      vendorId,
      subject: { type: 'product', id },
      details: { sku: fields.sku }
    })
  ]
  const parts = Promise.all([findProduct(tx, vendorId, { id, assetOrigin }), ...writes])
  // Where the checks refuse the product, what failed behind them says nothing more.
  parts.catch(() => {})
  const [inserted, faults] = await checks
  if (!inserted) faults.unshift(fault('/sku', 'SKU_TAKEN', 'is the SKU of another product'))
  if (faults.length > 0) throw invalid(faults)
  const [json] = await parts
  return { json: orNotFound(json), status: 201, tagged: true, location: `/api/v1/vendor/products/${id}` }
}

/** What a product is found by besides its own fields. */
function searchTerms(variants: VariantFields[]): string[] {
  return variants.flatMap(({ sku, partNumber, upc }) => [sku, partNumber, upc].filter((term) => term != null))
}
