import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { assertRefused, login, person, refresh, signedIn } from '../../../../test/people.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { newId } from '../../../lib/ids.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { deleteOldTokens } from '../sessions/session-queries.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const newPassword = 'a password I will remember'
const member = (role: 'OWNER' | 'EDITOR' = 'EDITOR') => person(t, { vendorId: vendor.id, role })
const issue = (id: string, as = vendor.admin) => t.call(`POST /vendor/me/members/${id}/reset`, { as })
const tokenFor = async (id: string, as = vendor.owner): Promise<string> =>
  (await issue(id, as)).body.reset.token
const redeem = (token: string, password = newPassword, from?: string) =>
  t.call('POST /auth/password/reset', { body: { token, password }, ...(from && { from }) })

suite('a password reset', () => {
  test('returns its token once, expires after an hour, and changes nothing until it is used', async () => {
    const ana = await member()
    const answer = await issue(ana.id)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.match(answer.body.reset.token, /^[A-Za-z0-9_-]{43}$/)
    assert.ok(Math.abs(Date.parse(answer.body.reset.expiresAt) - Date.now() - 3_600_000) < 600_000)
    assert.equal((await login(t, ana)).status, 200)
    const [event] = await t.sql`select type, vendor_id, details from events where subject_id = ${ana.id}`
    const details = { name: 'Test person' }
    assert.deepEqual(event, { type: 'member.reset_issued', vendorId: vendor.id, details })
  })

  test('sets the password and ends all sessions', async () => {
    const ana = await member()
    const session = await signedIn(t, ana)
    assert.equal((await t.call('GET /auth/me', { as: session.access_token })).status, 200)
    const answer = await redeem(await tokenFor(ana.id))
    assert.deepEqual([answer.status, answer.body], [200, { changed: true }])
    assert.equal(answer.headers['cache-control'], 'no-store')
    await assertRefused(t, session.access_token)
    assertProblem(await refresh(t, session.refresh_token), 401, 'INVALID_REFRESH_TOKEN')
    assertProblem(await login(t, ana), 401, 'INVALID_CREDENTIALS')
    assert.equal((await login(t, { ...ana, password: newPassword })).status, 200)
    const [event] = await t.sql`
      select vendor_id, actor_type, actor_id, request_id, details from events
      where subject_id = ${ana.id} and type = 'member.password_reset'`
    assert.deepEqual(event, {
      vendorId: vendor.id,
      actorType: 'USER',
      actorId: ana.id,
      requestId: answer.headers['x-request-id'],
      details: {}
    })
  })

  test('works once, even if it is sent ten times concurrently', async () => {
    const ana = await member()
    const token = await tokenFor(ana.id)
    const answers = await withLocksHeld(t, {
      hold: (tx) => tx`select from users where id = ${ana.id} for update`,
      waiting: 10,
      work: () =>
        Promise.all(Array.from({ length: 10 }, (_, index) => redeem(token, `${newPassword} ${index}`)))
    })
    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 9)
    for (const answer of refused) assertProblem(answer, 400, 'RESET_INVALID')
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal((await login(t, { ...ana, password: `${newPassword} ${winner}` })).status, 200)
    assertProblem(await redeem(token), 400, 'RESET_INVALID')
  })

  test("can't be used after it has expired, or by its hash", async () => {
    const ana = await member()
    const token = await tokenFor(ana.id)
    for (const form of ['hex', 'base64url'] as const) {
      assertProblem(await redeem(hashSecret(token).toString(form)), 400, 'RESET_INVALID')
    }
    await t.sql`update password_resets set expires_at = now() where user_id = ${ana.id}`
    assertProblem(await redeem(token), 400, 'RESET_INVALID')
    await deleteOldTokens(t.sql)
    const [row] = await t.sql`select count(*)::int as count from password_resets where user_id = ${ana.id}`
    assert.equal(row?.count, 0)
  })

  test('becomes invalid when another one is issued', async () => {
    const ana = await member()
    const [first, second] = [await tokenFor(ana.id), await tokenFor(ana.id)]
    assertProblem(await redeem(first), 400, 'RESET_INVALID')
    assert.equal((await redeem(second)).status, 200)
  })

  const invalidatingChanges: Record<string, (id: string, as: string) => Promise<{ status: number }>> = {
    'the role has changed': (id) =>
      t.call(`PATCH /vendor/me/members/${id}`, { as: vendor.owner, body: { role: 'OWNER' } }),
    'the member has been removed': (id) => t.call(`DELETE /vendor/me/members/${id}`, { as: vendor.owner }),
    'the password has changed': async (id, as) => {
      const [user] = await t.sql<{ email: string }[]>`select email from users where id = ${id}`
      const body = { currentPassword: `password of ${user?.email}`, newPassword: 'changed by hand' }
      return t.call('POST /auth/password', { as, body })
    }
  }
  for (const [name, change] of Object.entries(invalidatingChanges)) {
    test(`can't be used after ${name}`, async () => {
      const ana = await member()
      const { access_token: as } = await signedIn(t, ana)
      const token = await tokenFor(ana.id, vendor.admin)
      assert.equal((await change(ana.id, as)).status, 200)
      assertProblem(await redeem(token), 400, 'RESET_INVALID')
    })
  }

  test('of a disabled account is neither issued nor accepted', async () => {
    const ana = await member()
    const token = await tokenFor(ana.id)
    await t.sql`update users set is_active = false where id = ${ana.id}`
    assertProblem(await issue(ana.id), 409, 'CONFLICT')
    assertProblem(await redeem(token), 400, 'RESET_INVALID')
  })

  test("of an OWNER can't be issued by an ADMIN, and users can't issue their own", async () => {
    const owner = await member('OWNER')
    assertProblem(await issue(owner.id), 403, 'INSUFFICIENT_ROLE')
    assert.equal((await issue(owner.id, vendor.owner)).status, 200)
    const { id } = (await t.call('GET /auth/me', { as: vendor.admin })).body.user
    assertProblem(await issue(id), 409, 'CONFLICT')
  })

  test("can't be issued before the invitation has been accepted", async () => {
    const body = { email: `${newId()}@example.com`, name: 'Bo', role: 'VIEWER' }
    const invited = await t.call('POST /vendor/me/members', { as: vendor.owner, body })
    assertProblem(await issue(invited.body.id), 409, 'CONFLICT')
  })

  test('with an unknown token counts as a failure of the IP address', async () => {
    const token = await tokenFor((await member()).id)
    const from = '192.0.2.40'
    for (let count = 0; count < 10; count++) {
      assertProblem(await redeem(`guess ${count}`, newPassword, from), 400, 'RESET_INVALID')
    }
    assertProblem(await redeem(token, newPassword, from), 429, 'TOO_MANY_ATTEMPTS')
    assert.equal((await redeem(token, newPassword, '192.0.2.41')).status, 200)
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
      [{ token: 'x', password: newPassword, email: 'x' }, { '/email': 'UNKNOWN_FIELD' }]
    ]
    for (const [body, faults] of cases)
      assertFaults(await t.call('POST /auth/password/reset', { body }), faults)
    for (const length of [12, 128]) {
      const ana = await member()
      assert.equal((await redeem(await tokenFor(ana.id), 'x'.repeat(length))).status, 200)
    }
  })
})

suite('a password reset by the operator', () => {
  const issueFor = (id: string, as: string) => t.call(`POST /platform/users/${id}/reset`, { as })

  test('can be issued for any user: of a vendor, of no team, of the platform', async () => {
    const [admin, owner] = [await t.operator('ADMIN'), await t.operator('OWNER')]
    for (const user of [
      await member('OWNER'),
      await person(t),
      await person(t, { isPlatform: true, role: 'EDITOR' })
    ]) {
      const { status, body, headers } = await issueFor(user.id, admin)
      assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
      assert.equal((await redeem(body.reset.token)).status, 200)
      assert.equal((await login(t, { ...user, password: newPassword })).status, 200)
    }
    const otherOwner = await person(t, { isPlatform: true, role: 'OWNER' })
    assertProblem(await issueFor(otherOwner.id, admin), 403, 'INSUFFICIENT_ROLE')
    assert.equal((await issueFor(otherOwner.id, owner)).status, 200)
  })

  test("requires an existing user and the role OWNER or ADMIN, and can't be for oneself", async () => {
    const owner = await t.operator()
    assertProblem(await issueFor(newId(), owner), 404, 'NOT_FOUND')
    assertFaults(await issueFor('x', owner), { id: 'INVALID_UUID' })
    const { id } = (await t.call('GET /auth/me', { as: owner })).body.user
    assertProblem(await issueFor(id, owner), 409, 'CONFLICT')
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      assertProblem(await issueFor(id, await t.operator(role)), 403, 'INSUFFICIENT_ROLE')
    }
    assertProblem(await issueFor(id, vendor.owner), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(`POST /platform/users/${id}/reset`), 401, 'UNAUTHENTICATED')
  })
})
