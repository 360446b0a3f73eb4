import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  progressOf,
  recordTestEvents,
  startTestDelivery,
  until,
  verified,
  webhookReceiver
} from '../../../../test/webhook-receivers.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
before(async () => {
  t = await testApp({ webhookAllow: ['127.0.0.1'] })
})
after(() => t.close())

test('a webhook of the API gets events, also again, with a new secret, and not while it is stopped', async () => {
  const vendor = await t.vendor()
  const receiver = await webhookReceiver()
  const worker = startTestDelivery(t)
  const call = (request: string, body?: object) =>
    t.call(request, { as: vendor.owner, ...(body && { body }) })
  try {
    const created = await call('POST /vendor/me/webhooks', {
      ...{ url: receiver.url, types: ['product.updated'], headers: { Authorization: 'Bearer gateway' } }
    })
    assert.equal(created.status, 200, created.text)
    const { id, secret } = created.body
    await recordTestEvents(t, vendor.id, [newId(), newId()])
    await receiver.has(2)
    const [first, second] = receiver.received.toSorted((a, b) => a.body.sequence - b.body.sequence)
    assert.ok(first && second)
    verified(secret, first)
    assert.equal(first.headers.authorization, 'Bearer gateway')

    const isReleased = () =>
      until(
        () => progressOf(t, id),
        ({ leaseId }) => leaseId === null
      )
    await isReleased()
    await call(`POST /vendor/me/webhooks/${id}/replay`, { after: first.body.cursor })
    await receiver.has(3)
    assert.deepEqual(
      [receiver.received[2]?.body.replayOf, receiver.received[2]?.body.id],
      [second.body.id, `${second.body.id}-r1`]
    )
    await call(`POST /vendor/me/webhooks/${id}/replay`, { eventIds: [first.body.id] })
    await receiver.has(4)
    assert.equal(receiver.received[3]?.body.id, `${first.body.id}-r2`)

    await isReleased()
    const rotated = await call(`POST /vendor/me/webhooks/${id}/rotate`, { overlapHours: 0 })
    await recordTestEvents(t, vendor.id, [newId()])
    await receiver.has(5)
    verified(rotated.body.secret, receiver.received[4] as never)
    assert.throws(() => verified(secret, receiver.received[4] as never))

    await call(`PATCH /vendor/me/webhooks/${id}`, { isActive: false })
    await isReleased()
    await recordTestEvents(t, vendor.id, [newId(), newId(), newId()])
    const { body: status } = await call(`GET /vendor/me/webhooks/${id}/status`)
    assert.deepEqual([status.state, receiver.received.length], ['STOPPED', 5])
    await call(`PATCH /vendor/me/webhooks/${id}`, { isActive: true })
    await receiver.has(8)
    assert.equal(new Set(receiver.received.map(({ body }) => body.id)).size, 8)
  } finally {
    await worker.stop()
    await receiver.close()
  }
})
