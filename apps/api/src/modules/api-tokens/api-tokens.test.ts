import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { apiToken, assertRefused, person, signedIn } from '../../../test/people.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { newId } from '../../lib/ids.ts'
import { deleteOldTokens } from '../auth/sessions/session-queries.ts'
import { lockTeam } from '../members/queries.ts'
import { maxApiTokens } from './change-tokens.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
beforeEach(async () => {
  vendor = await t.vendor()
})
after(() => t.close())

const path = '/vendor/me/api-tokens'
const methods = '/vendor/me/shipping-methods'
const create = (body: object = {}, as = vendor.owner) =>
  t.call(`POST ${path}`, { as, body: { name: 'Stock sync', role: 'EDITOR', ...body } })
const list = async (as = vendor.admin) => (await t.call(`GET ${path}`, { as })).body.apiTokens
const remove = (id: string, as = vendor.admin) => t.call(`DELETE ${path}/${id}`, { as })
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString()

suite('an API token', () => {
  test('is shown only once, and works as a bearer token with its role', async () => {
    const expiresAt = inFuture(86_400_000)
    const answer = await create({ name: ' Stock sync ', expiresAt })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { token, ...shown } = answer.body
    assert.match(token, /^pvt_[A-Za-z0-9_-]{43}$/)
    const { id, createdAt } = shown
    const expected = { id, name: 'Stock sync', role: 'EDITOR', expiresAt, lastUsedAt: null, createdAt }
    assert.deepEqual(shown, expected)
    assert.deepEqual(await list(), [expected])
    const written = await t.call(`POST ${methods}`, { as: token, body: { name: 'Ground' } })
    assert.equal(written.status, 200)
    const [event] = await t.sql`
      select vendor_id, actor_type, actor_id, actor_name from events where subject_id = ${written.body.id}`
    assert.deepEqual(event, {
      vendorId: vendor.id,
      actorType: 'TOKEN',
      actorId: id,
      actorName: 'Stock sync'
    })
  })

  test('is described by GET /auth/me', async () => {
    const { body } = await create({ role: 'VIEWER' })
    const me = await t.call('GET /auth/me', { as: body.token })
    assert.deepEqual(me.body, {
      user: null,
      token: { id: body.id, name: 'Stock sync', expiresAt: null },
      realm: 'vendor',
      role: 'VIEWER',
      vendor: { id: vendor.id, name: `Vendor ${vendor.id}`, slug: `vendor-${vendor.id}` }
    })
    assert.equal(me.headers['cache-control'], 'no-store')
  })

  test('has the permissions of its role', async () => {
    const body = { name: 'Ground' }
    for (const [role, status] of [
      ['OWNER', 200],
      ['ADMIN', 200],
      ['EDITOR', 200],
      ['VIEWER', 403]
    ] as const) {
      const as = await apiToken(t, { vendorId: vendor.id, role })
      assert.equal((await t.call(`GET ${methods}`, { as })).status, 200)
      assert.equal((await t.call(`POST ${methods}`, { as, body })).status, status)
      assertProblem(await t.call('GET /platform/vendors', { as }), 403, 'NOT_PLATFORM_USER')
    }
  })

  test("can't manage API tokens, members, passwords or sessions", async () => {
    const as = await apiToken(t, { vendorId: vendor.id, role: 'OWNER' })
    const [{ id }] = await list(vendor.owner)
    for (const request of [
      `POST ${path}`,
      `DELETE ${path}/${id}`,
      'POST /vendor/me/members',
      `PATCH /vendor/me/members/${id}`,
      `DELETE /vendor/me/members/${id}`,
      `POST /vendor/me/members/${id}/reset`,
      'POST /auth/password',
      'POST /auth/logout'
    ]) {
      assertProblem(await t.call(request, { as, body: { nonsense: 1 } }), 403, 'PEOPLE_ONLY')
    }
    assert.equal((await t.call('GET /vendor/me/members', { as })).status, 200)
    assert.equal((await list(as)).length, 1)
  })

  test('remains valid after its creator has been removed', async () => {
    const ana = await person(t, { vendorId: vendor.id, role: 'OWNER' })
    const { access_token: as } = await signedIn(t, ana)
    const { body } = await create({ role: 'ADMIN' }, as)
    assert.equal((await t.call(`DELETE /vendor/me/members/${ana.id}`, { as: vendor.owner })).status, 200)
    await assertRefused(t, as)
    assert.equal((await t.call(`GET ${methods}`, { as: body.token })).status, 200)
  })

  test("can't have a role above the current role of its creator", async () => {
    assertProblem(await create({ role: 'OWNER' }, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assert.equal((await create({ role: 'ADMIN' }, vendor.admin)).status, 200)
    assert.equal((await create({ role: 'OWNER' })).status, 200)
    await t.sql`update users set role = 'VIEWER' where vendor_id = ${vendor.id} and role = 'ADMIN'`
    assertProblem(await create({ role: 'VIEWER' }, vendor.admin), 403, 'INSUFFICIENT_ROLE')
  })

  test('is refused immediately on this node after it has been deleted', async () => {
    const { body } = await create()
    assert.equal((await t.call(`GET ${methods}`, { as: body.token })).status, 200)
    assert.deepEqual((await remove(body.id)).body, { id: body.id, deleted: true })
    assertProblem(await t.call(`GET ${methods}`, { as: body.token }), 401, 'UNAUTHENTICATED')
    assertProblem(await remove(body.id), 404, 'NOT_FOUND')
    assert.deepEqual(await list(), [])
  })

  test('of an inactive vendor gets 403', async () => {
    const { body } = await create()
    await t.sql`update vendors set is_active = false where id = ${vendor.id}`
    assertProblem(await t.call(`GET ${methods}`, { as: body.token }), 403, 'VENDOR_INACTIVE')
  })

  test('is refused after it has expired, and is listed for 30 more days', async () => {
    const { body } = await create({ expiresAt: inFuture(86_400_000) })
    const expire = (interval: string) => t.sql`
      update api_tokens set expires_at = now() - ${interval}::interval where id = ${body.id}`
    await expire('0 seconds')
    assertProblem(await t.call(`GET ${methods}`, { as: body.token }), 401, 'UNAUTHENTICATED')
    await expire('29 days')
    await deleteOldTokens(t.sql)
    assert.equal((await list()).length, 1)
    await expire('30 days')
    await deleteOldTokens(t.sql)
    assert.deepEqual(await list(), [])
  })

  test('is recorded in events when it is created and deleted, without its secret', async () => {
    const { body } = await create()
    await remove(body.id)
    const events = await t.sql`
      select type, vendor_id, details from events where subject_id = ${body.id} order by occurred_at, id`
    assert.deepEqual(
      [...events],
      [
        {
          type: 'api_token.created',
          vendorId: vendor.id,
          details: { name: 'Stock sync', role: 'EDITOR' }
        },
        { type: 'api_token.deleted', vendorId: vendor.id, details: { name: 'Stock sync' } }
      ]
    )
  })

  test('is never stored under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    const call = () =>
      t.call(`POST ${path}`, { as: vendor.owner, body: { name: 'x', role: 'VIEWER' }, headers })
    const [first, second] = [await call(), await call()]
    assert.notEqual(first.body.token, second.body.token)
  })

  test('of another vendor is neither listed nor deleted', async () => {
    const other = await t.vendor()
    const { body } = await create()
    assert.deepEqual(await list(other.owner), [])
    assertProblem(await remove(body.id, other.owner), 404, 'NOT_FOUND')
    assertProblem(
      await t.call(`DELETE /platform/api-tokens/${body.id}`, { as: await t.operator() }),
      404,
      'NOT_FOUND'
    )
    assert.equal((await list()).length, 1)
  })

  test('is one of at most 50, even if several are created concurrently', async () => {
    await t.sql`
      insert into api_tokens (token_hash, vendor_id, name, role)
      select sha256(gen_random_uuid()::text::bytea), ${vendor.id}, 'x', 'VIEWER'
      from generate_series(1, ${maxApiTokens - 2})`
    const answers = await withLocksHeld(t, {
      hold: (tx) => lockTeam(tx, { vendorId: vendor.id }),
      waiting: 5,
      work: () => Promise.all(Array.from({ length: 5 }, () => create()))
    })
    assert.equal(answers.filter(({ status }) => status === 200).length, 2)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) assertProblem(answer, 409, 'TOO_MANY_API_TOKENS')
    const all = await list()
    assert.equal(all.length, 50)
    await remove(all[0].id)
    assert.equal((await create()).status, 200)
  })

  test('reports every error in the body', async () => {
    const post = (body: unknown) => t.call(`POST ${path}`, { as: vendor.owner, body })
    const good = { name: 'x', role: 'VIEWER' }
    const cases: [unknown, Record<string, string>][] = [
      [{}, { '/name': 'REQUIRED', '/role': 'REQUIRED' }],
      [
        { name: ' ', role: 'ROOT', expiresAt: 'tomorrow' },
        { '/name': 'TOO_SHORT', '/role': 'NOT_ALLOWED', '/expiresAt': 'INVALID_TIMESTAMP' }
      ],
      [{ ...good, name: 'x'.repeat(256) }, { '/name': 'TOO_LONG' }],
      [{ ...good, expiresAt: inFuture(-1000) }, { '/expiresAt': 'NOT_IN_FUTURE' }],
      [{ ...good, expiresAt: '2999-12-31T23:59:60Z' }, { '/expiresAt': 'INVALID_TIMESTAMP' }],
      [
        { ...good, token: 'pvt_x', id: newId(), lastUsedAt: null, vendorId: newId() },
        {
          '/token': 'READ_ONLY_FIELD',
          '/id': 'READ_ONLY_FIELD',
          '/lastUsedAt': 'READ_ONLY_FIELD',
          '/vendorId': 'UNKNOWN_FIELD'
        }
      ]
    ]
    for (const [body, faults] of cases) assertFaults(await post(body), faults)
    assert.equal((await post({ ...good, name: 'x'.repeat(255), expiresAt: null })).status, 200)
    assertFaults(await remove('x'), { id: 'INVALID_UUID' })
  })

  test('can be created, listed and deleted by OWNER and ADMIN only', async () => {
    for (const as of [vendor.editor, vendor.viewer]) {
      for (const request of [`GET ${path}`, `POST ${path}`, `DELETE ${path}/x`]) {
        const body = request.startsWith('GET') ? undefined : { nonsense: 1 }
        assertProblem(await t.call(request, { as, body }), 403, 'INSUFFICIENT_ROLE')
      }
    }
    assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
  })
})

suite("the platform's API tokens", () => {
  const platform = '/platform/api-tokens'

  test('can call platform endpoints, but not vendor endpoints', async () => {
    const as = await t.operator('ADMIN')
    const body = { name: 'Storefront', role: 'EDITOR' }
    const created = await t.call(`POST ${platform}`, { as, body })
    assert.deepEqual([created.status, created.headers['cache-control']], [200, 'no-store'])
    const { token, id } = created.body
    const me = await t.call('GET /auth/me', { as: token })
    assert.deepEqual(
      [me.body.realm, me.body.role, me.body.vendor, me.body.token.id],
      ['platform', 'EDITOR', null, id]
    )
    const made = await t.call('POST /platform/tags', { as: token, body: { name: `New ${id}` } })
    assert.equal(made.status, 200)
    assertProblem(await t.call(`GET ${methods}`, { as: token }), 403, 'NO_MEMBERSHIP')
    assertProblem(await t.call('PATCH /platform/settings', { as: token, body: {} }), 403, 'INSUFFICIENT_ROLE')
    const listed = await t.call(`GET ${platform}`, { as })
    assert.deepEqual(
      listed.body.apiTokens.map(({ name }: { name: string }) => name),
      ['Storefront']
    )
    assert.equal((await t.call(`DELETE ${platform}/${id}`, { as })).status, 200)
    await assertRefused(t, token)
  })

  test("can't manage API tokens or members, including a vendor's first member", async () => {
    const as = await apiToken(t, { role: 'OWNER' })
    const id = newId()
    for (const request of [
      `POST ${platform}`,
      `DELETE ${platform}/${id}`,
      'POST /platform/members',
      `PATCH /platform/members/${id}`,
      `DELETE /platform/members/${id}`,
      `POST /platform/members/${id}/reset`,
      `POST /platform/users/${id}/reset`,
      `POST /platform/vendors/${vendor.id}/members`
    ]) {
      assertProblem(await t.call(request, { as, body: { nonsense: 1 } }), 403, 'PEOPLE_ONLY')
    }
  })
})
