import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { orderCalls, testOrder } from '../../../../test/orders.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

const { call, read, acknowledge, setStatus, eventsOf } = orderCalls(() => ({ t, vendor }))

describe('acknowledging an order', () => {
  test('changes a CONFIRMED order to ACKNOWLEDGED once, with one event', async () => {
    const { id } = await testOrder(t, vendor)
    const { status, body, headers } = await acknowledge(id)
    assert.equal(status, 200)
    assert.equal(body.status, 'ACKNOWLEDGED')
    assert.deepEqual(body.allowedActions, ['ship', 'cancel'])
    assert.ok(Math.abs(Date.parse(body.acknowledgedAt) - Date.now()) < 60_000)
    assert.ok(body.updatedAt >= body.acknowledgedAt)
    const again = await call(`GET /vendor/orders/${id}`)
    assert.deepEqual([again.body, again.headers.etag], [body, headers.etag])
    const refused = await acknowledge(id)
    assertProblem(refused, 409, 'INVALID_TRANSITION')
    assert.match(refused.body.detail, /ACKNOWLEDGED/)
    assert.deepEqual(await read(id), body)
    assert.deepEqual(
      (await eventsOf(id))
        .map(({ type, changedFields, actorType }) => [type, changedFields, actorType])
        .slice(1),
      [['order.acknowledged', ['status', 'acknowledgedAt'], 'USER']]
    )
  })

  test('accepts no body or an empty object', async () => {
    const { id } = await testOrder(t, vendor)
    assertFaults(await acknowledge(id, { status: 'SHIPPED', 'a/b': 1 }), {
      '/status': 'UNKNOWN_FIELD',
      '/a~1b': 'UNKNOWN_FIELD'
    })
    for (const body of [[], 'yes', null, 1]) assertFaults(await acknowledge(id, body), { '': 'INVALID_TYPE' })
    assert.equal((await read(id)).status, 'CONFIRMED')
    const headers = { 'content-type': 'text/plain' }
    const seen = await t.call(`POST /vendor/orders/${id}/acknowledge`, {
      as: vendor.owner,
      raw: 'seen',
      headers
    })
    assertProblem(seen, 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.equal((await acknowledge(id, {})).status, 200)
  })

  test('gets 409 from every other status, and the detail names the status', async () => {
    const { id } = await testOrder(t, vendor)
    for (const status of ['ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED']) {
      await setStatus(id, status)
      const answer = await acknowledge(id)
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.ok(answer.body.detail.includes(status))
    }
  })

  test('takes effect once per Idempotency-Key; of 20 concurrent requests, one succeeds', async () => {
    const { id } = await testOrder(t, vendor)
    const keyed = () =>
      t.call(`POST /vendor/orders/${id}/acknowledge`, {
        as: vendor.owner,
        headers: { 'idempotency-key': id }
      })
    const [first, second] = [await keyed(), await keyed()]
    assert.equal(second.text, first.text)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    const { id: raced } = await testOrder(t, vendor)
    const answers = await Promise.all(Array.from({ length: 20 }, () => acknowledge(raced)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
    assert.equal((await eventsOf(raced)).filter(({ type }) => type === 'order.acknowledged').length, 1)
  })
})
