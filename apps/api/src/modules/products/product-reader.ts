import { groupReads } from '../../db/group-reads.ts'
import type { Deps } from '../../deps.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findProducts, type WantedProduct } from './read-queries.ts'
import type { Product } from './schema.ts'

/** Reads a vendor's product, together with those that others ask for at the same moment; undefined where there is none. */
export type ReadProduct = (wanted: WantedProduct) => Promise<JsonText<Product> | undefined>

/**
 * Starting the statement costs several times what one more product costs it: measured 0.2 and 0.05 ms of the database's
 * time. A product can hold megabytes of pending images, so that a group is small.
 */
export function productReader({ quick, assetOrigin }: Deps): ReadProduct {
  return groupReads((wanted) => findProducts(quick, { wanted, assetOrigin }), { running: 2, most: 20 })
}
