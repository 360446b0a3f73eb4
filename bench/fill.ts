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

const vendorCount = 200
const productsPerStatement = 200_000
const ordersPerStatement = 50_000

export type Filled = { vendorId: string; categoryIds: string[] }

/**
 * Fills a migrated database with 200 vendors, 100 categories, products and orders. The first vendor has
 * `products` and `orders`, and the other vendors together have the same numbers, interleaved in time. Returns
 * the id of the first vendor and the ids of the child categories. With `areWaiting`, all products wait for a decision.
 */
export async function fill(
  sql: Sql,
  { products, orders, areWaiting = false }: { products: number; orders: number; areWaiting?: boolean }
): Promise<Filled> {
  const [vendorId = '', ...others] = await insertVendors(sql, { prefix: 'vendor', count: vendorCount })
  const categoryIds = await insertCategories(sql)
  await insertShippingMethods(sql, vendorId)
  const vendorIds = others.flatMap((other) => [vendorId, other])
  await fillProducts(sql, { vendorIds, categoryIds, prefix: 'BENCH', count: products * 2, areWaiting })
  await fillOrders(sql, orders * 2)
  return { vendorId, categoryIds }
}

/** Inserts a vendor with products, for a scenario that changes them. Returns its id. */
export async function fillVendor(
  sql: Sql,
  { prefix, products, categoryIds }: { prefix: string; products: number; categoryIds: string[] }
): Promise<string> {
  const [vendorId = ''] = await insertVendors(sql, { prefix, count: 1 })
  await fillProducts(sql, { vendorIds: [vendorId], categoryIds, prefix, count: products })
  return vendorId
}

async function fillOrders(sql: Sql, count: number): Promise<void> {
  for (let first = 1; first <= count; first += ordersPerStatement) {
    await insertOrders(sql, { first, last: Math.min(count, first + ordersPerStatement - 1), count })
  }
  await compactTallies(sql)
  await vacuum(sql)
}

type Products = {
  vendorIds: string[]
  categoryIds: string[]
  prefix: string
  count: number
  areWaiting?: boolean
}

async function fillProducts(sql: Sql, { count, ...products }: Products): Promise<void> {
  for (let first = 1; first <= count; first += productsPerStatement) {
    await insertProducts(sql, { ...products, first, last: Math.min(count, first + productsPerStatement - 1) })
  }
  await insertProductParts(sql, { ...products, first: 1, last: count })
  await vacuum(sql)
}
