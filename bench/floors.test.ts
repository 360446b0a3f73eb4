import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp, testSecret } from '../apps/api/test/app.ts'
import { fill, fillVendor } from './fill.ts'
import { insertOpenOrders, insertTieredRates } from './fill-order-queries.ts'
import { writeApprovals } from './floors/approvals.ts'
import { readExportPage, readOrderPage, readProductPage, readProductRows } from './floors/lists.ts'
import { writeOrder } from './floors/order.ts'
import { writeProduct } from './floors/product.ts'
import { readQuotes } from './floors/quotes.ts'
import { writeAcknowledgements, writeShipments } from './floors/shipments.ts'
import { writeStock } from './floors/stock.ts'
import { writeVariants } from './floors/variants.ts'
import { newProduct } from './new-product.ts'
import { countRows, countVariants, listTargets, sampleProducts } from './queries.ts'
import { signInTo } from './setup.ts'
import { openStockedVendors, orderGenerator } from './stocked-vendors.ts'

// Tests that the frozen statements still work, and that they insert what the service inserted when they were frozen.

let t: TestApp
let vendorId: string
let categoryIds: string[]
before(async () => {
  t = await testApp()
  const filled = await fill(t.sql, { products: 60, orders: 60 })
  vendorId = filled.vendorId
  categoryIds = filled.categoryIds
})
after(() => t?.close())

/** Returns the number of rows that the work adds to each table. Tables without new rows are left out. */
async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countRows(t.sql)
  await work()
  const rows = Object.entries(await countRows(t.sql)).map(
    ([table, count]) => [table, count - (before[table] ?? 0)] as const
  )
  return Object.fromEntries(rows.filter(([, count]) => count !== 0))
}

test('a change of stock adds a row of the history, a catalog change and an event', async () => {
  const [product] = await sampleProducts(t.sql, vendorId)
  assert.ok(product)
  const { variantId } = product
  const rows = await added(() => writeStock(t.sql, { variantId, quantity: 4711 }))
  assert.deepEqual(rows, { catalog_outbox: 1, events: 1, product_history: 1 })
  const [variant] = await t.sql`select stock_on_hand from variants where id = ${variantId}`
  assert.equal(variant?.stockOnHand, 4711)
})

test('a bulk update adds two rows of the history for each variant, a catalog change and an event', async () => {
  const ids = (await listTargets(t.sql, { vendorId, limit: 20 })).map((target) => target.variantId)
  const values = { vendorId, ids, prices: ids.map(() => '77.25'), stock: ids.map((_, index) => 5000 + index) }
  const shared = { catalog_outbox: 1, events: 1, product_history: 40 }
  assert.deepEqual(await added(() => writeVariants(t.sql, values)), shared)
  const prices = await t.sql`select distinct vendor_price from variants where id = any(${ids}::uuid[])`
  assert.deepEqual(
    prices.map((row) => row.vendorPrice),
    ['77.2500']
  )
  const watched = await added(() => writeVariants(t.sql, values, true))
  assert.deepEqual(watched, { ...shared, watched_changes: 20 })
})

test('a new product adds a product with its parts, its history and an event', async () => {
  const rows = await added(() => writeProduct(t.sql, vendorId, newProduct(1, categoryIds)))
  const one = { events: 1, product_categories: 1, product_history: 1, products: 1, variants: 1 }
  assert.deepEqual(rows, one)
})

test('the quotes of a cart have the items and shipping methods of each vendor', async () => {
  const stocked = await openStockedVendors({ sql: t.sql, categoryIds, options: { products: 5 } }, 'CART')
  await insertTieredRates(
    t.sql,
    stocked.map((vendor) => vendor.vendorId)
  )
  const items = orderGenerator(stocked, [2, 1])().flatMap(({ lines }) =>
    lines.map(({ sold, quantity }) => ({ variantId: sold.variantId, quantity }))
  )
  const { vendors } = JSON.parse(await readQuotes(t.sql, { shipTo: { country: 'US' }, items }))
  const counts = vendors.map((vendor: { items: unknown[]; shippingMethods: { charge: string | null }[] }) => [
    vendor.items.length,
    vendor.shippingMethods.filter(({ charge }) => charge !== null).length,
    vendor.shippingMethods.length
  ])
  assert.deepEqual(counts, [
    [2, 2, 3],
    [1, 2, 3]
  ])
})

test('an order adds suborders, lines, a catalog change and events, and reserves the stock', async () => {
  const context = { sql: t.sql, categoryIds, options: { products: 5 } }
  const parts = orderGenerator(await openStockedVendors(context, 'FLOOR'), [2, 2, 1])()
  const rows = await added(() => writeOrder(t.sql, parts))
  const { order_tallies: _, ...others } = rows
  assert.deepEqual(others, { catalog_outbox: 1, events: 3, order_items: 5, orders: 1, suborders: 3 })
  const ids = parts.flatMap(({ lines }) => lines.map(({ sold }) => sold.variantId))
  const reserved = await t.sql`select from variants where id = any(${ids}::uuid[]) and stock_reserved > 0`
  assert.equal(reserved.length, 5)
})

test('a set of shipments adds what single shipments add, and a set of acknowledgements adds events', async () => {
  const id = await fillVendor(t.sql, { prefix: 'SENT', products: 4, categoryIds })
  const lines = await insertOpenOrders(t.sql, id)
  const { order_tallies: _, ...others } = await added(() => writeShipments(t.sql, id, lines.slice(0, 3)))
  const ofEach = { catalog_outbox: 3, events: 3, product_history: 3, shipment_items: 3, shipments: 3 }
  // Triggers record the lines of statements: those of the items and of the charges.
  assert.deepEqual(others, { ...ofEach, statement_lines: 6, statement_periods: 1 })
  const last = lines.slice(3).map(({ suborderId }) => suborderId)
  const { order_tallies: _t, ...acknowledged } = await added(() => writeAcknowledgements(t.sql, id, last))
  assert.deepEqual(acknowledged, { events: 1 })
  const statuses = await t.sql`select status from suborders where vendor_id = ${id} order by status`
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'PARTIALLY_SHIPPED', 'PARTIALLY_SHIPPED']
  )
})

test('approvals add snapshots, two rows of the history each, a catalog change and events', async () => {
  const waiting = await t.sql<
    { id: string }[]
  >`select id from products where status = 'PENDING_APPROVAL' limit 4`
  const rows = await added(() =>
    writeApprovals(
      t.sql,
      waiting.map(({ id }) => id)
    )
  )
  assert.deepEqual(rows, { catalog_outbox: 1, events: 4, moderation_snapshots: 4, product_history: 8 })
})

test('the frozen lists have the same rows and the same fields as those of the service', async () => {
  const headers = await signInTo(t.sql, { secret: testSecret, vendorId })
  const served = async (path: string, name: 'products' | 'orders') => {
    const { body } = await t.app.inject({ url: `/api/v1/vendor/${path}`, headers: headers() })
    const rows = JSON.parse(body)[name] as Record<string, unknown>[]
    assert.equal(rows.length, 24)
    return rows
  }
  const page = { vendorId, assets: 'http://assets.test', limit: 24 }
  const frozen = {
    'products?first=24': readProductPage(t.sql, { ...page, isLast: false }),
    'products?last=24': readProductPage(t.sql, { ...page, isLast: true }),
    'products?first=24&view=row': readProductRows(t.sql, page),
    'orders?first=24': readOrderPage(t.sql, page)
  }
  for (const [path, text] of Object.entries(frozen)) {
    const name = path.startsWith('orders') ? 'orders' : 'products'
    const rows = JSON.parse(await text)[name] as Record<string, unknown>[]
    const expected = await served(path, name)
    assert.deepEqual(
      rows.map(({ id }) => id),
      expected.map(({ id }) => id),
      path
    )
    assert.deepEqual(Object.keys(rows[0] ?? {}), Object.keys(expected[0] ?? {}), path)
  }
  const exported = (await readExportPage(t.sql, vendorId)).split('\n')
  assert.equal(exported.length, Math.min(101, await countVariants(t.sql, vendorId)))
})
