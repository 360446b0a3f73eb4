import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { login, person } from '../../../../test/people.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { Problem } from '../../../errors.ts'
import type { Role } from '../../../http/server/access.ts'
import { newId } from '../../../lib/ids.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { createInvitation } from './accounts.ts'

let t: TestApp
let vendorId: string
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
})
after(() => t.close())

const password = 'a password of my own'

function invite(invitation: { email?: string; role?: Role; vendorId?: string | null } = {}) {
  const email = invitation.email ?? `${newId()}@example.com`
  return t.sql.begin((tx) =>
    createInvitation(tx, {
      email,
      name: 'Ana Lima',
      role: invitation.role ?? 'EDITOR',
      vendorId: invitation.vendorId === undefined ? vendorId : invitation.vendorId
    })
  )
}

function accept(token: string, secret = password, from?: string) {
  return t.call('POST /auth/invitations/accept', { body: { token, password: secret }, ...(from && { from }) })
}

async function me(accessToken: string) {
  return (await t.call('GET /auth/me', { as: accessToken })).body
}

suite('an invitation', () => {
  test('creates an account with its membership and signs it in', async () => {
    const email = `${newId()}@Example.com`
    const { token, expiresAt } = await invite({ email, role: 'ADMIN' })
    assert.match(token, /^[A-Za-z0-9_-]{43}$/)
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * 86_400_000) < 3_600_000)
    const answer = await accept(token)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual(
      {
        type: answer.body.token_type,
        expiresIn: answer.body.expires_in,
        refreshExpiresIn: answer.body.refresh_expires_in
      },
      { type: 'Bearer', expiresIn: 900, refreshExpiresIn: 2_592_000 }
    )
    const { user, realm, role, vendor } = await me(answer.body.access_token)
    assert.deepEqual({ ...user, id: '' }, { id: '', email, name: 'Ana Lima' })
    assert.deepEqual([realm, role, vendor.id], ['vendor', 'ADMIN', vendorId])
    assert.equal((await login(t, { email: email.toLowerCase(), password })).status, 200)
  })

  test('without a vendor creates a platform user', async () => {
    const { token } = await invite({ vendorId: null, role: 'OWNER' })
    const { body } = await accept(token)
    const { realm, role, vendor } = await me(body.access_token)
    assert.deepEqual([realm, role, vendor], ['platform', 'OWNER', null])
  })

  test('records an event of the vendor when it is accepted', async () => {
    const { id } = await t.vendor()
    const { token } = await invite({ vendorId: id, role: 'VIEWER' })
    const answer = await accept(token)
    const { user } = await me(answer.body.access_token)
    const events = await t.sql`
      select type, subject_id, actor_type, actor_id, actor_name, request_id, details from events where vendor_id = ${id}`
    assert.deepEqual(
      [...events],
      [
        {
          type: 'member.joined',
          subjectId: user.id,
          actorType: 'USER',
          actorId: user.id,
          actorName: 'Ana Lima',
          requestId: answer.headers['x-request-id'],
          details: { role: 'VIEWER' }
        }
      ]
    )
  })

  test('works once', async () => {
    const { token } = await invite()
    assert.equal((await accept(token)).status, 200)
    assertProblem(await accept(token), 400, 'INVITATION_INVALID')
  })

  test('assigns the role that it has when it is accepted, not an earlier one', async () => {
    const { token } = await invite({ role: 'OWNER' })
    const { body } = await withLocksHeld(t, {
      hold: (tx) => tx`update invitations set role = 'VIEWER' where token_hash = ${hashSecret(token)}`,
      waiting: 1,
      work: () => accept(token)
    })
    assert.equal((await me(body.access_token)).role, 'VIEWER')
  })

  test('accepted ten times concurrently creates one account and one session', async () => {
    for (const hasAccount of [false, true]) {
      const ana = hasAccount ? await person(t) : { email: `${newId()}@example.com`, password }
      const { token } = await invite({ email: ana.email })
      const answers = await withLocksHeld(t, {
        hold: (tx) => tx`select from invitations where token_hash = ${hashSecret(token)} for update`,
        waiting: 10,
        work: () => Promise.all(Array.from({ length: 10 }, () => accept(token, ana.password)))
      })
      const refused = answers.filter(({ status }) => status !== 200)
      assert.equal(refused.length, 9)
      for (const answer of refused) assertProblem(answer, 400, 'INVITATION_INVALID')
      const [{ sessions } = {}] = await t.sql`
        select count(*)::int as sessions from sessions s join users u on u.id = s.user_id where u.email = ${ana.email}`
      assert.equal(sessions, 1)
    }
  })

  test('that is unknown or expired gets the same error, and so does its hash', async () => {
    const { token } = await invite()
    await t.sql`update invitations set expires_at = now() where token_hash = ${hashSecret(token)}`
    const unknown = await accept('x'.repeat(43))
    assertProblem(unknown, 400, 'INVITATION_INVALID')
    for (const other of [token, hashSecret(token).toString('hex'), hashSecret(token).toString('base64url')]) {
      const answer = await accept(other)
      assert.deepEqual({ ...answer.body, requestId: '' }, { ...unknown.body, requestId: '' })
    }
  })

  test('replaces only an earlier invitation of the same address to the same team', async () => {
    const email = `${newId()}@example.com`
    const other = await t.vendor()
    const first = await invite({ email, role: 'OWNER' })
    const elsewhere = await invite({ email, vendorId: other.id })
    const second = await invite({ email: email.toUpperCase(), role: 'VIEWER' })
    assertProblem(await accept(first.token), 400, 'INVITATION_INVALID')
    const { body } = await accept(second.token)
    assert.equal((await me(body.access_token)).role, 'VIEWER')
    assertProblem(await accept(elsewhere.token), 409, 'EMAIL_TAKEN')
  })

  test('is refused for an address whose account belongs to a team', async () => {
    const members = [
      await person(t, { vendorId, role: 'VIEWER' }),
      await person(t, { isPlatform: true, role: 'VIEWER' })
    ]
    for (const { email } of members) {
      for (const team of [vendorId, null]) {
        await assert.rejects(invite({ email: email.toUpperCase(), vendorId: team }), (error) => {
          assert.ok(error instanceof Problem)
          assert.equal(error.code, 'EMAIL_TAKEN')
          return true
        })
      }
    }
  })

  test('reports every error in the body', async () => {
    const cases: [unknown, Record<string, string>][] = [
      [{}, { '/token': 'REQUIRED', '/password': 'REQUIRED' }],
      [
        { token: '', password: 'x'.repeat(11) },
        { '/token': 'TOO_SHORT', '/password': 'TOO_SHORT' }
      ],
      [
        { token: 'x'.repeat(513), password: 'x'.repeat(129) },
        { '/token': 'TOO_LONG', '/password': 'TOO_LONG' }
      ],
      [{ token: 'x', password, role: 'OWNER' }, { '/role': 'UNKNOWN_FIELD' }]
    ]
    for (const [body, faults] of cases)
      assertFaults(await t.call('POST /auth/invitations/accept', { body }), faults)
    for (const length of [12, 128]) {
      assert.equal((await accept((await invite()).token, 'x'.repeat(length))).status, 200)
    }
  })
})

suite('an invitation to an address that has an account', () => {
  test('adds an account without membership after checking its password; its name stays', async () => {
    const ana = await person(t)
    const { token } = await invite({ email: ana.email })
    const { body } = await accept(token, ana.password)
    const { user, role, vendor } = await me(body.access_token)
    assert.deepEqual([user.id, user.name, role, vendor.id], [ana.id, 'Test person', 'EDITOR', vendorId])
    assert.equal((await login(t, ana)).status, 200)
  })

  test("can't take over the account: a wrong password is refused and changes nothing", async () => {
    const ana = await person(t)
    const { token } = await invite({ email: ana.email })
    assertProblem(await accept(token), 401, 'INVALID_CREDENTIALS')
    assertProblem(await login(t, { ...ana, password }), 401, 'INVALID_CREDENTIALS')
    assert.equal((await accept(token, ana.password)).status, 200)
  })

  test('counts wrong passwords as failed sign-ins', async () => {
    const ana = await person(t)
    const { token } = await invite({ email: ana.email })
    const from = '192.0.2.30'
    for (let count = 0; count < 10; count++) {
      assertProblem(await accept(token, `another guess ${count}`, from), 401, 'INVALID_CREDENTIALS')
    }
    assertProblem(await accept(token, ana.password, from), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('counts unknown tokens as failures of the IP address only', async () => {
    const { token } = await invite()
    const from = '192.0.2.31'
    for (let count = 0; count < 10; count++) {
      assertProblem(await accept(`guess ${count}`, password, from), 400, 'INVITATION_INVALID')
    }
    const refused = await accept(token, password, from)
    assertProblem(refused, 429, 'TOO_MANY_ATTEMPTS')
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await accept(token, password, '192.0.2.32')).status, 200)
  })

  test('does not enable a disabled account', async () => {
    const ana = await person(t)
    const { token } = await invite({ email: ana.email })
    await t.sql`update users set is_active = false where id = ${ana.id}`
    assertProblem(await accept(token, ana.password), 401, 'INVALID_CREDENTIALS')
  })

  test('gets 409 after the account has joined a team', async () => {
    const ana = await person(t)
    const { token } = await invite({ email: ana.email })
    await t.sql`update users set vendor_id = ${vendorId}, role = 'VIEWER' where id = ${ana.id}`
    assertProblem(await accept(token, ana.password), 409, 'EMAIL_TAKEN')
    const [row] = await t.sql`select role from users where id = ${ana.id}`
    assert.equal(row?.role, 'VIEWER')
  })

  test('of two invitations accepted concurrently only one succeeds', async () => {
    for (const hasAccount of [true, false]) {
      const other = await t.vendor()
      const ana = hasAccount ? await person(t) : { email: `${newId()}@example.com`, password }
      const tokens = [
        await invite({ email: ana.email }),
        await invite({ email: ana.email, vendorId: other.id })
      ]
      const answers = await Promise.all(tokens.map(({ token }) => accept(token, ana.password)))
      assert.deepEqual(
        answers.map(({ status }) => status).sort(),
        [200, 409],
        answers.map(({ text }) => text).join()
      )
      const [row] = await t.sql`
        select count(*)::int as members from users where email = ${ana.email} and vendor_id in (${vendorId}, ${other.id})`
      assert.equal(row?.members, 1)
    }
  })
})
