import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { type TestApp, testApp } from '../../../test/app.ts'
import { callSession, cookieIn, startSession } from '../../../test/cookie-sessions.ts'
import { apiToken, person, refresh, signedIn } from '../../../test/people.ts'
import { newId } from '../../lib/ids.ts'
import { loggableError } from '../../lib/log.ts'

let t: TestApp
let log = ''
before(async () => {
  const stream = { write: (line: string) => (log += line) }
  t = await testApp({ logger: pino({ level: 'trace', serializers: { err: loggableError } }, stream) })
})
after(() => t.close())

test('no log line contains a secret, even if the request fails with an internal error', async () => {
  const vendor = await t.vendor()
  const ana = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
  const session = await signedIn(t, ana)
  const renewed = (await refresh(t, session.refresh_token)).body
  const body = { email: `${newId()}@example.com`, name: 'Bo', role: 'VIEWER' }
  const invited = await t.call('POST /vendor/me/members', { as: vendor.owner, body })
  const reset = await t.call(`POST /vendor/me/members/${ana.id}/reset`, { as: vendor.owner })
  const machineToken = await apiToken(t, { vendorId: vendor.id })
  const password = 'a password that must not be logged'
  const useSecrets = async () => [
    await t.call('GET /auth/me', { as: machineToken }),
    await t.call('POST /auth/login', { body: { email: ana.email, password } }),
    await t.call('POST /auth/password/reset', { body: { token: reset.body.reset.token, password } }),
    await t.call('POST /auth/invitations/accept', {
      body: { token: invited.body.invitation.token, password }
    })
  ]
  await t.sql`alter table events rename to events_away`
  await t.sql`alter table api_tokens rename to api_tokens_away`
  try {
    const statuses = (await useSecrets()).map(({ status }) => status)
    assert.deepEqual(statuses, [500, 401, 500, 500])
  } finally {
    await t.sql`alter table events_away rename to events`
    await t.sql`alter table api_tokens_away rename to api_tokens`
  }
  await useSecrets()
  assert.ok(log.includes('/api/v1/auth/password/reset') && log.includes('unexpected error'))
  const secrets = [
    ana.password,
    password,
    machineToken,
    session.access_token,
    session.refresh_token,
    renewed.refresh_token,
    invited.body.invitation.token,
    reset.body.reset.token,
    '$argon2id$'
  ]
  for (const secret of secrets) assert.ok(!log.includes(secret), secret)
})

test('no log line contains a cookie, and a session with a cookie survives an internal error', async () => {
  const ana = await person(t, { isPlatform: true, role: 'EDITOR' })
  const started = await startSession(t, ana)
  const refresh = (cookie: string) => callSession(t, 'POST /auth/session/refresh?side=platform', { cookie })
  const renewed = await refresh(cookieIn(started))
  await t.sql`alter table refresh_tokens rename to refresh_tokens_away`
  try {
    const failed = await refresh(cookieIn(renewed))
    assert.equal(failed.status, 500)
    assert.equal(failed.headers['set-cookie'], undefined)
  } finally {
    await t.sql`alter table refresh_tokens_away rename to refresh_tokens`
  }
  const again = await refresh(cookieIn(renewed))
  assert.equal(again.status, 200)
  assert.ok(log.includes('/api/v1/auth/session/refresh'))
  for (const answer of [started, renewed, again]) {
    for (const secret of [cookieIn(answer).split('=')[1] ?? '', answer.body.access_token, ana.password])
      assert.ok(secret && !log.includes(secret), secret)
  }
})
