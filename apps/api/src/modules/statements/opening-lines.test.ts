import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type TestOrder, testOrder } from '../../../test/orders.ts'
import { ship } from '../../../test/shipments.ts'
import { linesOf } from '../../../test/statements.ts'

let t: TestApp
let vendor: TestVendor
let migration: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  migration = await readFile(
    new URL('../../../migrations/0033_statement_opening_lines.sql', import.meta.url),
    'utf8'
  )
})
after(() => t.close())

/** Runs work as if there were no ledger yet. */
async function withoutLedger(work: () => Promise<void>): Promise<void> {
  await t.sql`alter table shipment_items disable trigger record_units`
  await t.sql`alter table shipments disable trigger record_cancellation`
  await work()
  await t.sql`alter table shipment_items enable trigger record_units`
  await t.sql`alter table shipments enable trigger record_cancellation`
}

async function shipped(order: TestOrder, quantity: number): Promise<string> {
  const items = [{ orderItemId: order.items[0]?.id, quantity }]
  const answer = await ship(t, vendor, { orderId: order.id, items })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}
const cancel = (id: string) =>
  t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.owner, body: { status: 'CANCELLED' } })

test('what was shipped before is recorded once, whatever was shipped and cancelled after the triggers were created', async () => {
  const variant = { vendorPrice: '0.3333' }
  const orders: TestOrder[] = []
  for (let n = 0; n < 6; n++) orders.push(await testOrder(t, vendor, { quantities: [9], variant }))
  const [before, both, gone, returned, fresh, open] = orders as [
    ...[TestOrder, TestOrder, TestOrder, TestOrder, TestOrder, TestOrder]
  ]
  const shipments: string[] = []
  await withoutLedger(async () => {
    await shipped(before, 2)
    await shipped(before, 2)
    shipments.push(await shipped(both, 2), await shipped(gone, 3), await shipped(returned, 2))
    await cancel(await shipped(open, 2))
  })
  await shipped(both, 1)
  await cancel(shipments[1] ?? '')
  await cancel(shipments[2] ?? '')
  await shipped(returned, 1)
  await shipped(fresh, 2)
  const recorded = (await linesOf(t, vendor.id)).length
  await t.sql.unsafe(migration)
  await t.sql.unsafe(migration)
  const lines = await linesOf(t, vendor.id)
  const sums = ({ id }: TestOrder) => {
    const own = lines.filter(({ suborderId }) => suborderId === id)
    const items = own.filter(({ kind }) => kind === 'ITEM')
    const sum = (all: typeof own) =>
      all.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
    return [
      items.reduce((total, { quantity }) => total + (quantity ?? 0), 0),
      sum(items),
      sum(own) - sum(items)
    ]
  }
  assert.deepEqual(orders.map(sums), [
    [4, 133, 890],
    [3, 100, 890],
    [0, 0, 0],
    [1, 33, 890],
    [2, 67, 890],
    [0, 0, 0]
  ])
  const opening = lines.slice(recorded)
  assert.ok(opening.every(({ shipmentId }) => shipmentId === null))
  assert.deepEqual(
    new Set(opening.map(({ suborderId }) => suborderId)),
    new Set([before.id, both.id, gone.id, returned.id])
  )
  // Everything that follows is recorded as usual.
  await shipped(before, 5)
  const all = (await linesOf(t, vendor.id)).filter(({ suborderId }) => suborderId === before.id)
  assert.equal(all.reduce((total, { amount }) => total + Number(amount), 0).toFixed(2), '11.90')
})
