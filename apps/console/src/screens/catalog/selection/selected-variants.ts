import type { ProductRow, Purveyor } from '@purveyor/client'
import type { CatalogRow } from '../../../ui/products/product-row.ts'
import { variantsOf } from '../rows/use-expanded.ts'

/** The number of requests at the same time. */
const parallel = 4

/** Calls a function for each value, several at the same time, and returns the results in the order of the values. */
export async function inParallel<T, R>(values: readonly T[], call: (value: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(values.length)
  let next = 0
  const work = async () => {
    while (next < values.length) {
      const index = next++
      results[index] = await call(values[index] as T)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return results
}

/**
 * Returns the rows that have a cost and a stock: products with one variant, and the variants of the others, which are
 * read. Products without a variant are left out.
 */
export async function editableRows(
  products: readonly ProductRow[],
  purveyor: Purveyor
): Promise<CatalogRow[]> {
  const several = products.filter(({ variantCount }) => variantCount > 1)
  const read = await inParallel(several, (product) => purveyor.products.get(product.id))
  const variants = new Map(
    several.map((product, index) => [product.id, variantsOf(product, read[index] as never)])
  )
  return products.flatMap((product): CatalogRow[] =>
    product.variantCount === 1 ? [product] : (variants.get(product.id) ?? [])
  )
}
