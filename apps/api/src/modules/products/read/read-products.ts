import { type ListSizes, withSize } from '../../../db/estimate.ts'
import { groupReads } from '../../../db/group-reads.ts'
import type { Deps } from '../../../deps.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { readFilters, readList } from '../../../http/paging.ts'
import type { Product, ProductListQuery, ProductPage } from '../schema.ts'
import { estimateProducts, listProducts } from './list-queries.ts'
import { findProduct, findProducts, type WantedProduct } from './read-queries.ts'

/** Reads a vendor's product, together with those that others ask for at the same moment; undefined where there is none. */
export type ReadProduct = (wanted: WantedProduct) => Promise<JsonText<Product> | undefined>

/**
 * Starting the statement costs several times what one more product costs it: measured 0.2 and 0.05 ms of the database's
 * time. A product with staged images, which can be megabytes, is read by a statement of its own, for which nobody waits.
 */
export function productReader({ sql, lookupPool, assetOrigin }: Deps): ReadProduct {
  const read = groupReads((wanted: WantedProduct[]) => findProducts(lookupPool, { wanted, assetOrigin }), {
    ...{ running: 2, most: 20, deadlineMs: 8_000 }
  })
  return async (wanted) => {
    const found = await read(wanted)
    return found === null ? findProduct(sql, wanted.vendorId, { id: wanted.id, assetOrigin }) : found
  }
}

/** A page of the vendor's products as JSON text (contract 4.9), counted as `withSize` says. */
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
