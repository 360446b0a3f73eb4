import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type Receiver, startReceiver } from '../../../test/webhook-receiver.ts'
import { eventTypeNames } from '../../event-types.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let receiver: Receiver
before(async () => {
  t = await testApp({ webhookAllow: ['127.0.0.1'], publicUrl: 'https://market.example' })
  operator = await t.operator('ADMIN')
  receiver = await startReceiver()
})
beforeEach(async () => {
  vendor = await t.vendor()
  receiver.received.length = 0
})
after(async () => {
  await receiver.close()
  await t.close()
})

const path = '/vendor/me/webhooks'

/** Creates a webhook of the vendor. */
async function webhook(body: object = {}): Promise<{ id: string; secret: string }> {
  const answer = await t.call(`POST ${path}`, { as: vendor.admin, body: { url: receiver.url, ...body } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const call = (id: string, action: string, body?: object) =>
  t.call(`${body ? 'POST' : 'GET'} ${path}/${id}/${action}`, { as: vendor.admin, ...(body && { body }) })

/** Records numbered events of the vendor, and returns their ids and cursors in the order of the feed. */
async function record(count: number, { type = 'product.updated', subjectId = newId() } = {}) {
  for (let index = 0; index < count; index++) {
    await t.sql`
      insert into events (sequence, vendor_id, type, subject_type, subject_id, actor_type, actor_name)
      values (nextval('events_sequence'), ${vendor.id}, ${type}, 'product', ${subjectId}, 'SYSTEM', 'Purveyor')`
  }
  const { body } = await t.call(`GET /vendor/events?last=${count}`, { as: vendor.admin })
  return body.events as { id: string; cursor: string; sequence: number; occurredAt: string }[]
}

async function progressOf(id: string) {
  const [row] = await t.sql<
    {
      position: string
      replayThrough: string
      replayNumber: number
      ahead: string[]
      isDue: boolean
      setAsideCount: number
      isSetAsideDue: boolean | null
    }[]
  >`
    select position::text, replay_through::text, replay_number, delivered_ahead::text[] as ahead,
      next_attempt_at <= now() as is_due, set_aside_count, set_aside_due_at <= now() as is_set_aside_due
    from webhook_progress where webhook_id = ${id}`
  assert.ok(row)
  return row
}

/** Inserts an event that is set aside. */
async function setAside(
  id: string,
  sequence: number,
  reason: string,
  {
    nextAttempt = null,
    eventId = `event-${sequence}`
  }: { nextAttempt?: string | null; eventId?: string } = {}
) {
  await t.sql`
    insert into webhook_set_aside (webhook_id, sequence, key, event_id, event_type, reason, last_status, next_attempt_at)
    values (${id}, ${sequence}, 'key', ${eventId}, 'product.updated', ${reason}, 422,
      ${nextAttempt}::timestamptz)`
}

suite('a test', () => {
  test('posts a signed example with the headers of the webhook, and returns the answer', async (context) => {
    const answers: Receiver = await startReceiver((response) => void response.writeHead(202).end('thanks'))
    context.after(() => answers.close())
    const { id, secret } = await webhook({ url: answers.url, headers: { Authorization: 'Bearer 1' } })
    const { status, body } = await call(id, 'test', { type: 'order.late' })
    assert.equal(status, 200)
    const [request, ...others] = answers.received
    assert.ok(request)
    assert.equal(others.length, 0)
    const { durationMs, ...result } = body
    assert.ok(Number.isInteger(durationMs))
    assert.deepEqual(result, {
      ...{ delivered: true, status: 202, reason: null, answer: 'thanks' },
      ...{ messageId: result.messageId, body: request.body }
    })
    assert.match(result.messageId, /^test-/)
    assert.equal(request.headers['webhook-id'], result.messageId)
    assert.equal(request.headers.authorization, 'Bearer 1')
    assert.equal(request.headers['content-type'], 'application/json')
    const message = new Webhook(secret).verify(request.body, request.headers as Record<string, string>) as {
      subject: { id: string }
      cursor: string
    }
    const { subject, cursor, ...rest } = message
    const { timestamp, ...fields } = rest as unknown as { timestamp: string } & Record<string, unknown>
    assert.ok(Math.abs(Date.now() - Date.parse(timestamp)) < 60_000)
    assert.deepEqual(fields, {
      ...{ id: result.messageId, type: 'order.late', sequence: 0, changedFields: [] },
      actor: { type: 'SYSTEM', id: null, name: 'Purveyor' },
      details: {
        ...{ deadline: 'SHIP', dueAt: '2026-03-01T12:00:00.000Z' },
        ...{ orderNumber: 'WEB-10023', poNumber: 'PO-10023-1' }
      },
      url: `https://market.example/api/v1/vendor/orders/${subject.id}`
    })
    // The cursor is one of the feed.
    assert.equal((await t.call(`GET /vendor/events?after=${cursor}`, { as: vendor.admin })).status, 200)
  })

  test('has an example of each type, for both feeds and for vendors and the operator', async () => {
    const { id } = await webhook({ isActive: false })
    for (const type of [...eventTypeNames, 'feed.gap']) {
      const { body, status } = await call(id, 'test', { type })
      assert.deepEqual([status, body.delivered], [200, true], type)
      const message = JSON.parse(body.body)
      assert.deepEqual([message.type, message.id], [type, body.messageId])
      assert.equal('vendorId' in message, false)
    }
    assertFaults(await call(id, 'test', { type: 'catalog.changed' }), { '/type': 'NOT_ALLOWED' })
    assertFaults(await call(id, 'test', { type: 'order.exploded' }), { '/type': 'NOT_ALLOWED' })
    const changes = await t.call('POST /platform/webhooks', {
      as: operator,
      body: { url: receiver.url, feed: 'CATALOG_CHANGES' }
    })
    const testChanges = (type: string) =>
      t.call(`POST /platform/webhooks/${changes.body.id}/test`, { as: operator, body: { type } })
    const { subject, details, vendorId } = JSON.parse((await testChanges('catalog.changed')).body.body)
    assert.deepEqual([subject.type, details], ['product', { slug: 'hex-bolt-m8', isVisible: true }])
    assert.ok(vendorId)
    assertFaults(await testChanges('order.placed'), { '/type': 'NOT_ALLOWED' })
  })

  test('is signed with both secrets while one replaces the other', async () => {
    const { id, secret } = await webhook()
    const { secret: next } = (await call(id, 'rotate', {})).body
    await call(id, 'test', { type: 'order.placed' })
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    for (const one of [secret, next]) new Webhook(one).verify(body, headers as Record<string, string>)
  })

  test('returns why it was not delivered', async (context) => {
    const answers: Receiver = await startReceiver((response, { path }) => {
      const status = Number(path.slice(1))
      response.writeHead(status, status === 302 ? { location: '/200' } : {}).end('x'.repeat(10_000))
    })
    context.after(() => answers.close())
    const { id } = await webhook()
    const results: unknown[] = []
    for (const status of ['302', '403', '410', '422', '500']) {
      const body = { url: answers.url.replace('hook', status) }
      await t.call(`PATCH ${path}/${id}`, { as: vendor.admin, body })
      const answer = (await call(id, 'test', { type: 'order.placed' })).body
      assert.equal(answer.answer, 'x'.repeat(4096))
      results.push([answer.delivered, answer.status, answer.reason])
    }
    assert.deepEqual(results, [
      [false, 302, 'REDIRECT'],
      [false, 403, 'ACCESS_DENIED'],
      [false, 410, 'GONE'],
      [false, 422, 'REFUSED'],
      [false, 500, 'RECEIVER_ERROR']
    ])
    await t.sql`update webhooks set url = 'http://10.0.0.1/' where id = ${id}`
    const blocked = (await call(id, 'test', { type: 'order.placed' })).body
    assert.deepEqual([blocked.status, blocked.reason], [null, 'ADDRESS_NOT_ALLOWED'])
    // A test changes nothing.
    assert.equal((await t.call(`GET ${path}/${id}`, { as: vendor.admin })).body.state, 'HEALTHY')
    assert.deepEqual((await call(id, 'failed-attempts')).body.failedAttempts, [])
  })

  test('is refused while two tests of the vendor are running', async (context) => {
    const arrived: (() => void)[] = []
    const two = Promise.withResolvers<void>()
    const answers: Receiver = await startReceiver(
      (response) =>
        new Promise((done) => {
          arrived.push(() => done(void response.end('ok')))
          if (arrived.length === 2) two.resolve()
        })
    )
    context.after(() => answers.close())
    const ids = [await webhook({ url: answers.url }), await webhook({ url: answers.url })]
    const running = ids.map(({ id }) => call(id, 'test', { type: 'order.placed' }))
    await two.promise
    const refused = await call(ids[0]?.id ?? '', 'test', { type: 'order.placed' })
    assertProblem(refused, 429, 'RATE_LIMITED')
    assert.equal(refused.headers['retry-after'], '5')
    const own = vendor
    vendor = await t.vendor()
    const other = await webhook()
    assert.equal((await call(other.id, 'test', { type: 'order.placed' })).body.delivered, true)
    vendor = own
    for (const end of arrived) end()
    for (const { body } of await Promise.all(running)) assert.equal(body.delivered, true)
    const last = await webhook()
    assert.equal((await call(last.id, 'test', { type: 'order.placed' })).body.delivered, true)
  })
})

suite('a replay', () => {
  test('after a cursor continues there, and everything so far is a replay', async () => {
    const events = await record(5)
    const { id } = await webhook()
    const end = String(events[4]?.sequence)
    await t.sql`
      update webhook_progress set delivered_ahead = '{9}', next_attempt_at = now() + interval '1 hour'
      where webhook_id = ${id}`
    const nextAttempt = '2027-01-01T00:00:00Z'
    await setAside(id, events[0]?.sequence ?? 0, 'REFUSED', { nextAttempt })
    await setAside(id, events[3]?.sequence ?? 0, 'REFUSED', { nextAttempt })
    const answer = await call(id, 'replay', { after: events[1]?.cursor ?? '' })
    assert.deepEqual([answer.status, answer.body.id], [200, id])
    assert.equal(answer.headers.etag, (await t.call(`GET ${path}/${id}`, { as: vendor.admin })).headers.etag)
    assert.deepEqual(await progressOf(id), {
      ...{
        position: String(events[1]?.sequence),
        replayThrough: end,
        replayNumber: 1,
        ahead: [],
        isDue: true
      },
      ...{ setAsideCount: 1, isSetAsideDue: false }
    })
    await call(id, 'replay', { after: events[3]?.cursor ?? '' })
    const { position, replayThrough, replayNumber } = await progressOf(id)
    assert.deepEqual([position, replayThrough, replayNumber], [String(events[3]?.sequence), end, 2])
    const [{ version }] = await t.sql<[{ version: number }]>`select version from webhooks where id = ${id}`
    assert.equal(version, 3)
  })

  test('after a time continues before the first event that occurred after it', async () => {
    const events = await record(4)
    const { id } = await webhook()
    for (const [index, { sequence }] of events.entries())
      await t.sql`
        update events set occurred_at = ${`2026-03-01T12:00:0${index}Z`} where sequence = ${sequence}`
    await t.sql`update events set occurred_at = '2026-03-01T11:00:00Z' where sequence < ${events[0]?.sequence ?? 0}`
    const positions: string[] = []
    for (const occurredAfter of [
      '2026-03-01T12:00:01.000Z',
      '2026-03-01T13:00:00.999+01:00',
      '2027-01-01T00:00:00Z'
    ]) {
      await call(id, 'replay', { occurredAfter })
      positions.push((await progressOf(id)).position)
    }
    const [first = 0, second = 0, , last = 0] = events.map(({ sequence }) => sequence)
    assert.deepEqual(positions.slice(0, 2), [String(second), String(first)])
    assert.ok(Number(positions[2]) >= last)
  })

  test('of some events adds them to those that are set aside, due at once', async () => {
    const [first, second] = await record(2)
    assert.ok(first && second)
    const { id } = await webhook()
    const nextAttempt = '2027-01-01T00:00:00Z'
    await setAside(id, second.sequence, 'REFUSED', { nextAttempt, eventId: second.id })
    const answer = await call(id, 'replay', { eventIds: [first.id, second.id.toUpperCase()] })
    assert.equal(answer.status, 200, answer.text)
    const { setAsideEvents } = (await call(id, 'set-aside-events')).body
    assert.deepEqual(
      setAsideEvents.map(({ setAsideAt, nextAttemptAt, key, ...event }: Record<string, unknown>) => event),
      [first, second].map(({ id: eventId, sequence }) => ({
        ...{ eventId, type: 'product.updated', sequence, reason: 'REPLAY', attempts: 0, lastStatus: null }
      }))
    )
    const { position, replayNumber, isDue, setAsideCount, isSetAsideDue } = await progressOf(id)
    assert.deepEqual(
      [position, replayNumber, isDue, setAsideCount, isSetAsideDue],
      [String(second.sequence), 1, true, 0, true]
    )
  })

  test('of unknown events, of another vendor, or about the webhook itself is 400', async () => {
    const { id } = await webhook()
    const [own] = await record(1)
    const [about] = await record(1)
    await t.sql`
      update events set subject_type = 'webhook', subject_id = ${id} where id = ${about?.id ?? ''}`
    const other = vendor
    vendor = await t.vendor()
    const [foreign] = await record(1)
    vendor = other
    const unnumbered = newId()
    await t.sql`
      insert into events (id, vendor_id, type, subject_type, actor_type)
      values (${unnumbered}, ${vendor.id}, 'vendor.updated', 'vendor', 'SYSTEM')`
    const eventIds = [own?.id, foreign?.id, about?.id, newId(), unnumbered, 'x', 'catalog-change-1']
    assertFaults(
      await call(id, 'replay', { eventIds }),
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((index) => [`/eventIds/${index}`, 'UNKNOWN_EVENT']))
    )
    assert.equal((await progressOf(id)).replayNumber, 0)
  })

  test('needs exactly one field, in its limits', async () => {
    const { id } = await webhook()
    const [event] = await record(1)
    const after = event?.cursor ?? ''
    const occurredAfter = '2026-03-01T12:00:00Z'
    assertFaults(await call(id, 'replay', {}), { '': 'REQUIRED' })
    assertFaults(await call(id, 'replay', { after, occurredAfter, eventIds: [newId()] }), {
      '/occurredAfter': 'NOT_TOGETHER',
      '/eventIds': 'NOT_TOGETHER'
    })
    assertFaults(await call(id, 'replay', { occurredAfter: 'yesterday' }), {
      '/occurredAfter': 'INVALID_TIMESTAMP'
    })
    assertFaults(await call(id, 'replay', { eventIds: [] }), { '/eventIds': 'TOO_FEW' })
    const [one, two] = [newId(), newId()]
    assertFaults(await call(id, 'replay', { eventIds: [one, two, one.toUpperCase()] }), {
      '/eventIds/2': 'REPEATED_ID'
    })
    const many = Array.from({ length: 101 }, newId)
    assertFaults(await call(id, 'replay', { eventIds: many }), { '/eventIds': 'TOO_MANY' })
    assertProblem(await call(id, 'replay', { after: 'nonsense' }), 400, 'INVALID_CURSOR')
    const platform = await t.call('GET /platform/events?last=1', { as: operator })
    const { cursor } = platform.body.events[0]
    assertProblem(await call(id, 'replay', { after: cursor }), 400, 'INVALID_CURSOR')
  })

  test('with an Idempotency-Key takes effect once', async () => {
    const [event] = await record(1)
    const { id } = await webhook()
    const headers = { 'idempotency-key': newId() }
    const body = { after: event?.cursor }
    for (let index = 0; index < 2; index++)
      await t.call(`POST ${path}/${id}/replay`, { as: vendor.admin, body, headers })
    assert.equal((await progressOf(id)).replayNumber, 1)
  })
})

suite('a replay of changes of the catalog', () => {
  const platform = '/platform/webhooks'
  let id: string
  const replay = (body: object) => t.call(`POST ${platform}/${id}/replay`, { as: operator, body })
  before(async () => {
    const body = { url: 'https://93.184.215.14/', feed: 'CATALOG_CHANGES' }
    id = (await t.call(`POST ${platform}`, { as: operator, body })).body.id
    await t.sql`
      insert into catalog_changes (sequence, kind, subject_id, occurred_at)
      select n, 'PRODUCT', gen_random_uuid(), '2026-03-01T12:00:00Z'::timestamptz + n * interval '1 s'
      from generate_series(1001, 1005) n`
    await t.sql`update catalog_feed set deleted_through = 1000`
  })

  test('has the same forms', async () => {
    const { changes } = (await t.call('GET /platform/catalog-changes', { as: operator })).body
    assert.equal((await replay({ after: changes[1].cursor })).status, 200)
    assert.equal((await progressOf(id)).position, '1002')
    const ids = ['catalog-change-1001', 'catalog-change-1004']
    assert.equal((await replay({ eventIds: ids })).status, 200)
    const listed = await t.call(`GET ${platform}/${id}/set-aside-events`, { as: operator })
    assert.deepEqual(
      listed.body.setAsideEvents.map((one: { eventId: string; type: string }) => [one.eventId, one.type]),
      ids.map((one) => [one, 'catalog.changed'])
    )
    assertFaults(await replay({ eventIds: ['catalog-change-999', newId()] }), {
      '/eventIds/0': 'UNKNOWN_EVENT',
      '/eventIds/1': 'UNKNOWN_EVENT'
    })
  })

  test('before the oldest one is 410 with the oldest cursor', async () => {
    const { changes } = (await t.call('GET /platform/catalog-changes', { as: operator })).body
    await t.sql`update catalog_feed set deleted_through = 1003`
    const answer = await replay({ after: changes[1].cursor })
    assertProblem(answer, 410, 'CURSOR_EXPIRED')
    assert.equal((await replay({ after: answer.body.oldestCursor })).status, 200)
    assert.equal((await progressOf(id)).position, '1003')
    assertProblem(await replay({ occurredAfter: '2020-01-01T00:00:00Z' }), 410, 'CURSOR_EXPIRED')
  })
})

test('a replay before the oldest event that is retained is 410 with the oldest cursor', async () => {
  const events = await record(3)
  const { id } = await webhook()
  assert.equal((await call(id, 'replay', { occurredAfter: '2020-01-01T00:00:00Z' })).status, 200)
  const deleted = events[1]?.sequence ?? 0
  await t.sql`delete from events where sequence <= ${deleted}`
  const { oldestCursor, ...problem } = (await call(id, 'replay', { after: events[0]?.cursor ?? '' })).body
  assert.equal(problem.code, 'CURSOR_EXPIRED')
  assert.equal((await call(id, 'replay', { after: oldestCursor })).status, 200)
  assert.equal((await progressOf(id)).position, String(deleted))
  assertProblem(await call(id, 'replay', { occurredAfter: '2020-01-01T00:00:00Z' }), 410, 'CURSOR_EXPIRED')
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString()
  assert.equal((await call(id, 'replay', { occurredAfter: dayAgo })).status, 200)
})

suite('the status', () => {
  test('of a new webhook has no lag', async () => {
    const { id } = await webhook()
    assert.deepEqual((await call(id, 'status')).body, {
      ...{ state: 'HEALTHY', lagEvents: 0, lagSeconds: 0, setAsideCount: 0, failures: 0, lastFailure: null },
      ...{ lastSuccessAt: null, nextAttemptAt: null, attempts: [] }
    })
  })

  test('counts events of its types that wait, without those that were delivered ahead or are about itself', async () => {
    const { id } = await webhook({ types: ['product.updated', 'webhook.started'] })
    const events = await record(3)
    await record(2, { type: 'product.submitted' })
    await record(1, { type: 'webhook.started' })
    const other = vendor
    vendor = await t.vendor()
    await record(2)
    vendor = other
    await t.sql`
      update events set subject_type = 'webhook', subject_id = ${id}
      where type = 'webhook.started' and vendor_id = ${vendor.id}`
    await t.sql`
      update events set occurred_at = now() - interval '1 hour' where sequence >= ${events[0]?.sequence ?? 0}`
    await t.sql`
      update webhook_progress set delivered_ahead = ${[String(events[1]?.sequence)]}::bigint[] where webhook_id = ${id}`
    const { lagEvents, lagSeconds } = (await call(id, 'status')).body
    assert.equal(lagEvents, 2)
    assert.ok(lagSeconds >= 3600 && lagSeconds < 3700, String(lagSeconds))
    const all = await t.call('POST /platform/webhooks', { as: operator, body: { url: receiver.url } })
    await t.sql`
      update webhook_progress set position = (
        select position from webhook_progress where webhook_id = ${id}) where webhook_id = ${all.body.id}`
    const status = await t.call(`GET /platform/webhooks/${all.body.id}/status`, { as: operator })
    assert.equal(status.body.lagEvents, 8)
  })

  test('has the last failure, the next attempt, and the attempts of 72 hours', async () => {
    const { id } = await webhook()
    await t.sql`
      update webhook_progress set failing_since = '2026-03-01T12:00:00Z', failures = 3, set_aside_count = 2,
        last_failure_at = '2026-03-01T13:00:00Z', last_failure_reason = 'RECEIVER_ERROR', last_failure_status = 503,
        last_success_at = '2026-03-01T11:00:00Z', next_attempt_at = '2026-03-01T14:00:00Z'
      where webhook_id = ${id}`
    await t.sql`
      insert into webhook_attempt_counts (webhook_id, hour, delivered, failed, duration_ms)
      select ${id}, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 3, 1, 400
      from unnest(array[0, 71, 72]) n`
    const { attempts, ...status } = (await call(id, 'status')).body
    assert.deepEqual(status, {
      ...{ state: 'FAILING', lagEvents: 0, lagSeconds: 0, setAsideCount: 2, failures: 3 },
      lastFailure: { at: '2026-03-01T13:00:00.000Z', reason: 'RECEIVER_ERROR', status: 503 },
      ...{ lastSuccessAt: '2026-03-01T11:00:00.000Z', nextAttemptAt: '2026-03-01T14:00:00.000Z' }
    })
    assert.deepEqual(
      attempts.map(({ hour, ...counts }: { hour: string }) => counts),
      Array.from({ length: 2 }, () => ({ delivered: 3, failed: 1, averageDurationMs: 100 }))
    )
    assert.ok(attempts[0].hour < attempts[1].hour)
  })
})

test('failed attempts are listed in pages, newest first', async () => {
  const { id } = await webhook()
  await t.sql`
    insert into webhook_failed_attempts (webhook_id, at, event_id, event_type, status, reason, duration_ms, answer)
    select ${id}, '2026-03-01T12:00:00Z'::timestamptz + n * interval '1 s', 'event-' || n, 'order.placed',
      nullif(500 + n, 501), 'TIMEOUT', 15000, 'sorry' from generate_series(1, 5) n`
  const list = async (query: string) => {
    const { body } = await call(id, `failed-attempts?${query}`)
    return { ...body, ids: body.failedAttempts.map(({ eventId }: { eventId: string }) => eventId) }
  }
  const first = await list('first=2')
  assert.deepEqual(first.ids, ['event-5', 'event-4'])
  assert.deepEqual(first.failedAttempts[0], {
    ...{ at: '2026-03-01T12:00:05.000Z', eventId: 'event-5', type: 'order.placed', status: 505 },
    ...{ reason: 'TIMEOUT', durationMs: 15_000, answer: 'sorry' }
  })
  const rest = await list(`after=${first.pageInfo.endCursor}`)
  assert.deepEqual([rest.ids, rest.pageInfo.hasNextPage], [['event-3', 'event-2', 'event-1'], false])
  assert.equal(rest.failedAttempts[2].status, null)
  assert.deepEqual((await list(`last=2&before=${rest.pageInfo.startCursor}`)).ids, ['event-5', 'event-4'])
  const other = await webhook()
  assertProblem(
    await call(other.id, `failed-attempts?after=${first.pageInfo.endCursor}`),
    400,
    'INVALID_CURSOR'
  )
})

test('events that are set aside are listed in pages, in the order of the feed', async () => {
  const { id } = await webhook()
  for (const sequence of [1, 2, 3]) await setAside(id, sequence, sequence === 1 ? 'REFUSED' : 'BEHIND')
  const list = async (query: string) => {
    const { body } = await call(id, `set-aside-events?${query}`)
    return { ...body, numbers: body.setAsideEvents.map(({ sequence }: { sequence: number }) => sequence) }
  }
  const first = await list('first=2')
  assert.deepEqual([first.numbers, first.pageInfo.hasNextPage], [[1, 2], true])
  const { setAsideAt, ...shown } = first.setAsideEvents[0]
  assert.deepEqual(shown, {
    ...{
      eventId: 'event-1',
      type: 'product.updated',
      sequence: 1,
      key: 'key',
      reason: 'REFUSED',
      attempts: 0
    },
    ...{ lastStatus: 422, nextAttemptAt: null }
  })
  const rest = await list(`after=${first.pageInfo.endCursor}`)
  assert.deepEqual(rest.numbers, [3])
  assert.deepEqual((await list(`last=5&before=${rest.pageInfo.startCursor}`)).numbers, [1, 2])
})
