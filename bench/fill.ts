import type { Sql } from '../apps/api/src/db/connect.ts'
import { compactTallies } from '../apps/api/src/modules/orders/list/tally-queries.ts'
import { insertOrders } from './fill-order-queries.ts'
import {
  insertCategories,
  insertProductParts,
  insertProducts,
  insertShippingMethods,
  insertVendors,
  vacuum
} from './fill-queries.ts'

const vendors = 200
const atOnce = 200_000
const ordersAtOnce = 50_000

export type Filled = { vendorId: string; categoryIds: string[] }

/**
 * Fills a migrated database: 200 vendors, of which the first has `products` and the others share as many again, in
 * turn, as they would have come in time; 100 categories; of `orders` likewise. Gives the first vendor and the
 * categories to file under.
 */
export async function fill(
  sql: Sql,
  { products, orders }: { products: number; orders: number }
): Promise<Filled> {
  const [vendorId = '', ...others] = await insertVendors(sql, { prefix: 'vendor', count: vendors })
  const categoryIds = await insertCategories(sql)
  await insertShippingMethods(sql, vendorId)
  const vendorIds = others.flatMap((other) => [vendorId, other])
  await fillProducts(sql, { vendorIds, categoryIds, prefix: 'BENCH', count: products * 2 })
  await fillOrders(sql, orders * 2)
  return { vendorId, categoryIds }
}

/** A vendor of its own for a scenario that changes its products. */
export async function fillVendor(
  sql: Sql,
  { prefix, products, categoryIds }: { prefix: string; products: number; categoryIds: string[] }
): Promise<string> {
  const [vendorId = ''] = await insertVendors(sql, { prefix, count: 1 })
  await fillProducts(sql, { vendorIds: [vendorId], categoryIds, prefix, count: products })
  return vendorId
}

async function fillOrders(sql: Sql, count: number): Promise<void> {
  for (let first = 1; first <= count; first += ordersAtOnce) {
    await insertOrders(sql, { first, last: Math.min(count, first + ordersAtOnce - 1), count })
  }
  await compactTallies(sql)
  await vacuum(sql)
}

type Products = { vendorIds: string[]; categoryIds: string[]; prefix: string; count: number }

async function fillProducts(sql: Sql, { count, ...products }: Products): Promise<void> {
  for (let first = 1; first <= count; first += atOnce) {
    await insertProducts(sql, { ...products, first, last: Math.min(count, first + atOnce - 1) })
  }
  await insertProductParts(sql, { ...products, first: 1, last: count })
  await vacuum(sql)
}
