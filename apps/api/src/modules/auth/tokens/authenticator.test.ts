import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertProblem, type TestApp, testApp, testSecret } from '../../../../test/app.ts'
import { person, signedIn } from '../../../../test/people.ts'
import { endSession } from '../sessions/session-queries.ts'
import { openSession } from '../sessions/sessions.ts'
import { createAuthenticator } from './authenticator.ts'
import { signAccessToken } from './tokens.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

/**
 * Creates an authenticator with a clock that the test controls, and a member of a vendor with an access
 * token.
 */
async function setUp() {
  const clock = { time: Date.now() }
  const authenticator = createAuthenticator({ sql: t.sql, secret: [testSecret], now: () => clock.time })
  const vendor = await t.vendor()
  const { id } = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
  const [session] = await t.sql<{ id: string }[]>`
    insert into sessions (user_id, expires_at) values (${id}, now() + interval '1 day') returning id`
  const sessionId = session?.id ?? ''
  const token = signAccessToken({ secret: testSecret, userId: id, sessionId, now: clock.time })
  return { authenticator, clock, vendorId: vendor.id, userId: id, sessionId, token }
}

suite('the authenticator', () => {
  test('returns the principal of an access token', async () => {
    const { authenticator, vendorId, userId, sessionId, token } = await setUp()
    assert.deepEqual(await authenticator.authenticate(token), {
      realm: 'vendor',
      vendorId,
      vendorIsActive: true,
      role: 'EDITOR',
      actor: { type: 'USER', id: userId, name: 'Test person' },
      sessionId
    })
  })

  test('accepts an access token for exactly 15 minutes', async () => {
    const { authenticator, clock, token } = await setUp()
    const signedAt = Math.floor(clock.time / 1000) * 1000
    clock.time = signedAt + 900_000 - 1
    assert.ok(await authenticator.authenticate(token))
    clock.time += 1
    assert.equal(await authenticator.authenticate(token), undefined)
  })

  test('confirms a principal by the current session, even after the access token has expired', async () => {
    const { authenticator, clock, sessionId, token } = await setUp()
    const principal = await authenticator.authenticate(token)
    assert.ok(principal)
    clock.time += 3_600_000
    assert.deepEqual(await authenticator.confirm(token, principal), principal)
    clock.time -= 3_600_000
    await endSession(t.sql, sessionId)
    assert.ok(await authenticator.authenticate(token), 'cached')
    assert.equal(await authenticator.confirm(token, principal), undefined)
  })

  test('caches a principal for 2 seconds, and no longer', async () => {
    const changes: Record<
      string,
      (ids: { userId: string; sessionId: string; vendorId: string }) => Promise<unknown>
    > = {
      'a lowered role': ({ userId }) => t.sql`update users set role = 'VIEWER' where id = ${userId}`,
      'a removed member': ({ userId }) =>
        t.sql`update users set role = null, vendor_id = null where id = ${userId}`,
      'a disabled user': ({ userId }) => t.sql`update users set is_active = false where id = ${userId}`,
      'a deleted user': ({ userId }) => t.sql`delete from users where id = ${userId}`,
      'an ended session': ({ sessionId }) => endSession(t.sql, sessionId),
      'an expired session': ({ sessionId }) =>
        t.sql`update sessions set expires_at = now() where id = ${sessionId}`,
      'an inactive vendor': ({ vendorId }) =>
        t.sql`update vendors set is_active = false where id = ${vendorId}`
    }
    for (const [name, change] of Object.entries(changes)) {
      const { authenticator, clock, token, ...ids } = await setUp()
      const earlier = await authenticator.authenticate(token)
      await change(ids)
      clock.time += 1999
      assert.deepEqual(await authenticator.authenticate(token), earlier, name)
      clock.time += 1
      assert.notDeepEqual(await authenticator.authenticate(token), earlier, name)
    }
  })

  test('using a cached principal does not extend its life', async () => {
    const { authenticator, clock, token, sessionId } = await setUp()
    await authenticator.authenticate(token)
    await endSession(t.sql, sessionId)
    clock.time += 1500
    assert.ok(await authenticator.authenticate(token))
    clock.time += 500
    assert.equal(await authenticator.authenticate(token), undefined)
  })

  test('setting the clock back does not extend the life of a cached principal', async () => {
    const { authenticator, clock, token, sessionId } = await setUp()
    await authenticator.authenticate(token)
    await endSession(t.sql, sessionId)
    clock.time -= 10_000
    assert.equal(await authenticator.authenticate(token), undefined)
  })

  test('removes one session from the cache immediately; others stay cached', async () => {
    const { authenticator, userId, token, sessionId } = await setUp()
    const [other] = await t.sql<{ id: string }[]>`
      insert into sessions (user_id, expires_at) values (${userId}, now() + interval '1 day') returning id`
    const otherToken = signAccessToken({ secret: testSecret, userId, sessionId: other?.id ?? '' })
    await authenticator.authenticate(token)
    const cached = authenticator.authenticate(otherToken)
    await endSession(t.sql, sessionId)
    authenticator.forgetSession(sessionId)
    assert.equal(await authenticator.authenticate(token), undefined)
    assert.equal(authenticator.authenticate(otherToken), cached)
  })

  test('concurrent requests with the same token share one query; other tokens do not', async () => {
    const [first, second] = [await setUp(), await setUp()]
    const { authenticator } = first
    const answers = Array.from({ length: 20 }, () => authenticator.authenticate(first.token))
    assert.equal(new Set(answers).size, 1)
    const other = await authenticator.authenticate(second.token)
    assert.equal(other?.actor.id, second.userId)
    assert.equal((await answers[0])?.actor.id, first.userId)
  })

  test('a failed query is not cached', async () => {
    const { authenticator, token } = await setUp()
    await t.sql`alter table sessions rename to sessions_away`
    try {
      await assert.rejects(authenticator.authenticate(token))
    } finally {
      await t.sql`alter table sessions_away rename to sessions`
    }
    assert.ok(await authenticator.authenticate(token))
  })
})

test('a user without membership and a platform user get 403 from vendor endpoints', async () => {
  const [nonMember, operator] = [await person(t), await person(t, { isPlatform: true, role: 'OWNER' })]
  for (const user of [nonMember, operator]) {
    const { access_token } = await signedIn(t, user)
    assertProblem(await t.call('GET /vendor/me/shipping-methods', { as: access_token }), 403, 'NO_MEMBERSHIP')
  }
})

test('users of an inactive vendor can sign in, but get 403 from vendor endpoints', async () => {
  const vendor = await t.vendor()
  const ana = await person(t, { vendorId: vendor.id, role: 'OWNER' })
  await t.sql`update vendors set is_active = false where id = ${vendor.id}`
  const { access_token } = await signedIn(t, ana)
  assertProblem(await t.call('GET /vendor/me/shipping-methods', { as: access_token }), 403, 'VENDOR_INACTIVE')
})

test('no session is opened with a password that has changed since it was verified', async () => {
  const { userId } = await setUp()
  assert.equal(
    await openSession(t.sql, [testSecret], { id: userId, passwordHash: 'an earlier hash' }),
    undefined
  )
})
