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
  type SellableVariant,
  stockProducts
} from './fill-order-queries.ts'
import { countReadRows, countScans, flushStatistics, sampleProducts } from './queries.ts'
import { type Headers, signInTo } from './setup.ts'
import { openCountedConnection, type Traffic } from './wire.ts'

// Tests the part of performance that doesn't depend on the machine: the round trips and statements of a
// request, and the rows that it reads in large tables. A test fails if a request needs more than recorded here. If
// it needs less, record the new numbers.

/** Tables that are large in this test. */
const large = ['products', 'variants', 'product_images', 'orders', 'suborders', 'order_items', 'shipments']
/** Enough calls for PostgreSQL to switch to cached generic plans. */
const warmupCalls = 8
/** The largest number of rows of the large tables that a request reads. The vendors have thousands. */
const maxRows = 200

type WriterVendor = {
  id: string
  methodId: string
  variants: SellableVariant[]
  open: OpenLine[]
  signed: Headers
}

let t: TestApp
let counted: { app: Api; sql: Sql; traffic: Traffic }
/** A vendor with 10,000 products and orders, for reads. */
let reader: { signed: Headers; productIds: string[]; orderIds: string[] }
/** A vendor for changes of products and orders. */
let writer: WriterVendor
let operator: string
let categoryId: string

before(async () => {
  t = await testApp()
  const { vendorId, categoryIds } = await fill(t.sql, { products: 10_000, orders: 10_000 })
  categoryId = categoryIds[0] ?? ''
  reader = await openReader(vendorId)
  writer = await openWriter(categoryIds)
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
    signed: await signInTo(t.sql, { secret: testSecret, vendorId }),
    productIds: products.map(({ id }) => id),
    orderIds: orders.map(({ id }) => id)
  }
}

async function openWriter(categoryIds: string[]): Promise<WriterVendor> {
  const id = await fillVendor(t.sql, { prefix: 'OWN', products: 2_000, categoryIds })
  const [methodId = ''] = await insertFlatRates(t.sql, [id])
  const open = await insertOpenOrders(t.sql, id)
  const variants = await stockProducts(t.sql, id)
  await t.sql`vacuum analyze`.simple()
  return { id, methodId, variants, open, signed: await signInTo(t.sql, { secret: testSecret, vendorId: id }) }
}

/**
 * Builds the service on a single connection whose traffic is counted. The authenticator uses another
 * connection: it caches results for two seconds, and the counts must not depend on time.
 */
async function countedApp() {
  const { sql, traffic } = openCountedConnection(t.app.deps.sql)
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

let sent = 0

async function send({ method = 'GET', url, as, body }: Request, key?: string): Promise<number> {
  const { statusCode, body: text } = await counted.app.inject({
    method,
    url: `/api/v1${url}`,
    // The limit of requests takes a statement for about every hundred requests from an address.
    remoteAddress: `10.0.0.${Math.floor(sent++ / 50)}`,
    headers: {
      ...as(),
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key })
    },
    ...(body && { payload: JSON.stringify(body) })
  })
  if (statusCode >= 300) assert.fail(`${method} ${url}: ${statusCode} ${text}`)
  return statusCode
}

const asReader = () => reader.signed()
const asWriter = () => writer.signed()
const asAnonymous = () => ({})
const asOperator = () => ({ authorization: `Bearer ${operator}` })

function at<T>(list: T[], call: number): T {
  const found = list[call % list.length]
  assert.ok(found)
  return found
}

type Endpoint = Traffic & {
  /** The numbers of the request with an `Idempotency-Key`. */
  withKey?: Traffic
  /** The largest number of rows of the large tables that the request reads, if it isn't `maxRows`. */
  rows?: number
  request(call: number): Request
}

/** The recorded numbers of each request. Statements include the begin and commit of a transaction. */
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
    request: () => ({ url: '/storefront/products', as: asAnonymous })
  },
  "the operator's first page of orders": {
    ...{ roundTrips: 1, statements: 1 },
    request: () => ({ url: '/platform/orders', as: asOperator })
  },
  'quoting ten variants': {
    ...{ roundTrips: 1, statements: 1 },
    request: (call) => {
      const items = Array.from({ length: 10 }, (_, n) => ({
        variantId: at(writer.variants, call + n).variantId,
        quantity: 1
      }))
      return {
        method: 'POST',
        url: '/storefront/quotes',
        as: asAnonymous,
        body: { shipTo: { country: 'US' }, items }
      }
    }
  },
  "the storefront's first page of vendors": {
    ...{ roundTrips: 1, statements: 1 },
    // Of each of 25 vendors, up to 100 products are counted, each with a variant.
    rows: 5_000,
    request: () => ({ url: '/storefront/vendors', as: asAnonymous })
  },
  // The first round trip reserves the slug, and one statement ends the reservation (decision 0032). One statement reads the
  // version of the definitions of attributes (decision 0042).
  'creating a product': {
    ...{ roundTrips: 4, statements: 13 },
    withKey: { roundTrips: 4, statements: 15 },
    request: () => {
      const sku = newId()
      const variants = [{ sku: `${sku}-1`, name: 'Box', vendorPrice: '12.5', initialInventory: 10 }]
      const body = { name: `Hex bolt ${sku}`, sku, categoryIds: [categoryId], variants }
      return { method: 'POST', url: '/vendor/products', as: asWriter, body }
    }
  },
  'staging a new name of a live product': {
    ...{ roundTrips: 4, statements: 8 },
    withKey: { roundTrips: 4, statements: 10 },
    request: (call) => {
      const { productId } = at(writer.variants, call)
      return { method: 'PATCH', url: `/vendor/products/${productId}`, as: asWriter, body: { name: newId() } }
    }
  },
  'changing the stock of a variant': {
    ...{ roundTrips: 2, statements: 2 },
    withKey: { roundTrips: 1, statements: 1 },
    request: (call) => {
      const { productId, variantId } = at(writer.variants, call)
      const body = { variantStock: [{ variantId, quantity: 2_000_000 + call }] }
      return { method: 'PATCH', url: `/vendor/products/${productId}`, as: asWriter, body }
    }
  },
  'changing the price of a variant': {
    ...{ roundTrips: 4, statements: 8 },
    withKey: { roundTrips: 4, statements: 10 },
    request: (call) => {
      const { productId, variantId } = at(writer.variants, 60 + call)
      const body = { variants: [{ id: variantId, vendorPrice: `${call + 1}.25` }] }
      return { method: 'PATCH', url: `/vendor/products/${productId}`, as: asWriter, body }
    }
  },
  'updating the stock of two products in bulk': {
    ...{ roundTrips: 4, statements: 5 },
    withKey: { roundTrips: 4, statements: 7 },
    request: (call) => {
      const items = [0, 1].map((n) => {
        const { productId } = at(writer.variants, call + n)
        return { product_id: productId, amount: 3_000_000 + call }
      })
      return { method: 'POST', url: '/vendor/products/bulk-update', as: asWriter, body: { items } }
    }
  },
  'acknowledging an order': {
    ...{ roundTrips: 4, statements: 6 },
    withKey: { roundTrips: 4, statements: 8 },
    request: (call) => ({
      method: 'POST',
      url: `/vendor/orders/${at(writer.open, call).suborderId}/acknowledge`,
      as: asWriter
    })
  },
  'shipping a line of an order': {
    ...{ roundTrips: 4, statements: 12 },
    withKey: { roundTrips: 4, statements: 14 },
    request: (call) => {
      const { suborderId: orderId, orderItemId } = at(writer.open, 100 + call)
      const body = { orderId, carrier: 'UPS', trackingNumber: '1Z', items: [{ orderItemId, quantity: 1 }] }
      return { method: 'POST', url: '/vendor/shipments', as: asWriter, body }
    }
  },
  'placing an order of three lines': {
    ...{ roundTrips: 5, statements: 10 },
    withKey: { roundTrips: 5, statements: 12 },
    request: (call) => {
      const items = [0, 1, 2].map((n) => ({
        variantId: at(writer.variants, call + n).variantId,
        quantity: 1
      }))
      const vendors = [{ vendorId: writer.id, shippingMethodId: writer.methodId, items }]
      const shipTo = { name: 'Ana Lima', addressLine1: '12 Mill Road', city: 'Springfield', country: 'US' }
      const body = { paymentMethodName: 'Credit card', shipTo, vendors }
      return { method: 'POST', url: '/platform/orders', as: asOperator, body }
    }
  }
}

/** Writes of the same kind use other objects with a key than without. */
const firstKeyedCall = 20

for (const [name, { request, withKey, rows: allowedRows = maxRows, ...withoutKey }] of Object.entries(
  recorded
)) {
  const check = (max: Traffic, first: number, newKey: () => string | undefined) => async () => {
    const { sql, traffic } = counted
    for (let call = 0; call < warmupCalls; call++) await send(request(first + call), newKey())
    await flushStatistics(sql)
    const before = {
      ...traffic,
      scans: await countScans(t.sql, large),
      rows: await countReadRows(t.sql, large)
    }
    await send(request(first + warmupCalls), newKey())
    const roundTrips = traffic.roundTrips - before.roundTrips
    const statements = traffic.statements - before.statements
    await flushStatistics(sql)
    assert.deepEqual(await countScans(t.sql, large), before.scans, 'a large table has a sequential scan')
    const rows = (await countReadRows(t.sql, large)) - before.rows
    assert.ok(rows <= allowedRows, `${rows} rows are read`)
    assert.ok(roundTrips <= max.roundTrips, `${roundTrips} round trips`)
    assert.ok(statements <= max.statements, `${statements} statements`)
  }
  const needs = 'needs at most the recorded round trips and statements, and reads few rows'
  test(
    `${name} ${needs}`,
    check(withoutKey, 0, () => undefined)
  )
  if (withKey) test(`${name} with a key ${needs}`, check(withKey, firstKeyedCall, newId))
}

test('pipelined statements count as one round trip, and sequential scans are counted', async () => {
  const { sql, traffic } = counted
  const before = { ...traffic }
  await sql.begin((tx) => Promise.all([tx`select 1`, tx`select 2`]))
  // The begin, both statements, and the commit.
  assert.deepEqual(traffic, { roundTrips: before.roundTrips + 3, statements: before.statements + 4 })
  await sql`select 1`
  await sql`select 2`
  assert.deepEqual(traffic, { roundTrips: before.roundTrips + 5, statements: before.statements + 6 })

  await flushStatistics(sql)
  const { products = 0 } = await countScans(t.sql, large)
  await sql`select from products where brand = 'none'`
  await flushStatistics(sql)
  assert.ok(((await countScans(t.sql, large)).products ?? 0) > products)
})
