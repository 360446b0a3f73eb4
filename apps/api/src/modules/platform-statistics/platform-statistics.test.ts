import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { importJob } from '../../../test/import-jobs.ts'
import { testOrder } from '../../../test/orders.ts'
import { insertSnapshots, snapshot } from '../../../test/snapshots.ts'
import { insertStoredOrders } from '../../../test/stored-orders.ts'
import { newId } from '../../lib/ids.ts'
import type { PlatformStatistics } from './schema.ts'

const path = '/platform/statistics'
const dayMs = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()
const ago = (days: number) => iso(Date.now() - days * dayMs)

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
})
beforeEach(async () => {
  await t.sql`
    truncate orders, order_tallies, moderation_snapshots, import_jobs, webhooks, products cascade`
  vendor = await t.vendor()
})
after(() => t.close())

async function read(query = ''): Promise<PlatformStatistics> {
  const { status, body, text } = await t.call(`GET ${path}${query}`, { as: operator })
  assert.equal(status, 200, text)
  return body
}

/** Returns the noon (UTC) of the day that is `days` days before the day of the database's clock. */
async function noon(days: number): Promise<string> {
  const [row] = await t.sql<{ at: string }[]>`
    select iso_text(date_trunc('day', now(), 'UTC') + interval '12 hours' - make_interval(days => ${days})) as at`
  return row?.at ?? ''
}

test('without orders and products, everything is zero and nothing is listed', async () => {
  const { days, ...others } = await read('?days=2')
  const day = { orders: 0, sales: '0.00', approved: 0, rejected: 0, byRules: 0 }
  assert.deepEqual(
    days,
    [await noon(1), await noon(0)].map((at) => ({ date: at.slice(0, 10), ...day }))
  )
  assert.deepEqual(others, {
    waiting: ['PRODUCT', 'REVISION', 'CHANGE'].map((kind) => ({ kind, count: 0, oldestAt: null })),
    ...{ late: { count: 0, oldestDueAt: null }, dueSoon: 0 },
    ...{ deadlines: { orders: 0, late: 0, lateShare: null }, vendors: [], imports: { count: 0, newest: [] } }
  })
  assert.equal((await read()).days.length, 30)
})

test('a day counts the orders of all vendors, and their sales without what was cancelled later', async () => {
  const other = await t.vendor()
  const first = await testOrder(t, vendor, { quantities: [3] })
  const second = await testOrder(t, other, { quantities: [2] })
  const [earlier, today] = [await noon(1), await noon(0)]
  const { body } = await t.call(`GET /vendor/orders/${first.id}`, { as: vendor.viewer })
  const [item] = body.items
  const before = (await read('?days=1')).days[0]
  assert.equal(before?.orders, 2)
  const cancel = { reason: 'OTHER', items: [{ orderItemId: item.id, quantity: 1 }] }
  const cancelled = await t.call(`POST /vendor/orders/${first.id}/cancel`, { as: vendor.owner, body: cancel })
  assert.equal(cancelled.status, 200, cancelled.text)
  const after = (await read('?days=1')).days[0]
  assert.equal(Number(before?.sales) - Number(after?.sales), item.price)
  assert.equal(after?.orders, 2)
  await t.call(`POST /vendor/orders/${second.id}/cancel`, { as: other.owner, body: { reason: 'OTHER' } })
  assert.equal((await read('?days=1')).days[0]?.sales, (2 * item.price).toFixed(2))
  await t.sql`update orders set placed_at = ${earlier}`
  await t.sql`update suborders set placed_at = ${earlier}`
  await t.sql`update order_tallies set day = ${earlier.slice(0, 10)}`
  const days = (await read('?days=2')).days.map(({ date, orders, sales }) => [date, orders, sales])
  assert.deepEqual(days, [
    [earlier.slice(0, 10), 2, (2 * item.price).toFixed(2)],
    [today.slice(0, 10), 0, '0.00']
  ])
})

test('late orders and those that are due in 24 hours are counted as the list of orders counts them', async () => {
  const [missed, oldest] = [ago(1), ago(3)]
  await insertStoredOrders(t, vendor.id, [
    { acknowledgeBy: missed },
    { status: 'ACKNOWLEDGED', shipBy: oldest },
    { status: 'SHIPPED', shipBy: oldest },
    { shipBy: ago(-0.5) },
    { shipBy: ago(-2) }
  ])
  const [part] = await insertStoredOrders(t, (await t.vendor()).id, [{ shipBy: missed }])
  // Two parts of the same order are one late order.
  await t.sql`
    update suborders set order_id = (select order_id from suborders where acknowledge_by = ${missed}) where id = ${part ?? ''}`
  const { late, dueSoon, deadlines, vendors } = await read()
  assert.deepEqual(late, { count: 2, oldestDueAt: oldest })
  assert.deepEqual(deadlines, { orders: 6, late: 3, lateShare: 0.5 })
  const count = async (query: string) =>
    (await t.call(`GET /platform/orders?${query}`, { as: operator })).body.estimatedTotalCount
  assert.equal(await count('late=true'), 2)
  assert.equal(dueSoon, await count(`late=false&dueBefore=${ago(-1)}`))
  assert.equal(dueSoon, 1)
  assert.deepEqual(
    vendors.map((one) => [one.orders, one.late, one.lateShare, one.lateNow]),
    [
      [5, 2, 0.4, 2],
      [1, 1, 1, 1]
    ]
  )
})

test('the vendors that fail have their rejections, webhooks and imports, the most failures first', async () => {
  const [other, fine] = [await t.vendor(), await t.vendor()]
  const of = (vendorId: string, decision: 'APPROVED' | 'REJECTED', decidedAt = ago(0)) =>
    snapshot({ vendorId, decision, decidedAt })
  await insertSnapshots(t.sql, [
    ...[of(vendor.id, 'APPROVED'), of(vendor.id, 'REJECTED'), of(vendor.id, 'REJECTED', ago(8))],
    ...[of(fine.id, 'APPROVED'), of(fine.id, 'REJECTED', ago(8))]
  ])
  const hooks = [newId(), newId(), newId(), newId()]
  await t.sql`
    insert into webhooks (id, vendor_id, url, secrets, stopped_by)
    select h.id, case when h.n < 4 then ${other.id}::uuid end, 'https://a.example', '',
      case when h.n = 2 then 'OWNER' end
    from unnest(${hooks}::uuid[]) with ordinality as h (id, n)`
  await t.sql`
    insert into webhook_progress (webhook_id, position, failing_since)
    select id, 0, case when id <> ${hooks[2] ?? ''} then now() end from webhooks`
  const failed = { status: 'FAILED', chunks: [[{ code: 'A' }]] }
  await importJob(t, other.id, failed)
  await importJob(t, other.id, failed)
  const { vendors } = await read('?days=7')
  const none = { decided: 0, rejected: 0, rejectionRate: null, failingWebhooks: 0, failedImports: 0 }
  const orders = { orders: 0, late: 0, lateShare: null, lateNow: 0 }
  const shown = vendors.map(({ vendorName: _, ...rest }) => rest)
  assert.deepEqual(shown, [
    { vendorId: other.id, ...none, ...orders, failingWebhooks: 1, failedImports: 2 },
    { vendorId: vendor.id, ...none, ...orders, decided: 2, rejected: 1, rejectionRate: 0.5 }
  ])
})

test('imports are in trouble if they failed or many of their items did, unless they were retried', async () => {
  const items = (failed: number, created: number) => [
    [
      ...Array.from({ length: failed }, (_, n) => ({ code: `f${n}`, status: 'FAILED' as const })),
      ...Array.from({ length: created }, (_, n) => ({ code: `c${n}`, status: 'CREATED' as const }))
    ]
  ]
  const job = (failed: number, created: number, columns = {}) =>
    importJob(t, vendor.id, { status: 'COMPLETED_WITH_ERRORS', chunks: items(failed, created), columns })
  const tenth = await job(1, 9, { file_name: 'tools.csv', created_at: ago(1) })
  await job(1, 10)
  const hundred = await job(100, 1000)
  await job(5, 0, { dry_run: true })
  await job(5, 0, { created_at: ago(8) })
  const retried = await job(5, 0)
  await importJob(t, vendor.id, { status: 'COMPLETED', columns: { source: 'RETRY', retry_of: retried } })
  const broken = await importJob(t, vendor.id, { status: 'FAILED', columns: { created_at: ago(2) } })
  const { imports } = await read('?days=7')
  assert.equal(imports.count, 3)
  assert.deepEqual(
    imports.newest.map(({ id, fileName, itemsTotal, itemsFailed, status }) => [
      ...[id, fileName, itemsTotal, itemsFailed, status]
    ]),
    [
      [hundred, null, 1100, 100, 'COMPLETED_WITH_ERRORS'],
      [tenth, 'tools.csv', 10, 1, 'COMPLETED_WITH_ERRORS'],
      [broken, null, 0, 0, 'FAILED']
    ]
  )
})

test('the counts are those of the statistics, and both agree with the statistics of moderation', async () => {
  await t.sql`
    insert into products (id, vendor_id, name, sku, slug, status, submitted_at)
    select uuidv7(), ${vendor.id}, 'Bolt', n::text, ${vendor.id} || n, 'PENDING_APPROVAL', now() - interval '1 hour'
    from generate_series(1, 3) as n`
  await insertSnapshots(t.sql, [snapshot({ decision: 'REJECTED' }), snapshot({ ruleId: newId() })])
  await insertStoredOrders(t, vendor.id, [{ shipBy: ago(1) }])
  const { body: counts } = await t.call(`GET ${path}/counts`, { as: operator })
  const { body: moderation } = await t.call('GET /platform/moderation/statistics', { as: operator })
  const { waiting, late, days } = await read()
  assert.deepEqual(counts, { waiting, late })
  assert.equal(waiting[0]?.count, 3)
  assert.deepEqual(waiting, moderation.waiting)
  assert.deepEqual(
    days.map(({ date, approved, rejected, byRules }) => ({ date, approved, rejected, byRules })),
    moderation.decidedPerDay
  )
})

test('vendors and invalid numbers of days are refused', async () => {
  for (const address of [path, `${path}/counts`])
    assert.equal((await t.call(`GET ${address}`, { as: vendor.owner })).status, 403)
  assertFaults(await t.call(`GET ${path}?days=401`, { as: operator }), { days: 'TOO_LARGE' })
})
