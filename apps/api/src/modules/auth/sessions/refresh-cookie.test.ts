import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertProblem, type TestAnswer, type TestApp, testApp } from '../../../../test/app.ts'
import { callSession, cookieIn, deletesCookie, startSession } from '../../../../test/cookie-sessions.ts'
import { assertRefused, person, refresh as refreshToken, signedIn } from '../../../../test/people.ts'
import { hashSecret } from '../../../lib/secrets.ts'

let t: TestApp
let vendor: { id: string; owner: string }
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const member = () => person(t, { vendorId: vendor.id, role: 'EDITOR' })

function refresh(cookie: string, side = 'vendor'): Promise<TestAnswer> {
  return callSession(t, `POST /auth/session/refresh?side=${side}`, { cookie })
}

const tokenIn = (cookie: string) => cookie.split('=')[1] ?? ''

/** Moves the time at which the token of a cookie was used into the past. */
async function backdateUse(cookie: string, seconds: number): Promise<void> {
  await t.sql`
    update refresh_tokens set spent_at = spent_at - make_interval(secs => ${seconds})
    where hash = ${hashSecret(tokenIn(cookie))}`
}

/** Asserts that the session can't be refreshed, and that the response deletes the cookie. */
async function assertEnded(cookie: string, side = 'vendor'): Promise<void> {
  const answer = await refresh(cookie, side)
  assertProblem(answer, 401, 'UNAUTHENTICATED')
  assert.ok(deletesCookie(answer, `purveyor_${side}`))
  assert.equal(answer.headers['www-authenticate'], 'Bearer')
  assert.equal(answer.headers['cache-control'], 'no-store')
}

suite('POST /auth/session/refresh', () => {
  test('returns a new access token of the session, and replaces the token in the cookie', async () => {
    const ana = await member()
    const first = cookieIn(await startSession(t, ana))
    const answer = await refresh(first)
    const { access_token, ...rest } = answer.body
    assert.deepEqual(rest, {
      ...{ side: 'vendor', token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000 }
    })
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.match(String(answer.headers['set-cookie']), /; HttpOnly; SameSite=Strict$/)
    assert.notEqual(cookieIn(answer), first)
    assert.equal((await t.call('GET /auth/me', { as: access_token })).body.user.id, ana.id)
    assert.equal((await refresh(cookieIn(answer))).status, 200)
  })

  test('several tabs can refresh at the same time with the same cookie', async () => {
    const cookie = cookieIn(await startSession(t, await member()))
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(cookie)))
    assert.equal(new Set(answers.map(cookieIn)).size, 1)
    for (const { body } of answers)
      assert.equal((await t.call('GET /auth/me', { as: body.access_token })).status, 200)
    await backdateUse(cookie, 5)
    assert.equal(cookieIn(await refresh(cookie)), cookieIn(answers[0] as TestAnswer))
  })

  test('a replaced token that is sent after 10 seconds ends the session', async () => {
    const cookie = cookieIn(await startSession(t, await member()))
    const second = await refresh(cookie)
    await backdateUse(cookie, 11)
    await assertEnded(cookie)
    await assertEnded(cookieIn(second))
    await assertRefused(t, second.body.access_token)
  })

  test('without a cookie, or with an unknown, malformed or expired one, the response is 401', async () => {
    const expired = cookieIn(await startSession(t, await member()))
    await t.sql`update refresh_tokens set expires_at = now() where hash = ${hashSecret(tokenIn(expired))}`
    const { access_token } = await signedIn(t, await member())
    for (const cookie of [
      '',
      'purveyor_vendor=',
      'purveyor_vendor',
      `purveyor_vendor=${'a'.repeat(43)}`,
      `purveyor_vendor=${access_token}`,
      `purveyor_vendor=${'%'.repeat(43)}`,
      `purveyor_vendor=${'\u00ff'.repeat(43)}`,
      ';;=; =;',
      expired
    ])
      await assertEnded(cookie)
  })

  test('two cookies of the same name are refused, because one of them may be planted', async () => {
    const [own, planted] = [
      cookieIn(await startSession(t, await member())),
      cookieIn(await startSession(t, await member()))
    ]
    await assertEnded(`${planted}; ${own}`)
    assert.equal((await refresh(`purveyor_vendor=x; ${own}; ${own}`)).status, 200)
  })

  test('64 KB of cookies get a 401, never a 500', async () => {
    const many = Array.from(
      { length: 200 },
      (_, index) => `purveyor_vendor=${String(index).padStart(43, 'x')}`
    )
    await assertEnded(many.join('; '))
    const deleted = await callSession(t, 'DELETE /auth/session?side=vendor', { cookie: many.join('; ') })
    assert.equal(deleted.status, 200)
  })

  test('the cookie of one side is not that of the other', async () => {
    const started = await startSession(t, await member())
    await assertEnded(cookieIn(started), 'platform')
    assert.equal((await t.call('GET /auth/me', { as: started.body.access_token })).status, 200)
    const renamed = cookieIn(started).replace('_vendor', '_platform')
    await assertEnded(renamed, 'platform')
    await assertRefused(t, started.body.access_token)
    await assertEnded(cookieIn(started))
  })

  test('a member who was removed, or whose membership has changed, is signed out', async () => {
    const [removed, moved] = [await member(), await member()]
    const [one, other] = [await startSession(t, removed), await startSession(t, moved)]
    await t.call(`DELETE /vendor/me/members/${removed.id}`, { as: vendor.owner })
    await t.sql`update users set vendor_id = null, is_platform = true where id = ${moved.id}`
    for (const started of [one, other]) await assertEnded(cookieIn(started))
    await assertRefused(t, other.body.access_token)
  })

  test('a change of the password ends the session, and its sign-out ends the cookie', async () => {
    const ana = await member()
    const [one, other] = [await startSession(t, ana), await startSession(t, ana)]
    const body = { currentPassword: ana.password, newPassword: 'another long password' }
    assert.equal((await t.call('POST /auth/password', { as: one.body.access_token, body })).status, 200)
    await assertEnded(cookieIn(other))
    const renewed = await refresh(cookieIn(one))
    assert.equal((await t.call('POST /auth/logout', { as: renewed.body.access_token })).status, 200)
    await assertEnded(cookieIn(renewed))
  })

  test('the token of the cookie is an ordinary refresh token of the session', async () => {
    const cookie = cookieIn(await startSession(t, await member()))
    const { body } = await refreshToken(t, tokenIn(cookie))
    assert.equal((await refresh(`purveyor_vendor=${body.refresh_token}`)).status, 200)
  })
})
