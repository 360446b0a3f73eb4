import { isoOf } from '../../../../http/timestamps.ts'
import { type TermIds, termKinds } from '../../fields/terms.ts'
import type { ProductPatch, VariantPatch, VariantStock } from '../../product-patch.ts'
import { plainFieldsOf } from '../fields.ts'
import { termIdsOf } from '../references.ts'
import type { Edit, ProductValues } from './edit.ts'
import type { Located } from './target-queries.ts'

/**
 * The edits that the body of an update requests (contract 4.2): one for the product itself, and one for each variant that
 * the body refers to. Each has the indexes of its entries in the lists of the body.
 */
export type PatchEdit = { edit: Edit; variantIndex?: number; stockIndex?: number }

/**
 * Converts a valid body with sanitised HTML to edits of the product. Entries of `variants` refer to stored variants by
 * their id or, in items of uploads, by their SKU. Entries without an id are left out unless `bySku` is true.
 */
export function editsOfPatch(productId: string, patch: ProductPatch, { bySku = false } = {}): PatchEdit[] {
  const product = productValuesOf(patch)
  const edits: PatchEdit[] = Object.keys(product).length > 0 ? [{ edit: { productId, product } }] : []
  const ofVariants = new Map<string, PatchEdit>()
  for (const [variantIndex, entry] of (patch.variants ?? []).entries()) {
    const variant = variantValuesOf(entry)
    if (bySku) edits.push({ edit: { productId, code: entry.sku ?? '', variant }, variantIndex })
    else if (entry.id) {
      const variantId = entry.id.toLowerCase()
      ofVariants.set(variantId, { edit: { productId, variantId, variant }, variantIndex })
    }
  }
  for (const [stockIndex, entry] of (patch.variantStock ?? []).entries()) {
    const variantId = entry.variantId.toLowerCase()
    const { edit, ...indexes } = ofVariants.get(variantId) ?? { edit: { productId, variantId } }
    ofVariants.set(variantId, { ...indexes, edit: { ...edit, ...stockOf(entry) }, stockIndex })
  }
  return [...edits, ...ofVariants.values()]
}

/** Returns the products of edits whose products are known: their ids, and how their codes match. */
export function locatedAt(products: { id: string; codeMatch?: 'PRODUCT_SKU' }[]): Located {
  return {
    productIds: `{${products.map(({ id }) => id).join()}}`,
    codeMatches: `{${products.map(({ codeMatch = 'NULL' }) => codeMatch).join()}}`
  }
}

function productValuesOf(patch: ProductPatch): ProductValues {
  const ids = termIdsOf(patch)
  const terms: Partial<TermIds> = Object.fromEntries(
    termKinds.filter((kind) => patch[kind] !== undefined).map((kind) => [kind, ids[kind]])
  )
  return { ...plainFieldsOf(patch), ...terms }
}

/**
 * Returns the values of an entry without those that an update can't change. If `isActive` or `attributes` is null, it is
 * replaced by the default value of a new variant. The UNSPSC code changes only if the attributes contain it.
 */
function variantValuesOf({
  id: _,
  price: __,
  initialInventory: ___,
  ...entry
}: VariantPatch): Edit['variant'] {
  const { attributes, ...fields } = entry
  const { unspc, ...others } = attributes ?? {}
  return {
    ...fields,
    ...(fields.isActive === null && { isActive: true }),
    ...(attributes !== undefined && { attributes: others }),
    ...(unspc !== undefined && { unspc })
  } as Edit['variant']
}

/** Returns the values of an entry of `variantStock`. */
export function stockOf({
  quantity,
  change,
  expected,
  asOf
}: VariantStock): Pick<Edit, 'stock' | 'stockChange' | 'stockExpected' | 'stockAsOf'> {
  return {
    ...(quantity !== undefined && { stock: quantity }),
    ...(change !== undefined && { stockChange: change }),
    ...(expected !== undefined && { stockExpected: expected }),
    ...(asOf !== undefined && { stockAsOf: isoOf(asOf) })
  }
}
