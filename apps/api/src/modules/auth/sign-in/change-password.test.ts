import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp, testSecret } from '../../../../test/app.ts'
import { assertRefused, login, person, refresh, signedIn } from '../../../../test/people.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { openSession } from '../sessions/sessions.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const newPassword = 'another long password'

function change(as: string, body: unknown, from?: string) {
  return t.call('POST /auth/password', { as, body, ...(from && { from }) })
}

suite('POST /auth/password', () => {
  test('changes the password and ends the other sessions of the user', async () => {
    const ana = await person(t)
    const [here, there] = [await signedIn(t, ana), await signedIn(t, ana)]
    assert.equal((await t.call('GET /auth/me', { as: there.access_token })).status, 200)
    const answer = await change(here.access_token, { currentPassword: ana.password, newPassword })
    assert.deepEqual(answer.body, { changed: true })
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal((await t.call('GET /auth/me', { as: here.access_token })).status, 200)
    assert.equal((await refresh(t, here.refresh_token)).status, 200)
    await assertRefused(t, there.access_token)
    assertProblem(await refresh(t, there.refresh_token), 401, 'INVALID_REFRESH_TOKEN')
    assertProblem(await login(t, ana), 401, 'INVALID_CREDENTIALS')
    assert.equal((await login(t, { ...ana, password: newPassword })).status, 200)
  })

  test('does not end sessions of other users', async () => {
    const [ana, bo] = [await person(t), await person(t)]
    const [hers, his] = [await signedIn(t, ana), await signedIn(t, bo)]
    await change(hers.access_token, { currentPassword: ana.password, newPassword })
    assert.equal((await refresh(t, his.refresh_token)).status, 200)
    assert.equal((await login(t, bo)).status, 200)
  })

  test("is recorded in the vendor's events, without any secret", async () => {
    const vendor = await t.vendor()
    const ana = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
    const { access_token } = await signedIn(t, ana)
    const answer = await change(access_token, { currentPassword: ana.password, newPassword })
    const events = await t.sql`
      select type, subject_id, actor_id, request_id, details from events where vendor_id = ${vendor.id}`
    assert.deepEqual(
      [...events],
      [
        {
          type: 'member.password_changed',
          subjectId: ana.id,
          actorId: ana.id,
          requestId: answer.headers['x-request-id'],
          details: {}
        }
      ]
    )
  })

  test('reports a wrong current password at its field and changes nothing', async () => {
    const ana = await person(t)
    const { access_token } = await signedIn(t, ana)
    const answer = await change(access_token, { currentPassword: 'not her password', newPassword })
    assertFaults(answer, { '/currentPassword': 'WRONG_PASSWORD' })
    assert.equal((await login(t, ana)).status, 200)
  })

  test('counts wrong current passwords as failed sign-ins', async () => {
    const ana = await person(t)
    const { access_token } = await signedIn(t, ana)
    const from = '192.0.2.20'
    for (let count = 0; count < 10; count++) {
      assert.equal(
        (await change(access_token, { currentPassword: `guess ${count}`, newPassword }, from)).status,
        400
      )
    }
    const refused = await change(access_token, { currentPassword: ana.password, newPassword }, from)
    assertProblem(refused, 429, 'TOO_MANY_ATTEMPTS')
    assertProblem(await login(t, ana, from), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('of several concurrent changes only one succeeds, and only its password works', async () => {
    const ana = await person(t)
    const { access_token } = await signedIn(t, ana)
    const passwords = Array.from({ length: 5 }, (_, index) => `another password ${index}`)
    const answers = await Promise.all(
      passwords.map((password) =>
        change(access_token, { currentPassword: ana.password, newPassword: password })
      )
    )
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1)
    for (const [index, status] of statuses.entries()) {
      assert.ok([200, 400, 409].includes(status))
      const works = (await login(t, { ...ana, password: passwords[index] ?? '' })).status === 200
      assert.equal(works, status === 200)
    }
  })

  test('refuses a concurrent sign-in with the old password', async () => {
    const ana = await person(t)
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update users set password_hash = 'the new one' where id = ${ana.id}`,
      waiting: 1,
      work: () => login(t, ana)
    })
    assertProblem(answer, 401, 'INVALID_CREDENTIALS')
  })

  test('ends the session of a sign-in that was committed just before the change', async () => {
    const ana = await person(t)
    const { access_token } = await signedIn(t, ana)
    const [row] = await t.sql<
      { passwordHash: string }[]
    >`select password_hash from users where id = ${ana.id}`
    const account = { id: ana.id, passwordHash: row?.passwordHash ?? '' }
    let late: string | undefined
    const answer = await withLocksHeld(t, {
      hold: async (tx) => {
        late = (await openSession(tx, [testSecret], account))?.refresh_token
      },
      waiting: 1,
      work: () => change(access_token, { currentPassword: ana.password, newPassword })
    })
    assert.equal(answer.status, 200)
    assertProblem(await refresh(t, late ?? ''), 401, 'INVALID_REFRESH_TOKEN')
  })

  test('requires a new password of 12 to 128 code points, and reports every error in the body', async () => {
    const ana = await person(t)
    const { access_token } = await signedIn(t, ana)
    const cases: [unknown, Record<string, string>][] = [
      [{}, { '/currentPassword': 'REQUIRED', '/newPassword': 'REQUIRED' }],
      [
        { currentPassword: '', newPassword: 'x'.repeat(11) },
        { '/currentPassword': 'TOO_SHORT', '/newPassword': 'TOO_SHORT' }
      ],
      [
        { currentPassword: 'x'.repeat(129), newPassword: 'x'.repeat(129) },
        { '/currentPassword': 'TOO_LONG', '/newPassword': 'TOO_LONG' }
      ],
      [{ currentPassword: ana.password, newPassword: '😀'.repeat(11) }, { '/newPassword': 'TOO_SHORT' }],
      [{ currentPassword: ana.password, newPassword, password: 'x' }, { '/password': 'UNKNOWN_FIELD' }]
    ]
    for (const [sent, faults] of cases) assertFaults(await change(access_token, sent), faults)
    let current = ana.password
    for (const next of ['x'.repeat(12), '😀'.repeat(128), '  twelve and spaces  ']) {
      assert.equal((await change(access_token, { currentPassword: current, newPassword: next })).status, 200)
      assert.equal((await login(t, { ...ana, password: next })).status, 200)
      current = next
    }
    assertProblem(await login(t, { ...ana, password: current.trim() }), 401, 'INVALID_CREDENTIALS')
  })

  test('requires a token, which is checked before the body', async () => {
    assertProblem(await t.call('POST /auth/password', { body: {} }), 401, 'UNAUTHENTICATED')
  })
})
