import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { callSession, cookieIn, deletesCookie, startSession } from '../../../../test/cookie-sessions.ts'
import { assertRefused, person } from '../../../../test/people.ts'

let t: TestApp
let vendor: { id: string }
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const member = () => person(t, { vendorId: vendor.id, role: 'VIEWER' })
const operator = () => person(t, { isPlatform: true, role: 'EDITOR' })

async function sessionsOf(userId: string): Promise<number> {
  const [row] = await t.sql`
    select count(*)::int as count from sessions where user_id = ${userId} and ended_at is null`
  return row?.count
}

suite('POST /auth/session', () => {
  test('returns an access token, and stores the refresh token only in the cookie of the side', async () => {
    for (const [who, side] of [
      [await member(), 'vendor'],
      [await operator(), 'platform']
    ] as const) {
      const answer = await startSession(t, who)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers['cache-control'], 'no-store')
      const { access_token, ...rest } = answer.body
      assert.deepEqual(rest, { side, token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000 })
      assert.match(
        String(answer.headers['set-cookie']),
        new RegExp(
          `^purveyor_${side}=[\\w-]{43}; Max-Age=2592000; Path=/api/v1/auth/session; HttpOnly; SameSite=Strict$`
        )
      )
      assert.ok(!answer.text.includes(cookieIn(answer).split('=')[1] ?? ''))
      assert.equal((await t.call('GET /auth/me', { as: access_token })).body.user.id, who.id)
    }
  })

  test('the sessions of both sides are independent', async () => {
    const [one, other] = [await startSession(t, await member()), await startSession(t, await operator())]
    const cookie = `${cookieIn(one)}; ${cookieIn(other)}`
    assert.equal((await callSession(t, 'DELETE /auth/session?side=vendor', { cookie })).status, 200)
    await assertRefused(t, one.body.access_token)
    const refreshed = await callSession(t, 'POST /auth/session/refresh?side=platform', { cookie })
    assert.equal(refreshed.body.side, 'platform')
    assert.equal((await t.call('GET /auth/me', { as: other.body.access_token })).status, 200)
  })

  test('replaces and ends the session that the cookie of the side has, also that of another user', async () => {
    const [ana, bo, operators] = [await member(), await member(), await startSession(t, await operator())]
    const first = await startSession(t, ana)
    const cookie = `${cookieIn(first)}; ${cookieIn(operators)}`
    const second = await startSession(t, bo, { cookie })
    await assertRefused(t, first.body.access_token)
    assert.equal(await sessionsOf(ana.id), 0)
    for (const { body } of [second, operators])
      assert.equal((await t.call('GET /auth/me', { as: body.access_token })).status, 200)
  })

  test('a failed sign-in leaves the session of the cookie alone', async () => {
    const ana = await member()
    const first = await startSession(t, ana)
    const failed = await startSession(t, { ...ana, password: 'wrong' }, { cookie: cookieIn(first) })
    assertProblem(failed, 401, 'INVALID_CREDENTIALS')
    assert.equal(failed.headers['set-cookie'], undefined)
    assert.equal((await t.call('GET /auth/me', { as: first.body.access_token })).status, 200)
  })

  test('refuses a user without a team, and leaves no session and no cookie', async () => {
    const ana = await person(t)
    const answer = await startSession(t, ana)
    assertProblem(answer, 403, 'NO_MEMBERSHIP')
    assert.equal(answer.headers['set-cookie'], undefined)
    const [row] = await t.sql`select count(*)::int as count from sessions where user_id = ${ana.id}`
    assert.equal(row?.count, 0)
    assertProblem(await startSession(t, { ...ana, password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  })

  test('a member of an inactive vendor can sign in, as at /auth/login', async () => {
    const inactive = await t.vendor()
    await t.sql`update vendors set is_active = false where id = ${inactive.id}`
    const answer = await startSession(t, await person(t, { vendorId: inactive.id, role: 'OWNER' }))
    assert.equal(answer.body.side, 'vendor')
    const as = answer.body.access_token
    assertProblem(await t.call('GET /vendor/me/profile', { as }), 403, 'VENDOR_INACTIVE')
  })

  test('counts failures together with /auth/login', async () => {
    const ana = await member()
    const from = '192.0.2.20'
    const body = { email: ana.email, password: 'wrong' }
    for (let count = 0; count < 10; count++) {
      const path = count % 2 ? '/auth/login' : '/auth/session'
      assertProblem(await callSession(t, `POST ${path}`, { body, from }), 401, 'INVALID_CREDENTIALS')
    }
    const refused = await startSession(t, ana, { from })
    assertProblem(refused, 429, 'TOO_MANY_ATTEMPTS')
    assert.equal(refused.headers['set-cookie'], undefined)
  })

  test('ignores an Idempotency-Key, because its response is secret', async () => {
    const ana = await member()
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [await startSession(t, ana, { headers }), await startSession(t, ana, { headers })]
    assert.notEqual(cookieIn(first), cookieIn(second))
  })

  test('reports every error in the body', async () => {
    const send = (body: unknown) => callSession(t, 'POST /auth/session', { body })
    assertFaults(await send({}), { '/email': 'REQUIRED', '/password': 'REQUIRED' })
    assertFaults(await send({ email: 'ana', password: 1, side: 'vendor' }), {
      '/email': 'INVALID_FORMAT',
      '/password': 'INVALID_TYPE',
      '/side': 'UNKNOWN_FIELD'
    })
    assertFaults(await callSession(t, 'POST /auth/session'), { '': 'REQUIRED' })
    const garbage = await callSession(t, 'POST /auth/session', { raw: '{"email":' })
    assert.equal(garbage.status, 400)
  })
})

suite('DELETE /auth/session', () => {
  test('ends the session immediately, deletes the cookie, and succeeds without a session', async () => {
    const started = await startSession(t, await member())
    const cookie = cookieIn(started)
    for (const sent of [{ cookie }, { cookie }, {}, { cookie: 'purveyor_vendor=garbage' }]) {
      const answer = await callSession(t, 'DELETE /auth/session?side=vendor', sent)
      assert.deepEqual([answer.status, answer.body], [200, { ended: true }])
      assert.ok(deletesCookie(answer, 'purveyor_vendor'))
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
    await assertRefused(t, started.body.access_token)
    const refresh = await callSession(t, 'POST /auth/session/refresh?side=vendor', { cookie })
    assertProblem(refresh, 401, 'UNAUTHENTICATED')
  })

  test('ends the sessions of all cookies of the name', async () => {
    const [one, other] = [await startSession(t, await member()), await startSession(t, await member())]
    const cookie = `${cookieIn(one)}; ${cookieIn(other)}`
    await callSession(t, 'DELETE /auth/session?side=vendor', { cookie })
    for (const { body } of [one, other]) await assertRefused(t, body.access_token)
  })

  test('requires the side', async () => {
    const started = await startSession(t, await member())
    const cookie = cookieIn(started)
    for (const query of ['', '?side=none', '?side=', '?side=vendor&side=platform']) {
      for (const request of [`DELETE /auth/session${query}`, `POST /auth/session/refresh${query}`]) {
        const answer = await callSession(t, request, { cookie })
        assertProblem(answer, 400, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.body.errors.map((fault: { parameter: string }) => fault.parameter),
          ['side'],
          query
        )
      }
    }
    assert.equal((await t.call('GET /auth/me', { as: started.body.access_token })).status, 200)
  })
})

test('the paths of sessions refuse other methods', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH']) {
    for (const [path, allow] of [
      ['/auth/session', 'DELETE, OPTIONS, POST'],
      ['/auth/session/refresh', 'OPTIONS, POST']
    ] as const) {
      const answer = await callSession(t, `${method} ${path}`)
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.allow, allow)
    }
  }
})
