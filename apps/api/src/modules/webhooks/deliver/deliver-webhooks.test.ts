import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import {
  answers,
  assertAllInOrder,
  eventsAbout,
  progressOf,
  type Receiver,
  recordTestEvents,
  secretsOf,
  sequencesOf,
  startTestDelivery,
  storeWebhook,
  until,
  verified,
  webhookReceiver
} from '../../../../test/webhook-receivers.ts'
import { skipFeedNumbers } from '../../../backup/queries.ts'
import { recordCatalogChanges, sequenceCatalogChanges } from '../../../catalog-changes.ts'
import { connect } from '../../../db/connect.ts'
import type { Repeated } from '../../../jobs/repeat.ts'
import { newId } from '../../../lib/ids.ts'
import { newWebhookSecret } from '../sign.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const running: Repeated[] = []
const receivers: Receiver[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  await t.sql`delete from webhooks`
})

function start(
  ...options: Parameters<typeof startTestDelivery> extends [unknown, ...infer Rest] ? Rest : never
) {
  const worker = startTestDelivery(t, ...options)
  running.push(worker)
  return worker
}

async function receive(...options: Parameters<typeof webhookReceiver>): Promise<Receiver> {
  const receiver = await webhookReceiver(...options)
  receivers.push(receiver)
  return receiver
}

const ids = (count: number) => Array.from({ length: count }, () => newId())

/** Waits until a webhook has delivered all of its vendor's events, and its lease was released. */
async function isDone(id: string, vendorId: string): Promise<void> {
  const last = (await sequencesOf(t, vendorId)).at(-1) ?? 0
  await until(
    () => progressOf(t, id),
    (row) => Number(row.position) >= last && row.leaseId === null
  )
}

suite('delivery', () => {
  test('posts new events with verifiable signatures and the headers of the webhook', async () => {
    vendor = await t.vendor()
    const receiver = await receive()
    const { id, secret } = await storeWebhook(t, {
      ...{ url: `${receiver.url}?a=b`, vendorId: vendor.id, headers: { Authorization: 'Basic abc' } }
    })
    start()
    const [product] = ids(1) as [string]
    await recordTestEvents(t, vendor.id, [product], { changedFields: ['name'] })
    await receiver.has(1)
    const [request] = receiver.received
    assert.ok(request)
    const feed = await t.call('GET /vendor/events', { as: vendor.owner })
    const { occurredAt, requestId, ...event } = feed.body.events[0]
    const url = `https://api.test/api/v1/vendor/products/${product}`
    assert.deepEqual(verified(secret, request), { ...event, timestamp: occurredAt, url })
    assert.deepEqual(
      [
        request.path,
        request.headers['content-type'],
        request.headers.authorization,
        request.headers['webhook-id']
      ],
      ['/hook?a=b', 'application/json', 'Basic abc', event.id]
    )
    const next = await t.call(`GET /vendor/events?after=${request.body.cursor}`, { as: vendor.owner })
    assert.deepEqual(next.body.events, [])
    await isDone(id, vendor.id)
    const [counts] = await t.sql`select * from webhook_attempt_counts where webhook_id = ${id}`
    assert.deepEqual([counts?.delivered, counts?.failed], [1, 0])
  })

  test("posts only events of the types, never another vendor's, and none about the webhook itself", async () => {
    const [own, other] = [await t.vendor(), await t.vendor()]
    const receiver = await receive()
    const types = ['product.created', 'webhook.updated']
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: own.id, types })
    const all = await storeWebhook(t, { url: receiver.url, vendorId: other.id })
    start()
    await recordTestEvents(t, other.id, ids(20))
    await recordTestEvents(t, own.id, ids(20))
    const webhook = (subject: string) => ({
      ...{ type: 'webhook.updated' as const, subject: { type: 'webhook', id: subject } }
    })
    await recordTestEvents(t, own.id, [id], webhook(id))
    await recordTestEvents(t, own.id, [all.id], webhook(all.id))
    await recordTestEvents(t, own.id, ids(1), { type: 'product.created', details: { sku: 'A' } })
    await receiver.has(22)
    await isDone(id, own.id)
    await isDone(all.id, other.id)
    const ofOwn = new Set(await sequencesOf(t, own.id))
    const ofOther = new Set(await sequencesOf(t, other.id))
    const delivered = receiver.received.map(({ body }) => body)
    assert.equal(delivered.filter(({ sequence }) => ofOther.has(sequence)).length, 20)
    const others = delivered.filter(({ sequence }) => !ofOther.has(sequence))
    assert.deepEqual(
      others.map(({ type, subject }) => [type, subject.type === 'webhook' ? subject.id : '']).sort(),
      [
        ['product.created', ''],
        ['webhook.updated', all.id]
      ]
    )
    assert.ok(others.every(({ type, sequence }) => type !== 'product.created' || ofOwn.has(sequence)))
  })

  test("posts the operator's feed with the vendor of each event, and changes of the catalog", async () => {
    const seller = await t.vendor()
    const [events, changes] = [await receive(), await receive()]
    await storeWebhook(t, { url: events.url })
    const { secret } = await storeWebhook(t, { url: changes.url, feed: 'CATALOG_CHANGES' })
    start()
    await recordTestEvents(t, seller.id, ids(1))
    await t.sql.begin(async (tx) => {
      await recordCatalogChanges(tx, 'VENDOR', [seller.id])
      await sequenceCatalogChanges(tx, 100)
    })
    await events.has(1)
    const [event] = events.received
    assert.deepEqual(
      [event?.body.vendorId, event?.body.url],
      [seller.id, `https://api.test/api/v1/platform/products/${event?.body.subject.id}`]
    )
    await changes.has(1)
    const [change] = changes.received
    assert.ok(change)
    const { timestamp, cursor, ...body } = verified(secret, change) as Record<string, string>
    assert.match(String(timestamp), /Z$/)
    assert.deepEqual(body, {
      id: `catalog-change-${body.sequence}`,
      type: 'catalog.changed',
      vendorId: seller.id,
      sequence: body.sequence,
      subject: { type: 'vendor', id: seller.id },
      changedFields: [],
      actor: { type: 'SYSTEM', id: null, name: 'Purveyor' },
      details: { slug: null, isVisible: true },
      url: `https://api.test/api/v1/platform/vendors/${seller.id}`
    })
    const operator = await t.operator()
    const after = await t.call(`GET /platform/catalog-changes?after=${cursor}`, { as: operator })
    assert.deepEqual([after.status, after.body.changes], [200, []])
  })

  test('delivers a backlog without waiting for the next look at all webhooks or the next commit', async () => {
    vendor = await t.vendor()
    const receiver = await receive()
    await recordTestEvents(t, vendor.id, ids(700))
    await storeWebhook(t, { url: receiver.url, vendorId: vendor.id, position: '0' })
    start({ scanMs: 600_000, commitMs: 600_000 })
    await receiver.has(700)
  })

  test('sends events of one key one after the other, and at most as many at once as the concurrency', async () => {
    const seller = await t.vendor()
    const open = new Set<string>()
    const receiver = await receive(async ({ body }, response) => {
      assert.ok(!open.has(body.subject.id), 'two requests with one key')
      open.add(body.subject.id)
      await sleep(1)
      open.delete(body.subject.id)
      response.writeHead(200).end('ok')
    })
    const products = ids(5)
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id, concurrency: 3 })
    await recordTestEvents(
      t,
      seller.id,
      Array.from({ length: 600 }, (_, index) => products[(index * 7) % 5] ?? '')
    )
    start()
    await isDone(id, seller.id)
    assertAllInOrder(receiver.received, await sequencesOf(t, seller.id))
    assert.deepEqual([receiver.received.length, receiver.peakOpen <= 3], [600, true])
  })

  test('with a concurrency of 1, follows the order of the feed', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    await storeWebhook(t, { url: receiver.url, vendorId: seller.id, concurrency: 1 })
    await recordTestEvents(t, seller.id, ids(300))
    start()
    await receiver.has(300)
    assert.deepEqual(
      receiver.received.map(({ body }) => body.sequence),
      await sequencesOf(t, seller.id)
    )
    assert.equal(receiver.peakOpen, 1)
  })
})

suite('a receiver that fails', () => {
  const failures = {
    503: answers(503),
    404: answers(404),
    401: answers(401),
    429: answers(429),
    301: answers(301, { location: 'http://127.0.0.1:1/' })
  }
  for (const [status, answer] of Object.entries(failures))
    test(`with ${status} gets one event until it answers, and then all of them`, async () => {
      const seller = await t.vendor()
      let isFailing = true
      const receiver = await receive((request, response, self) => {
        if (self.received.length > 20) isFailing = false
        return isFailing ? answer(request, response, self) : answers(200)(request, response, self)
      })
      const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
      await recordTestEvents(t, seller.id, ids(10))
      start()
      await isDone(id, seller.id)
      assertAllInOrder(receiver.received, await sequencesOf(t, seller.id))
      // Four requests had begun when the first one failed. Then there was one at a time, always the first event.
      const [first] = await sequencesOf(t, seller.id)
      const probes = receiver.received.slice(4, 20).map(({ body }) => body.sequence)
      assert.ok(probes.every((sequence) => sequence === first))
      const about = await eventsAbout(t, id)
      assert.deepEqual(
        about.map(({ type }) => type),
        ['webhook.failing', 'webhook.recovered']
      )
      assert.equal(about[0]?.details.answerStatus, Number(status))
      const [row] =
        await t.sql`select count(*)::int as count from webhook_failed_attempts where webhook_id = ${id}`
      assert.equal(row?.count, 20)
    })

  test('because it is down, gets everything when it is up again', async () => {
    const seller = await t.vendor()
    const first = await webhookReceiver()
    const { id } = await storeWebhook(t, { url: first.url, vendorId: seller.id })
    await first.close()
    await recordTestEvents(t, seller.id, ids(10))
    start()
    const row = await until(
      () => progressOf(t, id),
      ({ failures }) => failures >= 3
    )
    assert.deepEqual([row.lastFailureReason, row.lastFailureStatus], ['CONNECTION_FAILED', null])
    const again = await receive(answers(204), Number(new URL(first.url).port))
    await isDone(id, seller.id)
    assertAllInOrder(again.received, await sequencesOf(t, seller.id))
    assert.equal((await progressOf(t, id)).failingSince, null)
  })

  test('waits as long as Retry-After says', async () => {
    const seller = await t.vendor()
    const receiver = await receive(answers(503, { 'retry-after': '1000' }))
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(1))
    start()
    const { nextAttemptAt } = await until(
      () => progressOf(t, id),
      (row) => row.failures === 1
    )
    const seconds = (Date.parse(nextAttemptAt) - Date.now()) / 1000
    assert.ok(seconds > 900 && seconds <= 1000, String(seconds))
  })

  test('does not delay other webhooks, also if a large backlog waits for it', async () => {
    const [broken, healthy] = [await t.vendor(), await t.vendor()]
    const held: (() => void)[] = []
    const stuck = await receive(async (_request, response) => {
      await new Promise<void>((resolve) => held.push(resolve))
      response.writeHead(503).end()
    })
    const receiver = await receive()
    await Promise.all(
      Array.from({ length: 10 }, () => storeWebhook(t, { url: stuck.url, vendorId: broken.id }))
    )
    await storeWebhook(t, { url: receiver.url, vendorId: healthy.id })
    await recordTestEvents(t, broken.id, ids(3000))
    start()
    // All requests that one vendor may have are in progress. They end only after the other vendor got its event.
    await stuck.has(16)
    await recordTestEvents(t, healthy.id, ids(1))
    await receiver.has(1)
    assert.deepEqual([stuck.received.length, stuck.peakOpen], [16, 16])
    for (const end of held) end()
  })

  test('with 410 stops the webhook', async () => {
    const seller = await t.vendor()
    const receiver = await receive(answers(410))
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id, concurrency: 1 })
    await recordTestEvents(t, seller.id, ids(3))
    start()
    const { stoppedBy } = await until(
      () => progressOf(t, id),
      (row) => row.stoppedBy !== null && row.leaseId === null
    )
    assert.deepEqual([stoppedBy, receiver.received.length], ['RECEIVER', 1])
    assert.deepEqual(
      (await eventsAbout(t, id)).map(({ type, details }) => [type, details]),
      [['webhook.stopped', { by: 'RECEIVER' }]]
    )
  })

  test('by never ending its answer has received the event', async () => {
    const seller = await t.vendor()
    const receiver = await receive(async (_request, response) => {
      response.writeHead(200)
      while (!response.closed) {
        response.write('x')
        await sleep(5)
      }
    })
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(3))
    start({ requestMs: 200 })
    await isDone(id, seller.id)
    assertAllInOrder(receiver.received, await sequencesOf(t, seller.id))
  })
})

suite('an event that is refused', () => {
  test('is set aside with the later events of its key, and delivered in order when it is accepted', async () => {
    const seller = await t.vendor()
    const [bad, good] = ids(2) as [string, string]
    let isRefusing = true
    const receiver = await receive(({ body }, response) => {
      response.writeHead(isRefusing && body.subject.id === bad ? 422 : 200).end('"no"')
    })
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, [good, bad, good, bad, bad, good])
    start({ setAsideMs: 30 })
    await isDone(id, seller.id)
    const sequences = await sequencesOf(t, seller.id)
    const rows = await t.sql`
      select sequence::int, reason, last_status from webhook_set_aside where webhook_id = ${id} order by sequence`
    assert.deepEqual(
      rows.map((row) => [row.sequence, row.reason, row.lastStatus]),
      [
        [sequences[1], 'REFUSED', 422],
        [sequences[3], 'BEHIND', null],
        [sequences[4], 'BEHIND', null]
      ]
    )
    const [attempt] = await t.sql`select * from webhook_failed_attempts where webhook_id = ${id} order by id`
    assert.deepEqual([attempt?.status, attempt?.reason, attempt?.answer], [422, 'REFUSED', '"no"'])
    isRefusing = false
    await until(
      () => progressOf(t, id),
      ({ setAsideCount }) => setAsideCount === 0
    )
    assertAllInOrder(
      receiver.received.filter(({ body }) => body.subject.id === good),
      sequences.filter((_, index) => [0, 2, 5].includes(index))
    )
    const accepted = receiver.received.filter(({ body }) => body.subject.id === bad).slice(-3)
    assert.deepEqual(
      accepted.map(({ body }) => body.sequence),
      [1, 3, 4].map((index) => sequences[index])
    )
    await recordTestEvents(t, seller.id, [bad])
    await isDone(id, seller.id)
    assert.deepEqual((await eventsAbout(t, id)).length, 0)
  })

  test('is dropped after a day, with an event; the next one of its key follows', async () => {
    const seller = await t.vendor()
    const [bad] = ids(1) as [string]
    let refused = ''
    const receiver = await receive(({ body }, response) => {
      refused ||= body.id
      response.writeHead(body.id === refused ? 400 : 200).end()
    })
    const { id } = await storeWebhook(t, {
      url: receiver.url,
      vendorId: seller.id,
      types: ['product.updated']
    })
    await recordTestEvents(t, seller.id, [bad, bad])
    start({ setAsideMs: 20, dropAfterMs: 0 })
    await receiver.has(5)
    await until(
      () => progressOf(t, id),
      (row) => row.setAsideCount === 0 && row.leaseId === null
    )
    const sequences = await sequencesOf(t, seller.id)
    assert.deepEqual(
      receiver.received.map(({ body }) => body.sequence),
      [...Array(4).fill(sequences[0]), sequences[1]]
    )
    assert.deepEqual(
      (await eventsAbout(t, id)).map(({ type, details }) => [type, details]),
      [['webhook.event_dropped', { eventId: refused, eventType: 'product.updated', answerStatus: 400 }]]
    )
  })

  test('fails the webhook if 1,000 are set aside, until some were delivered', async () => {
    const seller = await t.vendor()
    let isRefusing = true
    const receiver = await receive((_request, response) => {
      response.writeHead(isRefusing ? 400 : 200).end()
    })
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(
      t,
      seller.id,
      [...Array(1100).keys()].map(() => seller.id)
    )
    start()
    const full = await until(
      () => progressOf(t, id),
      (row) => row.failingSince !== null
    )
    assert.deepEqual([full.setAsideCount, full.lastFailureReason], [1000, 'TOO_MANY_SET_ASIDE'])
    isRefusing = false
    await isDone(id, seller.id)
    await until(
      () => progressOf(t, id),
      (row) => row.setAsideCount === 0
    )
    assert.equal((await progressOf(t, id)).failingSince, null)
    const sequences = await sequencesOf(t, seller.id)
    assertAllInOrder(receiver.received, sequences)
  })
})

suite('changes in the middle', () => {
  test('a vendor that is deactivated stops its webhooks; they go on where they stopped', async () => {
    const seller = await t.vendor()
    let active = true
    let late = 0
    const receiver = await receive(async (_request, response, self) => {
      if (self.received.length === 50)
        await t.sql`update vendors set is_active = false where id = ${seller.id}`
      if (!active) late++
      response.writeHead(200).end()
    })
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id, concurrency: 1 })
    await recordTestEvents(t, seller.id, ids(800))
    start()
    await until(
      () => progressOf(t, id),
      (row) => receiver.received.length >= 50 && row.leaseId === null
    )
    active = false
    const count = receiver.received.length
    assert.ok(count < 800, String(count))
    await recordTestEvents(t, seller.id, ids(1))
    await sleep(50)
    assert.deepEqual([receiver.received.length, late], [count, 0])
    await t.sql`update vendors set is_active = true where id = ${seller.id}`
    await isDone(id, seller.id)
    assert.deepEqual(
      receiver.received.map(({ body }) => body.sequence),
      await sequencesOf(t, seller.id)
    )
  })

  test('the change of a webhook takes effect, and nothing is lost', async () => {
    const seller = await t.vendor()
    const [before, after] = [await receive(), await receive()]
    const { id } = await storeWebhook(t, { url: before.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(1000))
    start()
    await before.has(20)
    await t.sql`update webhooks set url = ${after.url}, version = version + 1 where id = ${id}`
    await recordTestEvents(t, seller.id, ids(500))
    await isDone(id, seller.id)
    assert.ok(after.received.length >= 500)
    assertAllInOrder([...before.received, ...after.received], await sequencesOf(t, seller.id))
  })

  test('two secrets sign while one is rotated, and the old one no longer when it has expired', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const { id, secret } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    const newer = newWebhookSecret()
    const rotate = (expiresAt: Date) => t.sql`
      update webhooks set version = version + 1, secrets = ${secretsOf(id, [
        { secret: newer, expiresAt: null },
        { secret, expiresAt: expiresAt.toISOString() }
      ])} where id = ${id}`
    start()
    const deliver = async () => {
      const count = receiver.received.length
      await recordTestEvents(t, seller.id, ids(1))
      await receiver.has(count + 1)
      await isDone(id, seller.id)
      const last = receiver.received.at(-1)
      assert.ok(last)
      return last
    }
    verified(secret, await deliver())
    await rotate(new Date(Date.now() + 3_600_000))
    const both = await deliver()
    verified(secret, both)
    verified(newer, both)
    await rotate(new Date(Date.now() - 1000))
    const one = await deliver()
    verified(newer, one)
    assert.throws(() => verified(secret, one))
  })

  test('a webhook whose secrets cannot be decrypted fails, and goes on when they can', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    const [stored] = await t.sql`select secrets from webhooks where id = ${id}`
    await t.sql`update webhooks set secrets = ${Buffer.from('unreadable')} where id = ${id}`
    await recordTestEvents(t, seller.id, ids(1))
    start()
    const { lastFailureReason } = await until(
      () => progressOf(t, id),
      (row) => row.failures > 1
    )
    assert.deepEqual([lastFailureReason, receiver.received.length], ['SECRET_NOT_READABLE', 0])
    await t.sql`update webhooks set secrets = ${stored?.secrets}, version = version + 1 where id = ${id}`
    await receiver.has(1)
    await isDone(id, seller.id)
  })
})

suite('several workers', () => {
  test('share the webhooks, and what one of them leaves when it is killed is delivered by another', async () => {
    const sellers = await Promise.all(Array.from({ length: 6 }, () => t.vendor()))
    const targets = await Promise.all(
      sellers.map(async (seller) => {
        const receiver = await receive()
        const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
        await recordTestEvents(t, seller.id, [...ids(150), ...ids(10).flatMap((one) => Array(15).fill(one))])
        return { seller, receiver, id }
      })
    )
    // A worker that can no longer reach its database, and whose leases end, is like one that was killed.
    const sql = connect(t.app.deps.sql.options.url, { max: 3 })
    const times = { leaseMs: 400, requestMs: 200, renewMs: 50 }
    const first = start(times, sql)
    start(times)
    await targets[0]?.receiver.has(10)
    await sql.end({ timeout: 0 })
    for (const { id, seller } of targets) await isDone(id, seller.id)
    for (const { receiver, seller } of targets)
      assertAllInOrder(receiver.received, await sequencesOf(t, seller.id))
    await first.stop()
  })

  test('a worker that is stopped stores what was delivered, and releases its webhooks', async () => {
    const seller = await t.vendor()
    const receiver = await receive(async (_request, response) => {
      await sleep(2)
      response.writeHead(200).end()
    })
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(500))
    const worker = start()
    await receiver.has(20)
    await worker.stop()
    const stopped = await progressOf(t, id)
    assert.deepEqual([stopped.leaseId, stopped.failures], [null, 0])
    start()
    await isDone(id, seller.id)
    const sequences = await sequencesOf(t, seller.id)
    assertAllInOrder(receiver.received, sequences)
    assert.equal(receiver.received.length, sequences.length)
  })

  test('a worker that is stopped does not wait for a receiver that does not answer', async () => {
    const seller = await t.vendor()
    const receiver = await receive(() => {})
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(2))
    const worker = start()
    await receiver.has(2)
    await worker.stop()
    const row = await progressOf(t, id)
    assert.deepEqual([row.leaseId, row.failingSince, row.failures], [null, null, 0])
  })
})

suite('replays and gaps', () => {
  test('a replay sends events again with another id, and then continues', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const { id, secret } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(3))
    start()
    await isDone(id, seller.id)
    const sequences = await sequencesOf(t, seller.id)
    await t.sql`
      update webhook_progress set replay_through = position, replay_number = replay_number + 1,
        position = ${String(sequences[0])}::bigint, delivered_ahead = '{}' where webhook_id = ${id}`
    await receiver.has(5)
    await recordTestEvents(t, seller.id, ids(1))
    await receiver.has(6)
    const replayed = receiver.received.slice(3)
    const originals = new Map(receiver.received.map(({ body }) => [body.sequence, body.id]))
    assert.deepEqual(
      replayed
        .slice(0, 2)
        .map(({ headers, body }) => [headers['webhook-id'], body.id, body.replayOf])
        .sort(),
      sequences
        .slice(1, 3)
        .map((sequence) => {
          const original = receiver.received.find(({ body }) => body.sequence === sequence)?.body.id
          return [`${original}-r1`, `${original}-r1`, original]
        })
        .sort()
    )
    for (const one of replayed) verified(secret, one)
    assert.equal(replayed[2]?.body.replayOf, undefined)
    assert.equal(originals.size, 4)
  })

  test('a replay that begins during a delivery is not overwritten by it', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    const start0 = (await progressOf(t, id)).position
    await recordTestEvents(t, seller.id, ids(600))
    start()
    await receiver.has(300)
    await t.sql`
      update webhook_progress set replay_through = position, replay_number = replay_number + 1,
        position = ${start0}::bigint, delivered_ahead = '{}' where webhook_id = ${id}`
    await isDone(id, seller.id)
    const sequences = await sequencesOf(t, seller.id)
    assertAllInOrder(receiver.received, sequences)
    const replayed = receiver.received.filter(({ body }) => body.replayOf !== undefined)
    const through = Number((await progressOf(t, id)).replayThrough)
    assert.deepEqual(
      new Set(replayed.map(({ body }) => body.sequence)),
      new Set(sequences.filter((sequence) => sequence <= through))
    )
  })

  test('single events that are replayed are sent without delaying others', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const { id } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await recordTestEvents(t, seller.id, ids(3))
    start()
    await isDone(id, seller.id)
    await t.sql`
      insert into webhook_set_aside (webhook_id, sequence, key, event_id, event_type, reason, replay_number, next_attempt_at)
      select ${id}, sequence, subject_id::text, id::text, type, 'REPLAY', 2, now() from events
      where vendor_id = ${seller.id} order by sequence limit 1`
    await t.sql`update webhook_progress set set_aside_due_at = now() where webhook_id = ${id}`
    await receiver.has(4)
    const [first, last] = [receiver.received[0], receiver.received[3]]
    const original = receiver.received.find(({ body }) => body.sequence === last?.body.sequence)
    assert.ok(first && last && original)
    assert.deepEqual([last.body.id, last.body.replayOf], [`${original.body.id}-r2`, original.body.id])
    await until(
      () => t.sql`select from webhook_set_aside where webhook_id = ${id}`,
      (rows) => rows.length === 0
    )
  })

  test('after a restore, the receiver is told that events may be missing, before anything else', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const { id, secret } = await storeWebhook(t, { url: receiver.url, vendorId: seller.id })
    await skipFeedNumbers(t.sql)
    const { gapNumber } = await progressOf(t, id)
    start()
    await receiver.has(1)
    await recordTestEvents(t, seller.id, ids(2))
    await receiver.has(3)
    await isDone(id, seller.id)
    const [gap, ...others] = receiver.received
    assert.ok(gap)
    const body = verified(secret, gap) as { id: string; type: string; details: Record<string, string> }
    assert.deepEqual(
      [body.id, body.type, body.details.reason],
      [`gap-${id}-${gapNumber}`, 'feed.gap', 'RESTORE']
    )
    assert.match(body.details.readAgain ?? '', /^https:\/\/api\.test\/api\/v1\/vendor\/products /)
    assertAllInOrder(others, await sequencesOf(t, seller.id))
    assert.equal((await progressOf(t, id)).gap, null)
    await skipFeedNumbers(t.sql)
    assert.ok((await progressOf(t, id)).gapNumber > gapNumber)
  })

  test('a position that is older than the oldest event is a gap, for webhooks that are old enough', async () => {
    const seller = await t.vendor()
    const receiver = await receive()
    const old = await storeWebhook(t, { url: receiver.url, vendorId: seller.id, position: '0' })
    await t.sql`update webhooks set created_at = now() - interval '500 days' where id = ${old.id}`
    await recordTestEvents(t, seller.id, ids(2))
    const [oldest] = await t.sql`select min(sequence) as sequence from events`
    await t.sql`delete from events where sequence = ${oldest?.sequence}`
    start()
    await receiver.has(3)
    await isDone(old.id, seller.id)
    const [gap, ...others] = receiver.received
    assert.deepEqual([gap?.body.type, gap?.body.details.reason], ['feed.gap', 'RETENTION'])
    assertAllInOrder(others, await sequencesOf(t, seller.id))
  })
})
