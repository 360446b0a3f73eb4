import type { TermIds } from '../../fields/terms.ts'
import type { VariantPatch } from '../../product-patch.ts'
import type { ProductFields } from '../fields.ts'
import type { VariantValues } from '../variant-queries.ts'

/** The new values of a product's own fields and of its lists of terms. */
export type ProductValues = ProductFields & Partial<TermIds>

/**
 * New values for a product, for one of its variants, or for both. Omitted values stay unchanged. Values have the form in
 * which they are stored: decimals without trailing zeros, ids in lower case, sanitised HTML.
 *
 * An edit refers to its product by `productId`, or by `code`: the SKU of a product or, if no product has it, of a variant.
 * It refers to its variant by `variantId`, or by `code`, the variant's SKU. Otherwise its variant is the product's only
 * one.
 */
export type Edit = {
  productId?: string
  variantId?: string
  code?: string
  /** The name of the field that contains the code, for messages. The default is `code`. */
  codeField?: string
  product?: ProductValues
  /** Values that the product gets only if the edit's variant is its only one. */
  singleProduct?: ProductValues
  variant?: VariantValues & Pick<VariantPatch, 'initialInventory'>
  /** The new stock on hand. */
  stock?: number
  /** A number to add to the stock on hand. Never together with `stock`. */
  stockChange?: number
  /** The stock on hand that the edit requires. Only together with `stock`. */
  stockExpected?: number
  /** The time of the count, in UTC with milliseconds. Only together with `stock` or `stockChange`. */
  stockAsOf?: string
  /** Errors that were found before. An edit with errors isn't applied. */
  errors?: { code: string; field: string | null; message: string }[]
}

/** True if whether the edit can be applied depends on the stored stock. */
export function hasStockCondition({ stockChange, stockExpected, stockAsOf }: Partial<Edit>): boolean {
  return stockChange !== undefined || stockExpected !== undefined || stockAsOf !== undefined
}
