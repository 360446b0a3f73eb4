import type { Tx } from '../../../db/connect.ts'
import type { DocumentEntry } from '../documents/document-files.ts'
import { listDocuments } from '../documents/document-queries.ts'
import type { PatchDraft } from '../draft-patch.ts'
import { unknownTermFaults } from './references.ts'
import { lockForEdit } from './revision-queries.ts'
import { findPlainFields, findTermIds, isSkuTaken } from './update-queries.ts'
import { touchesSkus } from './variant-changes.ts'
import { listVariantSkus, listVariants } from './variant-queries.ts'

/**
 * Locks a product and reads, in the same round trip, what of it a change has to know: of what the change does not
 * name, nothing. The lock comes first, and what is read behind it only orders can change: the stock.
 */
export async function readStored(
  tx: Tx,
  vendorId: string,
  { id, draft, documents }: { id: string; draft: PatchDraft; documents: DocumentEntry[] | undefined }
) {
  const { plain, terms, kinds, variants, variantStock } = draft
  const productId = id
  const ids = [
    ...variants.flatMap((entry) => entry.id ?? []),
    ...variantStock.map(({ variantId }) => variantId)
  ]
  const [
    product,
    storedPlain,
    storedTerms,
    namedVariants,
    variantSkus,
    storedDocuments,
    skuTaken,
    termFaults
  ] = await Promise.all([
    lockForEdit(tx, vendorId, id),
    Object.keys(plain).length > 0 ? findPlainFields(tx, vendorId, id) : undefined,
    kinds.length > 0 ? findTermIds(tx, vendorId, id) : undefined,
    ids.length > 0 ? listVariants(tx, vendorId, { productId, ids }) : [],
    touchesSkus(variants) ? listVariantSkus(tx, vendorId, { productId }) : [],
    documents ? listDocuments(tx, vendorId, { productId }) : [],
    plain.sku !== undefined && isSkuTaken(tx, vendorId, { id, sku: plain.sku }),
    unknownTermFaults(tx, terms)
  ])
  return {
    product,
    plain: storedPlain ?? {},
    terms: storedTerms,
    namedVariants,
    variantSkus,
    documents: storedDocuments,
    skuTaken,
    termFaults
  }
}
