import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countOf, pdfPages, withoutSpaces } from '@purveyor/pdf-text/testing'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { testOrder } from '../../../test/orders.ts'
import { ship } from '../../../test/shipments.ts'
import { adjust, closePeriod } from '../../../test/statements.ts'
import { maxPrintedLines } from './statement-document.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('ADMIN')
  await t.call('PATCH /platform/settings', {
    as: operator,
    body: {
      name: 'Harbor Market',
      address: { company: 'Harbor Market Inc.', city: 'Portland', country: 'US' }
    }
  })
})
after(() => t.close())

/** Returns the PDF at a path. */
async function pdfOf(path: string, as: string): Promise<Buffer> {
  const answer = await t.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${as}` } })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="statement-\d+\.pdf"$/)
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  return answer.rawPayload
}
const textOf = async (vendor: TestVendor, id: string) =>
  (await pdfPages(await pdfOf(`/vendor/statements/${id}/document`, vendor.viewer))).join('')

test('the document shows the same lines and amounts as the JSON', async () => {
  const vendor = await t.vendor()
  await adjust(t, operator, vendor.id, { amount: -1000, reason: 'Advance' })
  await closePeriod(t, vendor)
  const order = await testOrder(t, vendor, {
    quantities: [1234, 2],
    stock: 5000,
    variant: { vendorPrice: '1.2345' }
  })
  const { id } = (await ship(t, vendor, { orderId: order.id })).body
  await t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.owner, body: { status: 'CANCELLED' } })
  await ship(t, vendor, { orderId: order.id })
  await adjust(t, operator, vendor.id, { amount: '-12.30', reason: 'Damaged parcel' })
  const [{ id: statementId, ...statement }] = await closePeriod(t, vendor)
  const text = await textOf(vendor, statementId)
  const [first, second] = order.items
  const texts = [
    ...['Statement', 'Page 1 of', 'Harbor Market Inc.', 'CLOSED', `Period ${statement.firstDay}`],
    `${order.poNumber}${first?.sku} Hex bolt M8 1,234 1.2345 1,523.37`,
    `${order.poNumber}${second?.sku} Hex bolt M8 2 1.2345 2.47`,
    `${order.poNumber}${second?.sku} Hex bolt M8 (cancelled shipment) −2 1.2345 −2.47`,
    `${order.poNumber}Shipping charge of a cancelled shipment −8.90`,
    'Adjustment: Damaged parcel −12.30',
    ...['Balance carried over −1,000.00 USD', 'Shipped goods 1,525.84 USD', 'Shipping charges 8.90 USD'],
    ...['Adjustments −12.30 USD', 'Amount due 522.44 USD']
  ]
  assert.equal(statement.amountDue, '522.44')
  for (const one of texts) assert.ok(text.includes(withoutSpaces(one)), `${one} in ${text}`)
  assert.ok(!text.includes('Closingbalance'))
  const platform = await pdfOf(`/platform/statements/${statementId}/document`, operator)
  assert.deepEqual(platform, await pdfOf(`/vendor/statements/${statementId}/document`, vendor.viewer))
  const body = { reference: 'SEPA 17', paidAt: '2026-04-03T06:00:00Z' }
  await t.call(`POST /platform/statements/${statementId}/paid`, { as: operator, body })
  const paid = await textOf(vendor, statementId)
  for (const one of ['PAID', 'SEPA17', '2026-04-0306:00UTC']) assert.ok(paid.includes(one), one)
})

test('a closed statement keeps the names and addresses of its time', async () => {
  const vendor = await t.vendor()
  const profile = { name: 'Rope Works', address: { addressLine1: '12 Dock Road', city: 'Boston' } }
  const change = (body: object) => t.call(`PATCH /platform/vendors/${vendor.id}`, { as: operator, body })
  await change(profile)
  await adjust(t, operator, vendor.id, { amount: 5, reason: 'Credit' })
  const [statement] = await closePeriod(t, vendor)
  const path = `/vendor/statements/${statement.id}`
  const read = async () => [
    await t.call(`GET ${path}`, { as: vendor.viewer }).then(({ body, headers }) => [body, headers.etag]),
    await textOf(vendor, statement.id)
  ]
  const before = await read()
  assert.equal(statement.vendorName, 'Rope Works')
  for (const one of ['RopeWorks', '12DockRoad', 'HarborMarketInc.', 'Portland'])
    assert.ok(String(before[1]).includes(one), one)
  const { body: settings } = await t.call('GET /platform/settings', { as: operator })
  await change({ name: 'Ropes and Chains', address: { addressLine1: '1 Hill Street' } })
  const moved = {
    name: 'Sea Market',
    address: { company: 'Sea Market Inc.', city: 'Seattle' },
    timeZone: 'Asia/Tokyo'
  }
  await t.call('PATCH /platform/settings', { as: operator, body: moved })
  assert.deepEqual(await read(), before)
  const { name, address, timeZone } = settings
  await t.call('PATCH /platform/settings', { as: operator, body: { name, address, timeZone } })
  await adjust(t, operator, vendor.id, { amount: 5, reason: 'Credit' })
  assert.equal((await closePeriod(t, vendor))[0].vendorName, 'Ropes and Chains')
})

test('a negative balance is explained', async () => {
  const vendor = await t.vendor()
  await adjust(t, operator, vendor.id, { amount: '-7', reason: 'Fine' })
  const [{ id }] = await closePeriod(t, vendor)
  const text = await textOf(vendor, id)
  for (const one of ['Closingbalance−7.00USD', 'Amountdue0.00USD', 'carriedovertothenextstatement'])
    assert.ok(text.includes(one), one)
})

test('every page of a long statement has the header of the table, and no line is missing', async () => {
  const vendor = await t.vendor()
  await adjust(t, operator, vendor.id, { amount: '1', reason: 'first' })
  await t.sql`
    insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
    select ${vendor.id}, lock_statement_period(${vendor.id}), 'ADJUSTMENT', 'USD', -1.5,
      'Line (' || n || ') ' || repeat('long reason ', n % 12) from generate_series(1, 199) as n`
  const [{ id }] = await closePeriod(t, vendor)
  const pages = await pdfPages(await pdfOf(`/vendor/statements/${id}/document`, vendor.viewer))
  assert.ok(pages.length >= 5, `${pages.length} pages`)
  for (const page of pages.slice(0, -1)) assert.equal(countOf(page, 'Amount(USD)'), 1)
  const text = pages.join('')
  for (let n = 1; n < 200; n++) assert.equal(countOf(text, `Adjustment:Line(${n})`), 1)
})

test('a statement with too many lines is printed with the sums of each day', async () => {
  for (const [count, isSummary] of [
    [maxPrintedLines, false],
    [maxPrintedLines + 1, true]
  ] as const) {
    const vendor = await t.vendor()
    await adjust(t, operator, vendor.id, { amount: '0.25', reason: 'first' })
    await t.sql`
      insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
      select ${vendor.id}, lock_statement_period(${vendor.id}), 'ADJUSTMENT', 'USD', 0.25, 'Line ' || n
      from generate_series(2, ${count}) as n`
    const [{ id, lineCount }] = await closePeriod(t, vendor)
    assert.equal(lineCount, count)
    const text = await textOf(vendor, id)
    assert.equal(text.includes('Adjustments(2,001lines)500.25'), isSummary)
    assert.equal(text.includes('Thisstatementhas2,001lines'), isSummary)
    assert.equal(countOf(text, 'Adjustment:Line'), isSummary ? 0 : count - 1)
  }
})
