import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { apiToken } from '../../../test/people.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { eventTypeNames } from '../../event-types.ts'
import { createEncryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { decryptHeaders, decryptSecrets } from './encrypted-values.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp({ webhookAllow: ['127.0.0.0/8', 'erp.internal'] })
})
beforeEach(async () => {
  vendor = await t.vendor()
})
after(() => t.close())

const path = '/vendor/me/webhooks'
const url = 'https://93.184.215.14/hook'
const create = (body: object = {}, as = vendor.admin) =>
  t.call(`POST ${path}`, { as, body: { url, ...body } })
const created = async (body: object = {}) => (await create(body)).body
const get = async (id: string) => (await t.call(`GET ${path}/${id}`, { as: vendor.admin })).body
const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  t.call(`PATCH ${path}/${id}`, { as: vendor.admin, body, headers })

/** Returns the types and details of the events about a webhook, in their order. */
async function eventsOf(id: string) {
  const rows = await t.sql<{ type: string; details: object; changedFields: string[] }[]>`
    select type, details, changed_fields from events where subject_id = ${id} order by id`
  return rows.map(({ type, details, changedFields }) => ({ type, details, changedFields }))
}

const encryption = () => t.app.deps.encryption

test('a change waits for deliveries that are being stored, without a deadlock', async () => {
  const operator = await t.operator()
  const { id } = await created()
  const calls: [string, object][] = [
    [`PATCH ${path}/${id}`, { as: vendor.admin, body: { url: `${url}/v2` } }],
    [`POST ${path}/${id}/replay`, { as: vendor.admin, body: { occurredAfter: '2026-01-01T00:00:00Z' } }],
    [`POST ${path}/${id}/rotate`, { as: vendor.admin, body: {} }],
    [`POST /platform/vendor-webhooks/${id}/stop`, { as: operator, body: { reason: 'Too slow' } }],
    [`POST /platform/vendor-webhooks/${id}/start`, { as: operator }],
    [`DELETE ${path}/${id}`, { as: vendor.admin }]
  ]
  for (const [call, options] of calls) {
    const { status } = await withLocksHeld(t, {
      hold: (tx) => tx`update webhook_progress set failures = 1 where webhook_id = ${id}`,
      waiting: 1,
      // The lock that a row takes which refers to the webhook. With `nowait`, it fails instead of causing the deadlock.
      release: (tx) => tx`select from webhooks where id = ${id} for key share nowait`,
      work: () => t.call(call, options)
    })
    assert.equal(status, 200, call)
  }
})

suite('a new webhook', () => {
  test('is returned with its secret once, and then without it', async () => {
    const answer = await create()
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store'])
    const { secret, ...shown } = answer.body
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id, createdAt, updatedAt } = shown
    assert.deepEqual(shown, {
      ...{ id, url, feed: 'EVENTS', types: null, description: null, concurrency: 4, headerNames: [] },
      ...{ isActive: true, state: 'HEALTHY', stoppedBy: null, stopReason: null, failingSince: null },
      ...{ previousSecretExpiresAt: null, createdAt, updatedAt }
    })
    assert.deepEqual(await get(id), shown)
    const list = await t.call(`GET ${path}`, { as: vendor.owner })
    assert.deepEqual(list.body, { webhooks: [shown] })
    assert.deepEqual(await eventsOf(id), [
      { type: 'webhook.created', details: { host: '93.184.215.14' }, changedFields: [] }
    ])
  })

  test('has what was sent, and never returns the values of headers', async () => {
    const body = {
      types: ['order.placed', 'order.cancelled'],
      description: ' Orders to the ERP ',
      concurrency: 1,
      headers: { Authorization: 'Bearer hush', 'X-Tenant': 'é 1' },
      isActive: false
    }
    const { status, body: shown, text } = await create(body)
    assert.equal(status, 200)
    assert.deepEqual(
      [shown.types, shown.description, shown.concurrency, shown.headerNames],
      [body.types, 'Orders to the ERP', 1, ['Authorization', 'X-Tenant']]
    )
    assert.deepEqual([shown.isActive, shown.state, shown.stoppedBy], [false, 'STOPPED', 'OWNER'])
    assert.ok(!text.includes('hush'))
    const [row] = await t.sql<{ headers: Buffer; secrets: Buffer }[]>`
      select headers, secrets from webhooks where id = ${shown.id}`
    assert.ok(row)
    assert.deepEqual(decryptHeaders(encryption(), shown.id, row.headers), body.headers)
    assert.deepEqual(decryptSecrets(encryption(), shown.id, row.secrets), [
      { secret: shown.secret, expiresAt: null }
    ])
    const dump = `${row.headers.toString('latin1')}${row.secrets.toString('latin1')}`
    assert.ok(!dump.includes('hush') && !dump.includes('whsec_'))
  })

  test('begins at the end of the feed', async () => {
    await created()
    await t.app.deps.sql`update events set sequence = nextval('events_sequence') where sequence is null`
    const [{ last }] = await t.sql<[{ last: string }]>`select max(sequence)::text as last from events`
    const { id } = await created()
    const [progress] = await t.sql`select position::text from webhook_progress where webhook_id = ${id}`
    assert.deepEqual(progress, { position: last })
  })

  test('cannot be created with an Idempotency-Key twice, because its secret is not stored', async () => {
    const headers = { 'idempotency-key': newId() }
    const call = () => t.call(`POST ${path}`, { as: vendor.admin, body: { url }, headers })
    const [one, other] = [await call(), await call()]
    assert.notEqual(one.body.id, other.body.id)
    assert.equal(other.headers['idempotency-replayed'], undefined)
  })

  test('that is the eleventh is 409, also if many are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create()))
    assert.equal(answers.filter(({ status }) => status === 200).length, 10)
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertProblem(answer, 409, 'TOO_MANY_WEBHOOKS')
    const other = await t.vendor()
    assert.equal((await create({}, other.admin)).status, 200)
    const { webhooks } = (await t.call(`GET ${path}`, { as: vendor.admin })).body
    await t.call(`DELETE ${path}/${webhooks[0].id}`, { as: vendor.admin })
    assert.equal((await create()).status, 200)
    assertProblem(await create(), 409, 'TOO_MANY_WEBHOOKS')
  })

  test('of an API token with the role ADMIN is like one of a person', async () => {
    const as = await apiToken(t, { vendorId: vendor.id, role: 'ADMIN' })
    const { body } = await create({}, as)
    assert.equal((await t.call(`DELETE ${path}/${body.id}`, { as })).status, 200)
  })
})

suite('the body', () => {
  test('all its faults are reported together', async () => {
    assertFaults(
      await create({
        url: 'http://10.0.0.1/',
        types: ['order.placed', 'order.placed', 'order.exploded'],
        description: 'x'.repeat(256),
        concurrency: 5,
        headers: { Host: 'a', 'X-A': 'a\nb', 'x-a': 'b', 'webhook-id': 1 },
        feed: 'CATALOG_CHANGES',
        isActive: 'yes',
        secret: 'whsec_1',
        state: 'HEALTHY',
        nonsense: 1
      }),
      {
        '/url': 'URL_NOT_ALLOWED',
        '/types/1': 'REPEATED_TYPE',
        '/types/2': 'NOT_ALLOWED',
        '/description': 'TOO_LONG',
        '/concurrency': 'TOO_LARGE',
        '/headers/Host': 'INVALID_HEADER',
        '/headers/X-A': 'INVALID_HEADER',
        '/headers/x-a': 'INVALID_HEADER',
        '/headers/webhook-id': 'INVALID_TYPE',
        '/feed': 'NOT_ALLOWED',
        '/isActive': 'INVALID_TYPE',
        '/secret': 'READ_ONLY_FIELD',
        '/state': 'READ_ONLY_FIELD',
        '/nonsense': 'UNKNOWN_FIELD'
      }
    )
    assertFaults(await t.call(`POST ${path}`, { as: vendor.admin, body: {} }), { '/url': 'REQUIRED' })
  })

  test('limits of values', async () => {
    const headers = (count: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, value]))
    const good: object[] = [
      { headers: headers(5, 'x'.repeat(4096)) },
      { headers: { ['x'.repeat(100)]: '' } },
      { headers: null, types: null, description: null },
      { types: eventTypeNames },
      { concurrency: 1 },
      { url: 'http://127.0.0.1:8080/hook?token=1' },
      { url: 'http://erp.internal:8080/' },
      { url: `https://93.184.215.14/${'x'.repeat(2048 - 22)}` },
      { url: 'https://a-name-that-does-not-exist.invalid/' }
    ]
    for (const body of good)
      assert.equal((await create(body)).status, 200, JSON.stringify(body).slice(0, 100))
    const bad: [object, Record<string, string>][] = [
      [{ headers: headers(6) }, { '/headers': 'TOO_MANY' }],
      [{ headers: headers(1, 'x'.repeat(4097)) }, { '/headers/X-0': 'INVALID_HEADER' }],
      [{ headers: { ['x'.repeat(101)]: '' } }, { [`/headers/${'x'.repeat(101)}`]: 'INVALID_HEADER' }],
      [{ headers: { 'a/b~c': '' } }, { '/headers/a~1b~0c': 'INVALID_HEADER' }],
      [{ headers: { A: 1 } }, { '/headers/A': 'INVALID_TYPE' }],
      [{ headers: [] }, { '/headers': 'INVALID_TYPE' }],
      [{ types: [] }, { '/types': 'TOO_FEW' }],
      [{ concurrency: 0 }, { '/concurrency': 'TOO_SMALL' }],
      [{ url: `https://93.184.215.14/${'x'.repeat(2049 - 22)}` }, { '/url': 'TOO_LONG' }],
      [{ isActive: null }, { '/isActive': 'REQUIRED' }]
    ]
    for (const [body, faults] of bad) assertFaults(await create(body), faults)
  })

  for (const address of [
    'http://93.184.215.14/',
    'https://93.184.215.14:8443/',
    'https://user:pass@93.184.215.14/',
    'ftp://93.184.215.14/',
    'https://10.0.0.1/',
    'https://167772161/',
    'https://0x0a.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'hook'
  ]) {
    test(`the address ${address} is refused`, async () => {
      assertFaults(await create({ url: address }), { '/url': 'URL_NOT_ALLOWED' })
      const { id } = await created()
      assertFaults(await patch(id, { url: address }), { '/url': 'URL_NOT_ALLOWED' })
    })
  }
})

suite('an update', () => {
  test('changes only what is sent, and records which fields have changed', async () => {
    const { secret, ...before } = await created({ description: 'ERP', headers: { A: '1' } })
    const { id } = before
    const body = { url: 'https://93.184.215.14/other', types: ['order.placed'], concurrency: 4 }
    const answer = await patch(id, body)
    const { updatedAt } = answer.body
    assert.deepEqual(answer.body, { ...before, ...body, updatedAt })
    assert.equal(answer.headers.etag, (await t.call(`GET ${path}/${id}`, { as: vendor.admin })).headers.etag)
    const reset = await patch(id, { types: null, description: null, headers: null })
    assert.deepEqual(
      [reset.body.types, reset.body.description, reset.body.headerNames, reset.body.url],
      [null, null, [], body.url]
    )
    assert.deepEqual(
      (await eventsOf(id)).slice(1).map(({ type, changedFields }) => [type, changedFields]),
      [
        ['webhook.updated', ['url', 'types']],
        ['webhook.updated', ['types', 'description', 'headers']]
      ]
    )
  })

  test('that changes nothing records nothing', async () => {
    const { id, secret, ...before } = await created({ types: ['order.placed', 'order.late'] })
    const answer = await patch(id, {
      types: ['order.late', 'order.placed'],
      isActive: true,
      headers: {},
      url
    })
    assert.deepEqual(answer.body, { id, ...before })
    assert.equal((await eventsOf(id)).length, 1)
  })

  test('of another version is 412', async () => {
    const { id } = await created()
    const { headers } = await t.call(`GET ${path}/${id}`, { as: vendor.admin })
    const ifMatch = { 'if-match': String(headers.etag) }
    assert.equal((await patch(id, { description: 'one' }, ifMatch)).status, 200)
    assertProblem(await patch(id, { description: 'two' }, ifMatch), 412, 'PRECONDITION_FAILED')
    for (const action of ['rotate', 'replay', 'test']) {
      const body = {
        rotate: {},
        replay: { occurredAfter: new Date().toISOString() },
        test: { type: 'feed.gap' }
      }
      const answer = await t.call(`POST ${path}/${id}/${action}`, {
        ...{ as: vendor.admin, headers: ifMatch },
        body: body[action as 'rotate']
      })
      assertProblem(answer, 412, 'PRECONDITION_FAILED')
    }
    const deletion = await t.call(`DELETE ${path}/${id}`, { as: vendor.admin, headers: ifMatch })
    assertProblem(deletion, 412, 'PRECONDITION_FAILED')
  })

  test('stops and starts a webhook, and a changed address is tried at once', async () => {
    const { id } = await created()
    const stopped = (await patch(id, { isActive: false, description: 'off' })).body
    assert.deepEqual([stopped.isActive, stopped.state, stopped.stoppedBy], [false, 'STOPPED', 'OWNER'])
    await t.sql`
      update webhook_progress set failing_since = now(), next_attempt_at = now() + interval '1 hour'
      where webhook_id = ${id}`
    const started = (await patch(id, { isActive: true })).body
    assert.deepEqual([started.isActive, started.state, started.stoppedBy], [true, 'FAILING', null])
    assert.ok(started.failingSince)
    const isDue = async () =>
      (await t.sql`select next_attempt_at <= now() as due from webhook_progress where webhook_id = ${id}`)[0]
        ?.due
    assert.equal(await isDue(), true)
    await t.sql`update webhook_progress set next_attempt_at = now() + interval '1 hour' where webhook_id = ${id}`
    await patch(id, { concurrency: 2 })
    assert.equal(await isDue(), false)
    await patch(id, { url: 'https://93.184.215.14/moved' })
    assert.equal(await isDue(), true)
    assert.deepEqual(
      (await eventsOf(id)).map(({ type, details }) => [type, details]),
      [
        ['webhook.created', { host: '93.184.215.14' }],
        ['webhook.updated', {}],
        ['webhook.stopped', { by: 'OWNER' }],
        ['webhook.started', {}],
        ['webhook.updated', {}],
        ['webhook.updated', {}]
      ]
    )
    const [{ version }] = await t.sql<[{ version: number }]>`select version from webhooks where id = ${id}`
    assert.equal(version, 5)
  })

  test('cannot change the feed', async () => {
    const { id } = await created()
    assertFaults(await patch(id, { feed: 'EVENTS', id, headerNames: [] }), {
      '/feed': 'READ_ONLY_FIELD',
      '/id': 'READ_ONLY_FIELD',
      '/headerNames': 'READ_ONLY_FIELD'
    })
  })
})

test('a webhook that is deleted is gone, with everything that belongs to it', async () => {
  const { id } = await created()
  await t.sql`
    insert into webhook_failed_attempts (webhook_id, event_id, event_type, reason, duration_ms)
    values (${id}, 'e', 'order.placed', 'TIMEOUT', 1)`
  const answer = await t.call(`DELETE ${path}/${id}`, { as: vendor.admin })
  assert.deepEqual(answer.body, { id, deleted: true })
  assertProblem(await t.call(`GET ${path}/${id}`, { as: vendor.admin }), 404, 'NOT_FOUND')
  const [{ rows }] = await t.sql<[{ rows: number }]>`
    select (select count(*) from webhook_progress where webhook_id = ${id})
      + (select count(*) from webhook_failed_attempts where webhook_id = ${id}) as rows`
  assert.equal(Number(rows), 0)
  assert.deepEqual((await eventsOf(id)).at(-1), {
    type: 'webhook.deleted',
    details: { host: '93.184.215.14' },
    changedFields: []
  })
})

suite('the secret', () => {
  const rotate = (id: string, body: object = {}) =>
    t.call(`POST ${path}/${id}/rotate`, { as: vendor.admin, body })
  const secretsOf = async (id: string) => {
    const [row] = await t.sql<{ secrets: Buffer }[]>`select secrets from webhooks where id = ${id}`
    assert.ok(row)
    return decryptSecrets(encryption(), id, row.secrets)
  }

  test('is replaced, and the previous one stays valid for the overlap', async () => {
    const { id, secret } = await created()
    const answer = await rotate(id)
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store'])
    const { secret: next, previousSecretExpiresAt } = answer.body
    assert.notEqual(next, secret)
    const hours = (Date.parse(previousSecretExpiresAt) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours < 24.1)
    assert.deepEqual(await secretsOf(id), [
      { secret: next, expiresAt: null },
      { secret, expiresAt: previousSecretExpiresAt }
    ])
    const { previousSecretExpiresAt: shown, ...rest } = await get(id)
    assert.equal(shown, previousSecretExpiresAt)
    assert.equal('secret' in rest, false)
    const last = (await rotate(id, { overlapHours: 168 })).body
    assert.deepEqual(
      (await secretsOf(id)).map((one) => one.secret),
      [last.secret, next]
    )
    const only = (await rotate(id, { overlapHours: 0 })).body
    assert.equal(only.previousSecretExpiresAt, null)
    assert.deepEqual(await secretsOf(id), [{ secret: only.secret, expiresAt: null }])
    assert.deepEqual((await eventsOf(id)).at(-1)?.changedFields, ['secret'])
  })

  test('can be replaced even if the old one cannot be decrypted', async () => {
    const { id } = await created()
    const lost = createEncryption(['x'.repeat(32)]).encrypt(`webhook-secrets:${id}`, [])
    await t.sql`update webhooks set secrets = ${lost} where id = ${id}`
    const body = { type: 'order.placed' }
    assertProblem(
      await t.call(`POST ${path}/${id}/test`, { as: vendor.admin, body }),
      409,
      'SECRET_NOT_READABLE'
    )
    await t.sql`
      update webhook_progress set failing_since = now(), next_attempt_at = now() + interval '1 hour'
      where webhook_id = ${id}`
    const { secret, previousSecretExpiresAt } = (await rotate(id)).body
    assert.equal(previousSecretExpiresAt, null)
    const [progress] = await t.sql`
      select next_attempt_at <= now() as is_due from webhook_progress where webhook_id = ${id}`
    assert.equal(progress?.isDue, true)
    assert.deepEqual(await secretsOf(id), [{ secret, expiresAt: null }])
  })

  test('an overlap outside of 0 to 168 hours is refused', async () => {
    const { id } = await created()
    assertFaults(await rotate(id, { overlapHours: 169 }), { '/overlapHours': 'TOO_LARGE' })
    assertFaults(await rotate(id, { overlapHours: -1 }), { '/overlapHours': 'TOO_SMALL' })
    assertFaults(await rotate(id, { overlapHours: null }), { '/overlapHours': 'REQUIRED' })
  })
})

test('all operations need the role OWNER or ADMIN', async () => {
  const { id } = await created()
  const requests = [
    ...['GET', 'POST'].map((method) => `${method} ${path}`),
    ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/${id}`),
    ...['rotate', 'test', 'replay'].map((action) => `POST ${path}/${id}/${action}`),
    ...['status', 'failed-attempts', 'set-aside-events'].map((name) => `GET ${path}/${id}/${name}`)
  ]
  for (const request of requests) {
    const body = request.startsWith('GET') ? undefined : { nonsense: 1 }
    for (const as of [vendor.editor, vendor.viewer])
      assertProblem(await t.call(request, { as, body }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(request, body ? { body } : {}), 401, 'UNAUTHENTICATED')
  }
})

suite("the operator's webhooks", () => {
  const platform = '/platform/webhooks'

  test('are apart from those of vendors, and can deliver changes of the catalog', async () => {
    const as = await t.operator('ADMIN')
    const { body } = await t.call(`POST ${platform}`, { as, body: { url, feed: 'CATALOG_CHANGES' } })
    assert.equal(body.feed, 'CATALOG_CHANGES')
    const { id } = await created()
    const { webhooks } = (await t.call(`GET ${platform}`, { as })).body
    assert.deepEqual(
      webhooks.map((one: { id: string }) => one.id),
      [body.id]
    )
    assertProblem(await t.call(`GET ${platform}/${id}`, { as }), 404, 'NOT_FOUND')
    assertFaults(await t.call(`PATCH ${platform}/${body.id}`, { as, body: { types: ['order.placed'] } }), {
      '/types': 'NOT_ALLOWED'
    })
    assertFaults(
      await t.call(`POST ${platform}`, {
        as,
        body: { url, feed: 'CATALOG_CHANGES', types: ['order.placed'] }
      }),
      { '/types': 'NOT_ALLOWED' }
    )
    const [event] = await t.sql`select vendor_id from events where subject_id = ${body.id}`
    assert.deepEqual(event, { vendorId: null })
    assert.equal((await t.call(`DELETE ${platform}/${body.id}`, { as })).status, 200)
    for (const role of ['EDITOR', 'VIEWER'] as const)
      assertProblem(await t.call(`GET ${platform}`, { as: await t.operator(role) }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(`GET ${platform}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
  })
})

suite('the operator', () => {
  const all = '/platform/vendor-webhooks'
  let as: string
  before(async () => {
    as = await t.operator('ADMIN')
  })
  const act = (id: string, action: 'stop' | 'start', body?: object) =>
    t.call(`POST ${all}/${id}/${action}`, { as, ...(body && { body }) })

  test('stops a webhook, which its owner then cannot start', async () => {
    const { id } = await created()
    const stopped = await act(id, 'stop', { reason: ' Overloaded ' })
    assert.deepEqual([stopped.body.stoppedBy, stopped.body.stopReason], ['OPERATOR', 'Overloaded'])
    assert.equal((await get(id)).stopReason, 'Overloaded')
    assertProblem(await patch(id, { isActive: true }), 409, 'STOPPED_BY_OPERATOR')
    assert.equal((await patch(id, { isActive: false, description: 'x' })).body.stoppedBy, 'OPERATOR')
    assertProblem(await act(id, 'stop', { reason: 'again' }), 409, 'INVALID_TRANSITION')
    const started = await act(id, 'start')
    assert.deepEqual([started.body.state, started.body.stopReason], ['HEALTHY', null])
    assertProblem(await act(id, 'start'), 409, 'INVALID_TRANSITION')
    assert.deepEqual((await eventsOf(id)).map(({ type, details }) => [type, details]).slice(1), [
      ['webhook.stopped', { by: 'OPERATOR', reason: 'Overloaded' }],
      ['webhook.updated', {}],
      ['webhook.started', {}]
    ])
  })

  test('starts one that its receiver has stopped, but not one that its owner has stopped', async () => {
    const [gone, off] = [await created(), await created({ isActive: false })]
    await t.sql`update webhooks set stopped_by = 'RECEIVER' where id = ${gone.id}`
    assert.equal((await act(gone.id, 'start')).body.state, 'HEALTHY')
    assertProblem(await act(off.id, 'start'), 409, 'INVALID_TRANSITION')
  })

  test('must give a reason, and reaches only webhooks of vendors', async () => {
    const { id } = await created()
    assertFaults(await act(id, 'stop', {}), { '/reason': 'REQUIRED' })
    assertFaults(await act(id, 'stop', { reason: 'x'.repeat(1001) }), { '/reason': 'TOO_LONG' })
    assertProblem(await act(newId(), 'stop', { reason: 'x' }), 404, 'NOT_FOUND')
    const own = await t.call('POST /platform/webhooks', { as, body: { url } })
    assertProblem(await act(own.body.id, 'stop', { reason: 'x' }), 404, 'NOT_FOUND')
    const viewer = await t.operator('EDITOR')
    for (const request of [`GET ${all}`, `POST ${all}/${id}/stop`, `POST ${all}/${id}/start`])
      assertProblem(await t.call(request, { as: viewer }), 403, 'INSUFFICIENT_ROLE')
  })

  test('sees the webhooks of all vendors, with filters, in pages', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.unshift((await created()).id)
    const [newest = '', middle = '', oldest = ''] = ids
    await act(middle, 'stop', { reason: 'x' })
    await t.sql`
      update webhook_progress set failing_since = now(), last_failure_at = now(), last_failure_reason = 'TIMEOUT'
      where webhook_id = ${oldest}`
    const list = async (query: string) => {
      const { body } = await t.call(`GET ${all}?vendorId=${vendor.id}&${query}`, { as })
      return { ...body, ids: body.webhooks.map(({ id }: { id: string }) => id) }
    }
    assert.deepEqual((await list('')).ids, ids)
    assert.deepEqual((await list('state=HEALTHY')).ids, [newest])
    assert.deepEqual((await list('state=STOPPED')).ids, [middle])
    const failing = await list('state=FAILING')
    assert.deepEqual(failing.ids, [oldest])
    const [{ vendorId, vendorName, lagEvents, lastFailure }] = failing.webhooks
    assert.deepEqual(
      [vendorId, vendorName, lagEvents, lastFailure.reason],
      [vendor.id, `Vendor ${vendor.id}`, 0, 'TIMEOUT']
    )
    const first = await list('first=2')
    assert.deepEqual([first.ids, first.pageInfo.hasNextPage], [[newest, middle], true])
    const next = await list(`after=${first.pageInfo.endCursor}`)
    assert.deepEqual(next.ids, [oldest])
    const back = await list(`before=${next.pageInfo.startCursor}&last=1`)
    assert.deepEqual(back.ids, [middle])
    assert.ok((await t.call(`GET ${all}`, { as })).body.webhooks.length >= 3)
  })
})
