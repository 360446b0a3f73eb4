import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  eventsAbout,
  progressOf,
  recordTestEvents,
  storeWebhook
} from '../../../../test/webhook-receivers.ts'
import { newId } from '../../../lib/ids.ts'
import { readDatabaseState } from '../../metrics/queries.ts'
import { maintainWebhooks, reportLongFailures } from './maintain.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())
afterEach(() => t.sql`delete from webhooks`)

const url = 'https://receiver.example/hook'
const maintain = () => maintainWebhooks(t.sql, new AbortController().signal)
const lastEvent = async () => {
  const [row] = await t.sql`select max(sequence) as last from events`
  return row?.last
}

test('the positions of webhooks move to the end of the feed unless an event of their types waits', async () => {
  const [vendor, other] = [await t.vendor(), await t.vendor()]
  const idle = await storeWebhook(t, { url, vendorId: vendor.id, types: ['product.created'] })
  const waiting = await storeWebhook(t, { url, vendorId: vendor.id, types: ['product.updated'] })
  const ofOther = await storeWebhook(t, { url, vendorId: other.id })
  const ofOperator = await storeWebhook(t, { url })
  const leased = await storeWebhook(t, { url, vendorId: other.id })
  await t.sql`update webhook_progress set leased_until = now() + interval '1 minute' where webhook_id = ${leased.id}`
  const { position } = await progressOf(t, waiting.id)
  await recordTestEvents(t, vendor.id, [newId()])
  await maintain()
  const last = await lastEvent()
  for (const { id } of [idle, ofOther]) assert.equal((await progressOf(t, id)).position, last)
  for (const { id } of [waiting, ofOperator, leased])
    assert.equal((await progressOf(t, id)).position, position)
})

test('counts of attempts are deleted after 30 days', async () => {
  const { id } = await storeWebhook(t, { url })
  await t.sql`
    insert into webhook_attempt_counts (webhook_id, hour)
    select ${id}, date_trunc('hour', now()) - days * interval '1 day' from unnest(array[0, 29, 31]) as days`
  await maintain()
  const [row] =
    await t.sql`select count(*)::int as count from webhook_attempt_counts where webhook_id = ${id}`
  assert.equal(row?.count, 2)
})

test('a failure is reported after an hour and after three days, once each', async () => {
  const { id } = await storeWebhook(t, { url })
  const failsFor = (minutes: number) =>
    t.sql`update webhook_progress set failing_since = now() - ${minutes} * interval '1 minute' where webhook_id = ${id}`
  const reported = async () => {
    await reportLongFailures(t.sql)
    await reportLongFailures(t.sql)
    return (await eventsAbout(t, id)).map(({ type, details }) => [type, details.hours])
  }
  await failsFor(59)
  assert.deepEqual(await reported(), [])
  await failsFor(61)
  assert.deepEqual(await reported(), [['webhook.still_failing', 1]])
  await failsFor(72 * 60 + 1)
  assert.deepEqual(await reported(), [
    ['webhook.still_failing', 1],
    ['webhook.still_failing', 72]
  ])
})

test('a failure that is noticed after three days is reported once, and one of a stopped webhook is not', async () => {
  const [late, stopped] = [await storeWebhook(t, { url }), await storeWebhook(t, { url })]
  await t.sql`update webhook_progress set failing_since = now() - interval '5 days'`
  await t.sql`update webhooks set stopped_by = 'OWNER' where id = ${stopped.id}`
  await reportLongFailures(t.sql)
  assert.deepEqual(
    (await eventsAbout(t, late.id)).map(({ details }) => details.hours),
    [72]
  )
  assert.deepEqual(await eventsAbout(t, stopped.id), [])
})

test('the metrics have the webhooks by state, and the lag of the one that waits for the oldest event', async () => {
  const vendor = await t.vendor()
  const failing = await storeWebhook(t, { url, vendorId: vendor.id, types: ['product.updated'] })
  await storeWebhook(t, { url, vendorId: vendor.id })
  const stopped = await storeWebhook(t, { url })
  await t.sql`update webhooks set stopped_by = 'OPERATOR' where id = ${stopped.id}`
  const before = await readDatabaseState(t.sql)
  assert.deepEqual(
    [before.webhooks, before.webhookLag],
    [
      { HEALTHY: 2, STOPPED: 1 },
      { age: 0, events: 0 }
    ]
  )
  await t.sql`update webhook_progress set failing_since = now() where webhook_id = ${failing.id}`
  assert.deepEqual((await readDatabaseState(t.sql)).webhookLag, { age: 0, events: 0 })
  await recordTestEvents(t, vendor.id, [newId(), newId()])
  await recordTestEvents(t, vendor.id, [newId()], { type: 'product.created', details: { sku: 'A' } })
  await t.sql`update events set occurred_at = now() - interval '90 seconds' where vendor_id = ${vendor.id}`
  const { webhooks, webhookLag } = await readDatabaseState(t.sql)
  assert.deepEqual([webhooks, webhookLag.events], [{ HEALTHY: 1, FAILING: 1, STOPPED: 1 }, 2])
  assert.ok(webhookLag.age >= 90, String(webhookLag.age))
})
