import { type ListSizes, withSize } from '../../../db/estimate.ts'
import { groupReads } from '../../../db/group-reads.ts'
import type { Deps } from '../../../deps.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { type PagingParameters, readFilters, readList } from '../../../http/paging.ts'
import type { PlatformProductPage, PlatformProductQuery, PlatformProductRowPage } from '../platform-schema.ts'
import type {
  Product,
  ProductFilters,
  ProductListQuery,
  ProductPage,
  ProductRowPage,
  ProductSort
} from '../schema.ts'
import { estimateProducts, listProducts } from './list-queries.ts'
import { findProduct, findProducts, type WantedProduct } from './read-queries.ts'
import type { listedProduct } from './shape-queries.ts'

/** Reads a product of a vendor. Returns undefined if the vendor has no such product. */
export type ReadProduct = (wanted: WantedProduct) => Promise<JsonText<Product> | undefined>

/**
 * Returns a reader that combines concurrent reads into one statement. This saves database time: a statement
 * takes 0.2 ms for its first product and 0.05 ms for each further product (measured). A product with staged
 * or rejected images can be megabytes large. It is read separately, so that it doesn't delay other reads.
 */
export function productReader({ sql, lookupPool, assetOrigin }: Deps): ReadProduct {
  const read = groupReads((wanted: WantedProduct[]) => findProducts(lookupPool, { wanted, assetOrigin }), {
    ...{ maxRunning: 2, maxKeys: 20, deadlineMs: 8_000 }
  })
  return async (wanted) => {
    const found = await read(wanted)
    return found === null ? findProduct(sql, wanted.vendorId, { id: wanted.id, assetOrigin }) : found
  }
}

/**
 * Returns a page of the vendor's products as JSON text (contract 4.9). The total number of products is exact
 * if it is small, and otherwise an estimate: see `withSize`.
 */
export function readProductPage(
  deps: Deps,
  sizes: ListSizes,
  { vendorId, query }: { vendorId: string; query: ProductListQuery }
): Promise<JsonText<ProductPage | ProductRowPage>> {
  const { view, sort, ...filters } = readFilters(query)
  const shape = view === 'row' ? 'row' : 'product'
  return readPageOf(deps, sizes, { name: 'products', vendorId, filters, sort, shape, query })
}

/** Returns a page of the products of all vendors, or of one vendor, as the operator sees them (contract 4.13). */
export function readPlatformProductPage(
  deps: Deps,
  sizes: ListSizes,
  query: PlatformProductQuery
): Promise<JsonText<PlatformProductPage | PlatformProductRowPage>> {
  const { view, sort, vendorId, ...filters } = readFilters(query)
  const shape = view === 'row' ? 'platformRow' : 'platformProduct'
  return readPageOf(deps, sizes, { name: 'platform products', vendorId, filters, sort, shape, query })
}

type ListedPage = {
  name: string
  vendorId: string | undefined
  filters: ProductFilters
  sort: ProductSort | undefined
  shape: keyof typeof listedProduct
  query: PagingParameters & { view?: 'row' }
}

function readPageOf(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  { name, vendorId, filters, sort, shape, query }: ListedPage
): Promise<string> {
  const matching = [name, vendorId ?? null, filters]
  const binding = sort === undefined ? matching : [...matching, sort]
  const list = { name: 'products', binding, query }
  return readList(secret, list, (page) =>
    withSize(sizes, JSON.stringify(matching), {
      read: (withCount) =>
        listProducts(sql, vendorId, { filters, sort, page, shape, assetOrigin, withCount }),
      estimate: () => estimateProducts(sql, vendorId, filters)
    })
  )
}
