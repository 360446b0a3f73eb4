import { type ListSizes, withSize } from '../../../db/estimate.ts'
import type { Deps } from '../../../deps.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { readFilters, readList } from '../../../http/paging.ts'
import type { ProductListQuery, ProductPage } from '../schema.ts'
import { estimateProducts, listProducts } from './list-queries.ts'

/** A page of the vendor's products as JSON text (specification 4.9), counted as `withSize` says. */
export function readProductPage(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  { vendorId, query }: { vendorId: string; query: ProductListQuery }
): Promise<JsonText<ProductPage>> {
  const filters = readFilters(query)
  const binding = ['products', vendorId, filters]
  return readList(secret, { name: 'products', binding, query }, (page) =>
    withSize(sizes, JSON.stringify(binding), {
      read: (withCount) => listProducts(sql, vendorId, { filters, page, assetOrigin, withCount }),
      estimate: () => estimateProducts(sql, vendorId, filters)
    })
  )
}
