import type { ProductRow, Variant } from '@purveyor/client'

/** A variant that is shown below its product. */
export type VariantRow = Pick<
  Variant,
  'id' | 'sku' | 'name' | 'vendorPrice' | 'listPrice' | 'price' | 'stockOnHand' | 'stockAvailable'
> & {
  product: ProductRow
  isActive: boolean
}

/** A row of the catalog: a product, or a variant of one that is expanded. */
export type CatalogRow = ProductRow | VariantRow

export function isVariant(row: CatalogRow): row is VariantRow {
  return 'product' in row
}

/** Returns the key of a row, also that of its unsent changes. */
export function keyOf(row: CatalogRow): string {
  return isVariant(row) ? `${row.product.id}/${row.id}` : row.id
}

/** True if the row has a cost and a stock of its own: it is a variant, or a product with one variant. */
export function isEditable(row: CatalogRow): boolean {
  return isVariant(row) || row.variantCount === 1
}
