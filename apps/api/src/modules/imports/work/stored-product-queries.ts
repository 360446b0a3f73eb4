import type { Tx } from '../../../db/connect.ts'
import { type StoredDocument, storedDocument } from '../../products/write/document-queries.ts'
import type { VariantSku } from '../../products/write/variant-queries.ts'

/** The parts of a product that the check of an item with the fields of `POST /vendor/products` needs. */
export type ProductParts = {
  productId: string
  /** All variants of the product. */
  skus: VariantSku[]
  /** The documents, if they were asked for. */
  documents: StoredDocument[]
}

/** Returns the parts of locked products. */
export async function listProductParts(
  tx: Tx,
  vendorId: string,
  products: { id: string; withDocuments: boolean }[]
): Promise<ProductParts[]> {
  return await tx<ProductParts[]>`
    select p.id as product_id,
      coalesce((select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'position', v.position))
        from variants v where v.product_id = p.id and v.vendor_id = ${vendorId}), '[]') as skus,
      coalesce((select json_agg(${tx.unsafe(storedDocument)})
        from product_documents d where d.product_id = p.id and d.vendor_id = ${vendorId}
          and p."withDocuments"), '[]') as documents
    from jsonb_to_recordset(${tx.json(products)}) as p (id uuid, "withDocuments" boolean)`
}
