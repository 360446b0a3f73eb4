import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { importJob } from '../../../test/import-jobs.ts'
import { insertStoredOrders, type StoredOrder } from '../../../test/stored-orders.ts'
import type { VendorStatistics } from './schema.ts'

const path = '/vendor/statistics'
const dayMs = 86_400_000

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
beforeEach(async () => {
  vendor = await t.vendor()
})
after(() => t.close())

async function read(query = '', as = vendor.viewer): Promise<VendorStatistics> {
  const { status, body, text } = await t.call(`GET ${path}${query}`, { as })
  assert.equal(status, 200, text)
  return body
}

/** Returns the start of the day in UTC that is `days` days before the day of the database's clock. */
async function dayBefore(days: number): Promise<number> {
  const [row] = await t.sql<{ day: string }[]>`select iso_text(date_trunc('day', now(), 'UTC')) as day`
  return Date.parse(row?.day ?? '') - days * dayMs
}

const iso = (ms: number) => new Date(ms).toISOString()
const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

type Line = { quantity: number; cancelled: number; cents: number }
type Order = StoredOrder & { placedAt: string; lines: Line[] }

/** Inserts orders whose lines have these quantities and prices. */
async function insertOrders(vendorId: string, orders: Order[]): Promise<void> {
  const ids = await insertStoredOrders(t, vendorId, orders)
  const lines = orders.flatMap((order, index) => order.lines.map((line) => ({ ...line, id: ids[index] })))
  await t.sql`delete from order_items where suborder_id = any(${ids}::uuid[])`
  await t.sql`
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
      quantity_cancelled, unit_price, unit_cost)
    select uuidv7(), l.id, ${vendorId}, 1, l.id, l.id, 'Hex bolt M8', 'HB-1', l.quantity, l.cancelled, l.cents / 100.0, 1
    from jsonb_to_recordset(${t.sql.json(lines)}) as l (id uuid, quantity int, cancelled int, cents numeric)`
}

/** Returns an order of a random time in the last 14 days. Some are exactly at the start of a day. */
function randomOrder(today: number): Order {
  const time = today - Math.floor(Math.random() * 14) * dayMs
  const placedAt = Math.random() < 0.2 ? time : Math.min(time + Math.floor(Math.random() * dayMs), Date.now())
  const status = pick(['CONFIRMED', 'ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED'])
  const lines = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => {
    const quantity = 1 + Math.floor(Math.random() * 9)
    const cancelled = status === 'CANCELLED' ? quantity : pick([0, 0, Math.floor(Math.random() * quantity)])
    return { quantity, cancelled, cents: Math.floor(Math.random() * 100_000) }
  })
  return { placedAt: iso(placedAt), status, lines }
}

/** Counts the sales of a day without SQL. */
function salesOf(orders: Order[], date: string): VendorStatistics['days'][number] {
  const sold = orders.filter((order) => order.placedAt.startsWith(date) && order.status !== 'CANCELLED')
  const lines = sold.flatMap((order) => order.lines)
  const cents = lines.reduce((sum, line) => sum + (line.quantity - line.cancelled) * line.cents, 0)
  const units = lines.reduce((sum, line) => sum + line.quantity - line.cancelled, 0)
  return { date, orders: sold.length, units, sales: (cents / 100).toFixed(2) }
}

describe('sales', () => {
  test('equal a straightforward count over random orders, for any number of days', async () => {
    const today = await dayBefore(0)
    const orders = Array.from({ length: 300 }, () => randomOrder(today))
    await insertOrders(vendor.id, orders)
    await insertOrders((await t.vendor()).id, [randomOrder(today)])
    for (const days of [1, 2, 13, 400]) {
      const dates = Array.from({ length: days }, (_, n) => iso(today - (days - 1 - n) * dayMs).slice(0, 10))
      const expected = dates.map((date) => salesOf(orders, date))
      assert.deepEqual((await read(`?days=${days}`)).days, expected)
    }
  })

  test('cover 30 days unless the request says otherwise, with today last', async () => {
    const { days } = await read()
    assert.equal(days.length, 30)
    assert.equal(days[0]?.date, iso(await dayBefore(29)).slice(0, 10))
    const today = iso(await dayBefore(0)).slice(0, 10)
    assert.deepEqual(days.at(-1), { date: today, orders: 0, units: 0, sales: '0.00' })
  })

  test('round the price of the remaining pieces of each item to 2 decimals, half up', async () => {
    const line = { quantity: 3, cancelled: 2, cents: 0.5 }
    await insertOrders(vendor.id, [{ placedAt: iso(Date.now()), lines: [line, line, line] }])
    assert.equal((await read()).days.at(-1)?.sales, '0.03')
  })
})

describe('what the vendor should act on', () => {
  test('is nothing for a new vendor', async () => {
    const { days: _, ...tasks } = await read()
    assert.deepEqual(tasks, {
      toAcknowledge: { count: 0, oldestPlacedAt: null },
      ...{ late: { count: 0, oldestDueAt: null }, deadlines: { orders: 0, late: 0, lateShare: null } },
      ...{ rejectedProducts: 0, failedImportItems: 0, lowStock: 0, lowestStock: [] }
    })
  })

  test('are orders to acknowledge, also those that are older than the days', async () => {
    const oldest = await dayBefore(500)
    const placed = [oldest, oldest + dayMs, oldest + 2 * dayMs].map(iso)
    const [first = '', second = '', last = ''] = placed
    await insertStoredOrders(t, vendor.id, [
      ...[{ placedAt: first, status: 'ACKNOWLEDGED' }, { placedAt: second }],
      ...[{ placedAt: last }, { status: 'CANCELLED' }]
    ])
    assert.deepEqual((await read()).toAcknowledge, { count: 2, oldestPlacedAt: second })
  })

  test('are the rejected products that the list of products finds', async () => {
    await t.sql`
      insert into products (id, vendor_id, name, sku, slug, status, moderation)
      select uuidv7(), ${vendor.id}, 'Bolt', n, ${vendor.id} || n, status, moderation
      from unnest(array['DRAFT', 'PUBLISHED', 'HIDDEN', 'PUBLISHED', 'PUBLISHED', 'PENDING_APPROVAL'],
        array[null, '{"proposed": ["name"]}', '{"proposed": ["images"]}', '{"proposed": null}', null, null]::jsonb[])
        with ordinality as p (status, moderation, n)`
    const list = await t.call('GET /vendor/products?isRejected=true&view=row', { as: vendor.viewer })
    assert.deepEqual([(await read()).rejectedProducts, list.body.estimatedTotalCount], [3, 3])
  })

  test('are failed items of the jobs of these days that were not retried', async () => {
    const failed = (count: number, columns = {}) =>
      importJob(t, vendor.id, {
        status: 'COMPLETED_WITH_ERRORS',
        chunks: [Array.from({ length: count }, (_, n) => ({ code: `${n}`, status: 'FAILED' as const }))],
        columns
      })
    const retried = await failed(5)
    await failed(2, { source: 'RETRY', retry_of: retried })
    await failed(4, { created_at: iso(await dayBefore(6)) })
    await failed(8, { created_at: iso((await dayBefore(6)) - 1) })
    await failed(16, { dry_run: true })
    assert.equal((await read('?days=7')).failedImportItems, 6)
    assert.equal((await read('?days=8')).failedImportItems, 14)
  })

  test('are active variants of which few pieces are available, the lowest first', async () => {
    const stock = [7, 3, 0, 6, 200, 5, 101, 4, 1]
    const variants = stock.map((initialInventory, n) => ({
      ...{ sku: `V-${initialInventory}`, name: `Box ${initialInventory}`, vendorPrice: 1, initialInventory },
      isActive: n !== 1
    }))
    const body = { name: 'Hex bolt', sku: 'HB', variants }
    const product = (await t.call('POST /vendor/products', { as: vendor.owner, body })).body
    await t.sql`
      update variants set stock_reserved = case sku when 'V-6' then 1 else 2 end
      where product_id = ${product.id} and sku in ('V-6', 'V-1')`
    const low = await read()
    const expected = [
      ['V-1', 0],
      ['V-0', 0],
      ['V-4', 4],
      ['V-5', 5],
      ['V-6', 5]
    ]
    assert.equal(low.lowStock, 5)
    assert.deepEqual(
      low.lowestStock.map(({ sku, stockAvailable }) => [sku, stockAvailable]).sort(),
      expected.sort()
    )
    const [lowest] = low.lowestStock
    const variantId = product.variants.find(({ sku }: { sku: string }) => sku === 'V-1').id
    assert.deepEqual(lowest, {
      ...{ productId: product.id, productName: 'Hex bolt', variantId, variantName: 'Box 1', sku: 'V-1' },
      stockAvailable: 0
    })
    for (const [limit, count] of [
      [0, 2],
      [4, 3],
      [7, 6],
      [100, 6],
      [101, 7],
      [200, 8]
    ] as const)
      assert.equal((await read(`?lowStock=${limit}`)).lowStock, count, `at most ${limit}`)
    assert.equal((await read('?lowStock=2147483647')).lowestStock.length, 5)
  })
})

test('days is from 1 to 400, and lowStock is 0 or more', async () => {
  for (const days of [1, 400]) assert.equal((await read(`?days=${days}`)).days.length, days)
  const call = (query: string) => t.call(`GET ${path}?${query}`, { as: vendor.viewer })
  for (const [days, code] of Object.entries({ 0: 'TOO_SMALL', 401: 'TOO_LARGE', x: 'INVALID_TYPE' }))
    assertFaults(await call(`days=${days}`), { days: code })
  for (const [low, code] of Object.entries({
    '-1': 'TOO_SMALL',
    2147483648: 'TOO_LARGE',
    1.5: 'INVALID_TYPE'
  }))
    assertFaults(await call(`lowStock=${low}`), { lowStock: code })
  assertFaults(await call('first=1'), { first: 'UNKNOWN_PARAMETER' })
})

test('only the vendor can read its statistics, with any role', async () => {
  await insertStoredOrders(t, (await t.vendor()).id, [{}])
  for (const as of [vendor.owner, vendor.admin, vendor.editor, vendor.viewer])
    assert.equal((await read('', as)).toAcknowledge.count, 0)
  assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call(`GET ${path}`, { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
})
