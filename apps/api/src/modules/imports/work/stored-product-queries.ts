import type { Tx } from '../../../db/connect.ts'
import { type StoredDocument, storedDocument } from '../../products/write/document-queries.ts'
import type { TermIds } from '../../products/write/fields.ts'
import { termIdLists } from '../../products/write/stored-queries.ts'
import { type StoredVariant, storedVariant, type VariantSku } from '../../products/write/variant-queries.ts'

/** A product whose parts are to be read. */
type PartsQuery = {
  id: string
  /** The SKUs of the variants that are read completely. */
  skus: string[]
  /** True if the documents are read. */
  withDocuments: boolean
}

/** The parts of a product that an item with the fields of `POST /vendor/products` can change. */
export type ProductParts = {
  productId: string
  /** Each list in display order. */
  terms: TermIds
  /** The variants with the requested SKUs. */
  variants: StoredVariant[]
  /** All variants of the product. */
  skus: VariantSku[]
  documents: StoredDocument[]
}

/** Returns the parts of locked products. */
export async function listProductParts(
  tx: Tx,
  vendorId: string,
  products: PartsQuery[]
): Promise<ProductParts[]> {
  return await tx<ProductParts[]>`
    select p.id as product_id, ${termIdLists(tx, vendorId, tx`p.id`)} as terms,
      coalesce((select json_agg(${tx.unsafe(storedVariant)})
        from variants v where v.product_id = p.id and v.vendor_id = ${vendorId}
          and v.sku in (select jsonb_array_elements_text(p.skus))), '[]') as variants,
      coalesce((select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'position', v.position))
        from variants v where v.product_id = p.id and v.vendor_id = ${vendorId}), '[]') as skus,
      coalesce((select json_agg(${tx.unsafe(storedDocument)})
        from product_documents d where d.product_id = p.id and d.vendor_id = ${vendorId}
          and p."withDocuments"), '[]') as documents
    from jsonb_to_recordset(${tx.json(products)}) as p (id uuid, skus jsonb, "withDocuments" boolean)`
}
