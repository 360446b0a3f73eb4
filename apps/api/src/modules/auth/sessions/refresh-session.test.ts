import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { assertRefused, person, refresh, signedIn } from '../../../../test/people.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { deleteOldSessions } from './session-queries.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

/** Moves the time at which a token was used into the past. */
async function backdateUse(token: string, seconds: number): Promise<void> {
  await t.sql`
    update refresh_tokens set spent_at = spent_at - make_interval(secs => ${seconds}) where hash = ${hashSecret(token)}`
}

async function assertRefreshRefused(token: string): Promise<void> {
  assertProblem(await refresh(t, token), 401, 'INVALID_REFRESH_TOKEN')
}

suite('POST /auth/refresh', () => {
  test('replaces the refresh token and returns a new access token of the same session', async () => {
    const ana = await person(t)
    const first = await signedIn(t, ana)
    const answer = await refresh(t, first.refresh_token)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { access_token, refresh_token, ...rest } = answer.body
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000 })
    assert.match(refresh_token, /^[A-Za-z0-9_-]{43}$/)
    assert.notEqual(refresh_token, first.refresh_token)
    assert.equal((await t.call('GET /auth/me', { as: access_token })).body.user.id, ana.id)
    const [{ sessions } = {}] =
      await t.sql`select count(*)::int as sessions from sessions where user_id = ${ana.id}`
    assert.equal(sessions, 1)
  })

  test('can be repeated with each new refresh token', async () => {
    let token = (await signedIn(t, await person(t))).refresh_token
    const seen = new Set([token])
    for (let count = 0; count < 5; count++) {
      token = (await refresh(t, token)).body.refresh_token
      seen.add(token)
    }
    assert.equal(seen.size, 6)
  })

  test('returns the same successor within 10 seconds, even if that has already been used', async () => {
    const { refresh_token } = await signedIn(t, await person(t))
    const { body } = await refresh(t, refresh_token)
    await backdateUse(refresh_token, 5)
    assert.equal((await refresh(t, refresh_token)).body.refresh_token, body.refresh_token)
    const next = await refresh(t, body.refresh_token)
    assert.equal((await refresh(t, refresh_token)).body.refresh_token, body.refresh_token)
    assert.equal((await refresh(t, body.refresh_token)).body.refresh_token, next.body.refresh_token)
  })

  test('20 concurrent refreshes get the same successor', async () => {
    const { refresh_token } = await signedIn(t, await person(t))
    const hash = hashSecret(refresh_token)
    const answers = await withLocksHeld(t, {
      hold: (tx) => tx`select from refresh_tokens where hash = ${hash} for update`,
      waiting: 10,
      work: () => Promise.all(Array.from({ length: 20 }, () => refresh(t, refresh_token)))
    })
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200)
    )
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1)
    const [{ tokens } = {}] = await t.sql`
      select count(*)::int as tokens from refresh_tokens
      where session_id = (select session_id from refresh_tokens where hash = ${hash})`
    assert.equal(tokens, 2)
    assert.equal((await refresh(t, answers[0]?.body.refresh_token)).status, 200)
  })

  test('is refused if the session ends at the same time', async () => {
    const ana = await person(t)
    const { refresh_token } = await signedIn(t, ana)
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update sessions set ended_at = now() where user_id = ${ana.id}`,
      waiting: 1,
      work: () => refresh(t, refresh_token)
    })
    assertProblem(answer, 401, 'INVALID_REFRESH_TOKEN')
    await assertRefreshRefused(refresh_token)
  })

  test('a used token that is sent later ends its whole session, immediately on this node', async () => {
    const ana = await person(t)
    const [stolen, other] = [await signedIn(t, ana), await signedIn(t, ana)]
    const second = (await refresh(t, stolen.refresh_token)).body
    const third = (await refresh(t, second.refresh_token)).body
    assert.equal((await t.call('GET /auth/me', { as: third.access_token })).status, 200)
    await backdateUse(stolen.refresh_token, 10)
    await assertRefreshRefused(stolen.refresh_token)
    for (const token of [third.refresh_token, second.refresh_token, stolen.refresh_token])
      await assertRefreshRefused(token)
    for (const token of [stolen, second, third]) await assertRefused(t, token.access_token)
    assert.equal((await refresh(t, other.refresh_token)).status, 200)
  })

  test('the session ends if a used token is reused concurrently with valid refreshes', async () => {
    const { refresh_token } = await signedIn(t, await person(t))
    const second = (await refresh(t, refresh_token)).body
    await backdateUse(refresh_token, 60)
    const answers = await Promise.all([
      refresh(t, refresh_token),
      ...Array.from({ length: 5 }, () => refresh(t, second.refresh_token))
    ])
    assertProblem(answers[0], 401, 'INVALID_REFRESH_TOKEN')
    for (const { status, body } of answers) {
      assert.ok([200, 401].includes(status))
      if (status === 200) await assertRefreshRefused(body.refresh_token)
    }
  })

  test('unknown, expired and other tokens get the same 401', async () => {
    const expired = await signedIn(t, await person(t))
    await t.sql`
      update refresh_tokens set expires_at = now() where hash = ${hashSecret(expired.refresh_token)}`
    const unknown = await refresh(t, 'a'.repeat(43))
    assertProblem(unknown, 401, 'INVALID_REFRESH_TOKEN')
    assert.equal(unknown.headers['www-authenticate'], 'Bearer')
    const known = await signedIn(t, await person(t))
    const hash = hashSecret(known.refresh_token)
    for (const token of [
      expired.refresh_token,
      known.access_token,
      hash.toString('base64url'),
      hash.toString('hex'),
      `${known.refresh_token} `,
      '\u{1F600}'
    ]) {
      const answer = await refresh(t, token)
      assert.deepEqual({ ...answer.body, requestId: '' }, { ...unknown.body, requestId: '' })
    }
    assert.equal((await refresh(t, known.refresh_token)).status, 200)
  })

  test('is refused for a disabled user and for an ended or expired session', async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => t.sql`update users set is_active = false where id = ${id}`,
      (id) => t.sql`update sessions set ended_at = now() where user_id = ${id}`,
      (id) => t.sql`update sessions set expires_at = now() where user_id = ${id}`
    ]
    for (const change of changes) {
      const ana = await person(t)
      const { refresh_token } = await signedIn(t, ana)
      await change(ana.id)
      await assertRefreshRefused(refresh_token)
    }
  })

  test('extends the session to 30 days', async () => {
    const ana = await person(t)
    const { refresh_token } = await signedIn(t, ana)
    await t.sql`update sessions set expires_at = now() + interval '1 minute' where user_id = ${ana.id}`
    await refresh(t, refresh_token)
    const [row] = await t.sql`
      select bool_and(s.expires_at > now() + interval '29 days') as long from sessions s where user_id = ${ana.id}`
    assert.equal(row?.long, true)
  })

  test('reports every error in the body', async () => {
    const cases: [unknown, Record<string, string>][] = [
      [{}, { '/refresh_token': 'REQUIRED' }],
      [{ refresh_token: '' }, { '/refresh_token': 'TOO_SHORT' }],
      [{ refresh_token: 'x'.repeat(513) }, { '/refresh_token': 'TOO_LONG' }],
      [{ refresh_token: 5 }, { '/refresh_token': 'INVALID_TYPE' }],
      [{ refreshToken: 'x' }, { '/refresh_token': 'REQUIRED', '/refreshToken': 'UNKNOWN_FIELD' }]
    ]
    for (const [sent, faults] of cases)
      assertFaults(await t.call('POST /auth/refresh', { body: sent }), faults)
    await assertRefreshRefused('x'.repeat(512))
  })
})

test('only expired sessions and refresh tokens are deleted', async () => {
  const [expired, active] = [await person(t), await person(t)]
  await signedIn(t, expired)
  const { refresh_token } = await signedIn(t, active)
  const { body } = await refresh(t, refresh_token)
  await t.sql`update sessions set expires_at = now() where user_id = ${expired.id}`
  await t.sql`update refresh_tokens set expires_at = now() where hash = ${hashSecret(refresh_token)}`
  await deleteOldSessions(t.sql)
  const rows = await t.sql`
    select s.user_id, count(t.hash)::int as tokens from sessions s left join refresh_tokens t on t.session_id = s.id
    where s.user_id in (${expired.id}, ${active.id}) group by s.user_id`
  assert.deepEqual([...rows], [{ userId: active.id, tokens: 1 }])
  assert.equal((await refresh(t, body.refresh_token)).status, 200)
})
