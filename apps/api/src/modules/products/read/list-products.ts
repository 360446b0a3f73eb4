import type { ListSizes } from '../../../db/estimate.ts'
import type { Deps } from '../../../deps.ts'
import { cursorsFor } from '../../../http/cursor.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { withKeptMoments } from '../../../http/moments.ts'
import { pageText, readPage } from '../../../http/paging.ts'
import type { ProductFilters, ProductListQuery, ProductPage } from '../schema.ts'
import { estimateProducts, listProducts, listSubtree } from './list-queries.ts'

/**
 * A page of the vendor's products as JSON text (specification 4.9). A short list is counted with its page; the size
 * of a long one is estimated, in a round trip of its own, at most once a minute.
 */
export async function readProductPage(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  { vendorId, query }: { vendorId: string; query: ProductListQuery }
): Promise<JsonText<ProductPage>> {
  const filters = filtersOf(query)
  const list = ['products', vendorId, filters]
  const cursors = cursorsFor(secret, list)
  const page = readPage(query, cursors)
  const name = JSON.stringify(list)
  const known = sizes.recall(name)
  const { rows, counted } = await listProducts(sql, vendorId, {
    filters,
    page,
    assetOrigin,
    withCount: known === undefined
  })
  const estimatedTotalCount =
    known ??
    (await sizes.settle(name, counted ?? 0, async () => {
      const categoryIds = filters.categoryId === undefined ? [] : await listSubtree(sql, filters.categoryId)
      return estimateProducts(sql, vendorId, { filters, categoryIds })
    }))
  return pageText('products', rows, { page, cursors, estimatedTotalCount })
}

function filtersOf(query: ProductListQuery): ProductFilters {
  const { first, after, last, before, ...filters } = query
  return Object.fromEntries(Object.entries(withKeptMoments(filters)).sort(([a], [b]) => (a < b ? -1 : 1)))
}
