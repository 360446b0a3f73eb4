import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildApp } from '../apps/api/src/app.ts'
import type { Sql } from '../apps/api/src/db/connect.ts'
import type { Api } from '../apps/api/src/deps.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { type TestApp, testApp, testSecret } from '../apps/api/test/app.ts'
import { fill, fillVendor } from './fill.ts'
import {
  insertFlatRates,
  insertOpenOrders,
  type OpenLine,
  type Sellable,
  stockUp
} from './fill-order-queries.ts'
import { type Headers, signInTo } from './ground.ts'
import { countScans, flushStatistics, sampleProducts } from './queries.ts'
import { openCounted, type Traffic } from './wire.ts'

// What of speed does not depend on the machine: how often a request waits for the database, and whether it reads a
// large table from end to end. More than what is recorded here fails; where it became less, record that.

/** The tables that are large here. */
const large = ['products', 'variants', 'product_images', 'orders', 'suborders', 'order_items', 'shipments']
/** So often that the connection keeps the plans it has made. */
const warming = 8

type Shop = { id: string; methodId: string; goods: Sellable[]; open: OpenLine[]; signed: Headers }

let t: TestApp
let counted: { app: Api; sql: Sql; traffic: Traffic }
/** A vendor with 10,000 products and orders, whose lists are read. */
let reader: { signed: Headers; productIds: string[]; orderIds: string[] }
/** A vendor whose products and orders are changed. */
let shop: Shop
let operator: string
let categoryId: string

before(async () => {
  t = await testApp()
  const { vendorId, categoryIds } = await fill(t.sql, { products: 10_000, orders: 10_000 })
  categoryId = categoryIds[0] ?? ''
  reader = await openReader(vendorId)
  shop = await openShop(categoryIds)
  operator = await t.operator()
  counted = await countedApp()
})
after(async () => {
  await counted?.app.close()
  await counted?.sql.end({ timeout: 5 })
  await t?.close()
})

async function openReader(vendorId: string) {
  const products = await sampleProducts(t.sql, vendorId)
  const orders = await t.sql<{ id: string }[]>`
    select id from suborders where vendor_id = ${vendorId} order by id limit 100`
  return {
    signed: await signInTo(t.sql, testSecret, vendorId),
    productIds: products.map(({ id }) => id),
    orderIds: orders.map(({ id }) => id)
  }
}

async function openShop(categoryIds: string[]): Promise<Shop> {
  const id = await fillVendor(t.sql, { prefix: 'OWN', products: 200, categoryIds })
  const [methodId = ''] = await insertFlatRates(t.sql, [id])
  const open = await insertOpenOrders(t.sql, id)
  const goods = await stockUp(t.sql, id)
  await t.sql`vacuum analyze`.simple()
  return { id, methodId, goods, open, signed: await signInTo(t.sql, testSecret, id) }
}

/**
 * The service on a single connection. Its authenticator asks by another one: it remembers an answer for two seconds,
 * and time is not to count here.
 */
async function countedApp() {
  const { sql, traffic } = openCounted(t.app.deps.sql)
  const app = await buildApp({
    deps: { ...t.app.deps, sql, lookupPool: sql },
    ...{ rateLimitMax: 1_000_000, storefrontRateLimitMax: undefined, trustProxy: [], corsOrigins: [] }
  })
  await app.ready()
  return { app, sql, traffic }
}

type Request = {
  method?: 'GET' | 'POST' | 'PATCH'
  url: string
  as: () => Record<string, string>
  body?: object
}

async function send({ method = 'GET', url, as, body }: Request): Promise<number> {
  const { statusCode, body: text } = await counted.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...as(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) })
  })
  if (statusCode >= 300) assert.fail(`${method} ${url}: ${statusCode} ${text}`)
  return statusCode
}

const asReader = () => reader.signed()
const asShop = () => shop.signed()
const asStranger = () => ({})
const asOperator = () => ({ authorization: `Bearer ${operator}` })

function at<T>(list: T[], call: number): T {
  const found = list[call % list.length]
  assert.ok(found)
  return found
}

type Endpoint = Traffic & { request(call: number): Request }

/** What each has needed when it was recorded; a transaction has its begin and its commit. */
const recorded: Record<string, Endpoint> = {
  'reading a product': {
    ...{ roundTrips: 1, statements: 1 },
    request: (call) => ({ url: `/vendor/products/${at(reader.productIds, call)}`, as: asReader })
  },
  'the first page of products': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/products', as: asReader })
  },
  'the last page of products': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/products?last=24', as: asReader })
  },
  'the tree of categories': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/categories', as: asReader })
  },
  'the shipping methods': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/me/shipping-methods', as: asReader })
  },
  'reading an order': {
    ...{ roundTrips: 1, statements: 1 },
    request: (call) => ({ url: `/vendor/orders/${at(reader.orderIds, call)}`, as: asReader })
  },
  'the first page of orders': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/orders', as: asReader })
  },
  'a page of orders by status': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/orders?status=SHIPPED&last=24', as: asReader })
  },
  'reading a purchase order': {
    ...{ roundTrips: 1, statements: 1 },
    request: (call) => ({ url: `/vendor/purchase-orders/${at(reader.orderIds, call)}`, as: asReader })
  },
  'the first page of purchase orders': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/purchase-orders', as: asReader })
  },
  'the first page of shipments': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/shipments', as: asReader })
  },
  'a page of the export': {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/vendor/products/export', as: asReader })
  },
  "the storefront's first page": {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/storefront/products', as: asStranger })
  },
  "the operator's first page of orders": {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/platform/orders', as: asOperator })
  },
  'creating a product': {
    ...{ roundTrips: 3, statements: 8 },
    request: () => {
      const sku = newId()
      const variants = [{ sku: `${sku}-1`, name: 'Box', vendorPrice: '12.5', initialInventory: 10 }]
      const body = { name: `Hex bolt ${sku}`, sku, categoryIds: [categoryId], variants }
      return { method: 'POST', url: '/vendor/products', as: asShop, body }
    }
  },
  'changing the stock of a variant': {
    ...{ roundTrips: 2, statements: 2 },
    request: (call) => {
      const { productId, variantId } = at(shop.goods, call)
      const body = { variantStock: [{ variantId, quantity: 2_000_000 + call }] }
      return { method: 'PATCH', url: `/vendor/products/${productId}`, as: asShop, body }
    }
  },
  'acknowledging an order': {
    ...{ roundTrips: 4, statements: 6 },
    request: (call) => ({
      method: 'POST',
      url: `/vendor/orders/${at(shop.open, call).suborderId}/acknowledge`,
      as: asShop
    })
  },
  'shipping a line of an order': {
    ...{ roundTrips: 4, statements: 12 },
    request: (call) => {
      const { suborderId: orderId, orderItemId } = at(shop.open, 100 + call)
      const body = { orderId, carrier: 'UPS', trackingNumber: '1Z', items: [{ orderItemId, quantity: 1 }] }
      return { method: 'POST', url: '/vendor/shipments', as: asShop, body }
    }
  },
  'placing an order of three lines': {
    ...{ roundTrips: 5, statements: 10 },
    request: (call) => {
      const items = [0, 1, 2].map((n) => ({ variantId: at(shop.goods, call + n).variantId, quantity: 1 }))
      const vendors = [{ vendorId: shop.id, shippingMethodId: shop.methodId, items }]
      const shipTo = { name: 'Ana Lima', addressLine1: '12 Mill Road', city: 'Springfield', country: 'US' }
      const body = { paymentMethodName: 'Credit card', shipTo, vendors }
      return { method: 'POST', url: '/platform/orders', as: asOperator, body }
    }
  }
}

for (const [name, { request, ...most }] of Object.entries(recorded)) {
  test(`${name} takes no more round trips and statements than recorded, and reads no large table from end to end`, async () => {
    const { sql, traffic } = counted
    for (let call = 0; call < warming; call++) await send(request(call))
    await flushStatistics(sql)
    const before = { ...traffic, scans: await countScans(t.sql, large) }
    await send(request(warming))
    const roundTrips = traffic.roundTrips - before.roundTrips
    const statements = traffic.statements - before.statements
    await flushStatistics(sql)
    assert.deepEqual(await countScans(t.sql, large), before.scans, 'a large table is read from end to end')
    assert.ok(roundTrips <= most.roundTrips, `${roundTrips} round trips`)
    assert.ok(statements <= most.statements, `${statements} statements`)
  })
}

test('waiting twice is told from waiting once, and a table that is read from end to end is seen', async () => {
  const { sql, traffic } = counted
  // What is prepared first waits once more.
  for (let call = 0; call < 2; call++) await Promise.all([sql`select 1`, sql`select 2`])
  const before = { ...traffic }
  await Promise.all([sql`select 1`, sql`select 2`])
  assert.deepEqual(traffic, { roundTrips: before.roundTrips + 1, statements: before.statements + 2 })
  await sql`select 1`
  await sql`select 2`
  assert.deepEqual(traffic, { roundTrips: before.roundTrips + 3, statements: before.statements + 4 })

  await flushStatistics(sql)
  const { products = 0 } = await countScans(t.sql, large)
  await sql`select from products where brand = 'nobody'`
  await flushStatistics(sql)
  assert.ok(((await countScans(t.sql, large)).products ?? 0) > products)
})
