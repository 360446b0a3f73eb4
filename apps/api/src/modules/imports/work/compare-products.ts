import type { Tx } from '../../../db/connect.ts'
import { mapInSlices } from '../../../lib/slices.ts'
import { type ItemFault, itemFault } from '../../bulk-items/item-fields.ts'
import type { NewProduct } from '../../products/product-input.ts'
import type { ProductPatch } from '../../products/product-patch.ts'
import { compareDraft, draftOf } from '../../products/update-product.ts'
import type { StoredProduct } from '../../products/write/stored-queries.ts'
import type { ProductChange } from '../../products/write/write-changes.ts'
import { listProductParts, type ProductParts } from './stored-product-queries.ts'

/** The number of products whose parts are read at a time, so that parsing the rows takes little time. */
const productsAtOnce = 200

/** An item with the fields of `POST /vendor/products`, and the locked product that it updates. */
export type ProductEdit = { indexInChunk: number; body: NewProduct; product: StoredProduct }

/** The change that an item makes to its product, or the errors that prevent it. */
type Compared = { indexInChunk: number; body: NewProduct; change: ProductChange; errors: ItemFault[] }

/**
 * Compares items with the products that they update, by the rules of `PATCH /vendor/products/{id}` (contract
 * 4.2, 4.4). A variant of an item updates the stored variant with the same SKU, or else it is created.
 * Documents whose files have not been stored yet have no path.
 */
export async function compareProducts(tx: Tx, vendorId: string, edits: ProductEdit[]): Promise<Compared[]> {
  const starts = Array.from(
    { length: Math.ceil(edits.length / productsAtOnce) },
    (_, n) => n * productsAtOnce
  )
  const parts = await Promise.all(
    starts.map((start) =>
      listProductParts(
        tx,
        vendorId,
        edits.slice(start, start + productsAtOnce).map(({ product, body }) => ({
          id: product.id,
          skus: (body.variants ?? []).map(({ sku }) => sku),
          withDocuments: body.documents !== undefined
        }))
      )
    )
  )
  const partsOf = new Map(parts.flat().map((one) => [one.productId, one]))
  return mapInSlices(edits, async (edit) => {
    const stored = partsOf.get(edit.product.id)
    if (!stored) throw new Error('The parts of a product were not read.')
    return compareProduct(tx, edit, stored)
  })
}

async function compareProduct(
  tx: Tx,
  { indexInChunk, body, product }: ProductEdit,
  stored: ProductParts
): Promise<Compared> {
  const draft = draftOf(patchOf(body, stored), documentsOf(body))
  const { change, faults } = await compareDraft(tx, draft, {
    product,
    terms: stored.terms,
    referencedVariants: stored.variants,
    variantSkus: stored.skus,
    storedDocuments: stored.documents,
    otherWithSku: undefined,
    termFaults: []
  })
  const errors = faults.flatMap((one) => ('pointer' in one ? [itemFault(one)] : [])).map(withoutVariantStock)
  return { indexInChunk, body, change, errors }
}

/** Returns the body of a request that updates the product with the values of the item. */
function patchOf(body: NewProduct, { variants }: ProductParts): ProductPatch {
  const idOf = new Map(variants.map(({ id, sku }) => [sku, id]))
  return { ...body, variants: body.variants?.map((variant) => ({ ...variant, id: idOf.get(variant.sku) })) }
}

/** Returns the documents of an item without files, or undefined if the documents stay unchanged. */
function documentsOf({ documents }: NewProduct) {
  if (documents === undefined) return undefined
  return (documents ?? []).map(({ base64Document: _, ...entry }) => ({ ...entry, file: undefined }))
}

/** Replaces the advice to send `variantStock`, which items of an upload don't have. */
function withoutVariantStock(error: ItemFault): ItemFault {
  if (error.code !== 'INITIAL_INVENTORY_SET') return error
  return { ...error, message: error.message.replace('use variantStock', 'use bulk update') }
}
