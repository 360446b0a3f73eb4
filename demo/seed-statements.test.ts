import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoIds } from '../apps/api/src/examples/demo-ids.ts'
import { type TestApp, testApp } from '../apps/api/test/app.ts'
import { signedIn } from '../apps/api/test/people.ts'

let t: TestApp
before(async () => {
  t = await testApp({ withDemo: true })
})
after(() => t.close())

for (const [email, newest] of [
  ['owner@harbor.test', demoIds.statements.newest],
  ['owner@summit.test', undefined]
] as const) {
  test(`the vendor of ${email} has closed statements of the last periods, of which all but the newest are paid`, async () => {
    const { access_token: as } = await signedIn(t, { email, password: 'purveyor-demo' })
    const { statements } = (await t.call('GET /vendor/statements', { as })).body
    assert.ok(statements.length >= 2)
    assert.deepEqual(
      statements.map(({ number }: { number: number }) => number),
      statements.map((_: unknown, index: number) => statements.length - index)
    )
    if (newest) assert.equal(statements[0].id, newest)
    for (const [index, one] of statements.entries()) {
      assert.ok(one.lineCount > 0 && Number(one.amountDue) > 0)
      assert.equal(one.status, index === 0 ? 'CLOSED' : 'PAID')
      assert.ok(one.closedAt > one.periodEnd && one.closedAt < new Date().toISOString())
      if (index > 0) assert.equal(one.periodEnd, statements[index - 1].periodStart)
      const { lines } = (await t.call(`GET /vendor/statements/${one.id}/lines`, { as })).body
      for (const { recordedAt } of lines)
        assert.ok(recordedAt >= one.periodStart && recordedAt < one.periodEnd)
    }
    const open = (await t.call('GET /vendor/statements/open', { as })).body
    assert.equal(open.periodStart, statements[0].periodEnd)
    const shipments = (await t.call('GET /vendor/shipments?first=100', { as })).body.shipments
    const { lines } = (await t.call(`GET /vendor/statements/${statements[0].id}/lines`, { as })).body
    for (const { kind, quantity, shipmentId, recordedAt } of lines) {
      if (kind === 'ADJUSTMENT') continue
      const shipment = shipments.find(({ id }: { id: string }) => id === shipmentId)
      if (quantity > 0) assert.equal(recordedAt, shipment.createdAt)
    }
  })
}

test('the lines of the demo add up to what is shipped', async () => {
  const differences = await t.sql`
    select i.id from order_items i
      left join (
        select order_item_id, sum(quantity) as units, sum(amount) as amount from statement_lines group by 1) l
      on l.order_item_id = i.id
    where i.quantity_shipped <> coalesce(l.units, 0) or round(i.unit_cost * i.quantity_shipped, 2) <> coalesce(l.amount, 0)`
  assert.deepEqual([...differences], [])
})
