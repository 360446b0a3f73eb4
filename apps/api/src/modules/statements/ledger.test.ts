import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type TestOrder, testOrder } from '../../../test/orders.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { ship } from '../../../test/shipments.ts'
import { adjust, closePeriod, endPeriods, linesOf } from '../../../test/statements.ts'
import { allCurrencies, currencyDecimals } from '../../lib/currencies.ts'
import { closeStatements } from './close-statements.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('ADMIN')
})
after(() => t.close())

const cancelShipment = (id: string) =>
  t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.owner, body: { status: 'CANCELLED' } })
const item = (order: TestOrder, quantity: number, index = 0) => ({
  orderItemId: order.items[index]?.id,
  quantity
})
/** Ships these quantities of lines and returns the id of the shipment. */
async function shipped(order: TestOrder, items?: object[]): Promise<string> {
  const { status, text, body } = await ship(t, vendor, { orderId: order.id, ...(items && { items }) })
  assert.equal(status, 200, text)
  return body.id
}
const amounts = async () =>
  (await linesOf(t, vendor.id)).map(({ kind, quantity, amount }) => [kind, quantity, amount])

test('the lines of an order line end at the subtotal of the purchase order, whatever the parts', async () => {
  vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [3], variant: { vendorPrice: '0.3333' } })
  for (let unit = 0; unit < 3; unit++) await shipped(order, [item(order, 1)])
  assert.deepEqual(await amounts(), [
    ['ITEM', 1, '0.33'],
    ['SHIPPING', null, '8.90'],
    ['ITEM', 1, '0.34'],
    ['ITEM', 1, '0.33']
  ])
  const { body } = await t.call(`GET /vendor/purchase-orders/${order.id}`, { as: vendor.viewer })
  assert.equal(body.subtotal, 1)
})

test('cancelling shipments corrects the items, and the charge only when nothing is shipped any more', async () => {
  vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [2, 1], variant: { vendorPrice: '1.005' } })
  const first = await shipped(order, [item(order, 2), item(order, 1, 1)])
  await cancelShipment(first)
  const second = await shipped(order, [item(order, 1)])
  const third = await shipped(order, [item(order, 1)])
  await cancelShipment(second)
  await cancelShipment(third)
  assert.deepEqual(await amounts(), [
    ['ITEM', 2, '2.01'],
    ['ITEM', 1, '1.01'],
    ['SHIPPING', null, '8.90'],
    ['ITEM', -2, '-2.01'],
    ['ITEM', -1, '-1.01'],
    ['SHIPPING', null, '-8.90'],
    ['ITEM', 1, '1.01'],
    ['SHIPPING', null, '8.90'],
    ['ITEM', 1, '1.00'],
    ['ITEM', -1, '-1.00'],
    ['ITEM', -1, '-1.01'],
    ['SHIPPING', null, '-8.90']
  ])
  const shipments = (await linesOf(t, vendor.id)).map(({ shipmentId }) => shipmentId)
  assert.deepEqual(shipments, [...Array(6).fill(first), second, second, third, second, third, third])
})

test('the lines of each shipment of a request are together, and the charge is that of the first', async () => {
  vendor = await t.vendor()
  const orders = [
    await testOrder(t, vendor, { quantities: [3], variant: { vendorPrice: '0.0049' } }),
    await testOrder(t, vendor)
  ] as const
  const shipment = (order: TestOrder, quantity: number) => ({
    ...{ orderId: order.id, carrier: 'UPS', trackingNumber: '1Z', items: [item(order, quantity)] }
  })
  const { body } = await t.call('POST /vendor/shipments/bulk', {
    as: vendor.owner,
    body: { shipments: [shipment(orders[0], 1), shipment(orders[1], 3), shipment(orders[0], 2)] }
  })
  const lines = await linesOf(t, vendor.id)
  const shipments = lines.map(({ shipmentId }) => shipmentId)
  assert.deepEqual(
    shipments.filter((id, index) => id !== shipments[index - 1]).sort(),
    body.results.map(({ id }: { id: string }) => id).sort()
  )
  const ofOrder = (order: TestOrder) =>
    lines
      .filter(({ suborderId }) => suborderId === order.id)
      .map(({ kind, quantity, amount }) => [kind, quantity, Number(amount)])
  assert.deepEqual(ofOrder(orders[1]), [
    ['ITEM', 3, 37.5],
    ['SHIPPING', null, 8.9]
  ])
  const [first, charge, second, ...others] = ofOrder(orders[0])
  assert.deepEqual([charge, others], [['SHIPPING', null, 8.9], []])
  // 3 × 0.0049 is rounded to 0.01. One unit alone is rounded to 0, two to 0.01.
  assert.deepEqual([first, second].sort(), [
    ['ITEM', 1, 0],
    ['ITEM', 2, 0.01]
  ])
})

test('cancelling what is not shipped, delivery and a corrected tracking number record nothing', async () => {
  vendor = await t.vendor()
  const order = await testOrder(t, vendor, { quantities: [2] })
  await t.call(`POST /vendor/orders/${order.id}/cancel`, {
    as: vendor.owner,
    body: { reason: 'OTHER', items: [item(order, 1)] }
  })
  assert.deepEqual(await amounts(), [])
  const id = await shipped(order)
  for (const body of [{ trackingNumber: '1Y' }, { status: 'IN_TRANSIT' }, { status: 'DELIVERED' }]) {
    assert.equal((await t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.owner, body })).status, 200)
  }
  assert.deepEqual(await amounts(), [
    ['ITEM', 1, '12.50'],
    ['SHIPPING', null, '8.90']
  ])
})

test('amounts have the decimals of the currency', async () => {
  const rows = await t.sql<{ code: string; decimals: number }[]>`
    select code, currency_decimals(code) as decimals from unnest(${allCurrencies()}::text[]) as code`
  assert.deepEqual(
    rows.map(({ code, decimals }) => [code, decimals]),
    allCurrencies().map((code) => [code, currencyDecimals(code)])
  )
  for (const [currency, amount, charge] of [
    ['JPY', '3', '9'],
    ['KWD', '2.665', '8.900'],
    ['EUR', '2.67', '8.90']
  ]) {
    vendor = await t.vendor()
    const order = await testOrder(t, vendor, { quantities: [2], variant: { vendorPrice: '1.3325' } })
    await t.sql`update suborders set currency = ${currency ?? ''} where id = ${order.id}`
    await shipped(order)
    assert.deepEqual(await amounts(), [
      ['ITEM', 2, amount],
      ['SHIPPING', null, charge]
    ])
    const [statement] = await closePeriod(t, vendor)
    assert.deepEqual(
      [statement.currency, statement.itemTotal, statement.shippingTotal],
      [currency, amount, charge]
    )
  }
})

test('lines can be neither changed nor deleted', async () => {
  vendor = await t.vendor()
  await shipped(await testOrder(t, vendor))
  const { id: vendorId } = vendor
  await assert.rejects(
    t.sql`update statement_lines set amount = 0 where vendor_id = ${vendorId}`,
    /can't be changed/
  )
  await assert.rejects(t.sql`delete from statement_lines where vendor_id = ${vendorId}`, /can't be changed/)
  await assert.rejects(t.sql`truncate statement_lines`, /can't be changed/)
  assert.equal((await amounts()).length, 2)
})

test('a closing waits for a transaction that records lines, and includes its lines', async () => {
  vendor = await t.vendor()
  await adjust(t, operator, vendor.id, { amount: 1, reason: 'First' })
  const recorded = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const writing = t.sql.begin(async (tx) => {
    await tx`
      insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
      values (${vendor.id}, lock_statement_period(${vendor.id}), 'ADJUSTMENT', 'USD', 2, 'Late')`
    recorded.resolve()
    await ended.promise
  })
  await recorded.promise
  await endPeriods(t, [vendor.id])
  const closing = closeStatements(t.sql)
  for (;;) {
    const [row] = await t.sql<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
    if (row?.waiting) break
  }
  ended.resolve()
  await writing
  await closing
  const { body } = await t.call('GET /vendor/statements', { as: vendor.viewer })
  assert.deepEqual(
    body.statements.map((one: { adjustmentTotal: string; lineCount: number }) => [
      one.adjustmentTotal,
      one.lineCount
    ]),
    [['3.00', 2]]
  )
})

test('a vendor whose lines are being recorded for too long is left to the next run, and others are closed', async () => {
  const [busy, other] = [await t.vendor(), await t.vendor()]
  for (const { id } of [busy, other]) await adjust(t, operator, id, { amount: 1, reason: 'First' })
  await endPeriods(t, [busy.id, other.id])
  const closed = await t.sql.begin(async (tx) => {
    await tx`select lock_statement_period(${busy.id})`
    return closeStatements(t.sql, 1)
  })
  assert.equal(closed, 1)
  assert.equal(await closeStatements(t.sql), 1)
})

test('closing twice at once closes once', async () => {
  vendor = await t.vendor()
  await shipped(await testOrder(t, vendor))
  await endPeriods(t, [vendor.id])
  const closed = await withLocksHeld(t, {
    hold: (tx) => tx`select pg_advisory_xact_lock(hashtextextended('statements ' || ${vendor.id}::uuid, 2))`,
    waiting: 2,
    work: () => Promise.all([closeStatements(t.sql), closeStatements(t.sql)])
  })
  assert.deepEqual(closed.sort(), [0, 1])
  const { body } = await t.call('GET /vendor/statements', { as: vendor.viewer })
  assert.deepEqual(
    body.statements.map(({ number }: { number: number }) => number),
    [1]
  )
  const [events] = await t.sql`
    select count(*)::integer as n from events where type = 'statement.closed' and vendor_id = ${vendor.id}`
  assert.equal(events?.n, 1)
})

test('a line is never recorded before the end of the last closed period, even if the clock was set back', async () => {
  vendor = await t.vendor()
  await adjust(t, operator, vendor.id, { amount: 1, reason: 'First' })
  await closePeriod(t, vendor)
  // As if the period had been closed by a server whose clock was an hour ahead.
  const [period] = await t.sql<{ startsAt: string }[]>`
    update statement_periods set starts_at = clock_timestamp() + interval '1 hour', ends_at = clock_timestamp() + interval '2 hours'
    where vendor_id = ${vendor.id} returning starts_at`
  await adjust(t, operator, vendor.id, { amount: 2, reason: 'Second' })
  assert.equal((await linesOf(t, vendor.id)).at(-1)?.recordedAt, period?.startsAt)
  const { body } = await t.call('GET /vendor/statements/open', { as: vendor.viewer })
  assert.equal(body.balances[0].adjustmentTotal, '2.00')
})
