import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { assertRefused, login, person, refresh, signedIn } from '../../../test/people.ts'
import type { Role } from '../../http/server/access.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
beforeEach(async () => {
  vendor = await t.vendor()
})
after(() => t.close())

const path = '/vendor/me/members'
const password = 'a password of my own'
const list = async (as = vendor.owner) => (await t.call(`GET ${path}`, { as })).body.members
const invite = (body: object = {}, as = vendor.owner) =>
  t.call(`POST ${path}`, {
    as,
    body: { email: `${newId()}@example.com`, name: 'Bo', role: 'EDITOR', ...body }
  })
const change = (id: string, body: unknown, as = vendor.owner) => t.call(`PATCH ${path}/${id}`, { as, body })
const remove = (id: string, as = vendor.owner) => t.call(`DELETE ${path}/${id}`, { as })
const idOf = async (as: string) => (await t.call('GET /auth/me', { as })).body.user.id
const member = (role: Role) => person(t, { vendorId: vendor.id, role })
const accept = (token: string) => t.call('POST /auth/invitations/accept', { body: { token, password } })
const events = async () => {
  const rows = await t.sql<{ type: string; subjectId: string; details: unknown }[]>`
    select type, subject_id, details from events where vendor_id = ${vendor.id} order by occurred_at, id`
  return rows.map(({ type, subjectId, details }) => ({ type, subjectId, details }))
}

suite('the team', () => {
  test("lists the vendor's members and open invitations, with the time of the last sign-in", async () => {
    const ana = await member('EDITOR')
    await signedIn(t, ana)
    const { body: invited } = await invite({ email: 'Bo@Example.com', role: 'VIEWER' })
    await t.sql`
      update invitations set expires_at = now()
      where id = ${(await invite()).body.id}`
    const members = await list()
    assert.equal(members.length, 6)
    const [hers, his] = members.slice(-2)
    assert.deepEqual(
      [hers.id, hers.email, hers.name, hers.role, hers.status, hers.invitationExpiresAt],
      [ana.id, ana.email, 'Test person', 'EDITOR', 'ACTIVE', null]
    )
    assert.ok(Math.abs(Date.parse(hers.lastSignInAt) - Date.now()) < 600_000)
    const { invitation, ...shown } = invited
    assert.deepEqual(his, shown)
    assert.deepEqual(
      [his.email, his.role, his.status, his.lastSignInAt, his.invitationExpiresAt],
      ['Bo@Example.com', 'VIEWER', 'INVITED', null, invitation.expiresAt]
    )
  })

  test('does not list members of another vendor or of the platform', async () => {
    const other = await t.vendor()
    await t.operator()
    const ids = (await list()).map(({ id }: { id: string }) => id)
    assert.equal(ids.length, 4)
    for (const { id } of await list(other.owner)) assert.ok(!ids.includes(id))
  })

  test('shows that an account is disabled', async () => {
    const ana = await member('EDITOR')
    await t.sql`update users set is_active = false where id = ${ana.id}`
    assert.equal((await list()).at(-1).status, 'DISABLED')
  })

  test('has an ETag', async () => {
    const { headers } = await t.call(`GET ${path}`, { as: vendor.admin })
    const known = { 'if-none-match': headers.etag ?? '' }
    assert.equal((await t.call(`GET ${path}`, { as: vendor.admin, headers: known })).status, 304)
    await invite()
    assert.equal((await t.call(`GET ${path}`, { as: vendor.admin, headers: known })).status, 200)
  })

  test('can be read and changed by OWNER and ADMIN only', async () => {
    for (const as of [vendor.editor, vendor.viewer]) {
      assertProblem(await t.call(`GET ${path}`, { as }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await t.call(`POST ${path}`, { as, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await change('x', { nonsense: 1 }, as), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await remove('x', as), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await t.call(`POST ${path}/x/reset`, { as }), 403, 'INSUFFICIENT_ROLE')
    }
    assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
  })
})

suite('an invitation to the team', () => {
  test('returns its token once, and the token lets the invited person join', async () => {
    const answer = await invite({ name: ' Bo ', role: 'ADMIN' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual([answer.body.name, answer.body.status], ['Bo', 'INVITED'])
    const { token } = answer.body.invitation
    assert.ok(!JSON.stringify(await list()).includes(token))
    const joined = await accept(token)
    const me = await t.call('GET /auth/me', { as: joined.body.access_token })
    assert.deepEqual([me.body.role, me.body.vendor.id], ['ADMIN', vendor.id])
    const last = (await list()).at(-1)
    assert.deepEqual([last.id, last.status], [me.body.user.id, 'ACTIVE'])
    assert.deepEqual(await events(), [
      { type: 'member.invited', subjectId: answer.body.id, details: { name: 'Bo', role: 'ADMIN' } },
      { type: 'member.joined', subjectId: me.body.user.id, details: { role: 'ADMIN' } }
    ])
  })

  test('is never stored under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    const body = { email: `${newId()}@example.com`, name: 'Bo', role: 'VIEWER' }
    const [first, second] = [
      await t.call(`POST ${path}`, { as: vendor.owner, body, headers }),
      await t.call(`POST ${path}`, { as: vendor.owner, body, headers })
    ]
    assert.notEqual(first.body.invitation.token, second.body.invitation.token)
    assertProblem(await accept(first.body.invitation.token), 400, 'INVITATION_INVALID')
    const [stored] = await t.sql`
      select count(*)::int as count from idempotency_keys where scope = ${vendor.id}`
    assert.equal(stored?.count, 0)
  })

  test('says whether it ends an open invitation of the same address', async () => {
    const email = `${newId()}@example.com`
    const [first, second] = [await invite({ email }), await invite({ email: email.toUpperCase() })]
    assert.equal(first.body.invitation.replacesEarlier, false)
    assert.equal(second.body.invitation.replacesEarlier, true)
    assertProblem(await accept(first.body.invitation.token), 400, 'INVITATION_INVALID')
    const other = await t.vendor()
    assert.equal((await invite({ email }, other.owner)).body.invitation.replacesEarlier, false)
    await t.sql`update invitations set expires_at = now() where id = ${second.body.id}`
    const third = await invite({ email })
    assert.equal(third.body.invitation.replacesEarlier, false)
    assert.equal((await accept(third.body.invitation.token)).status, 200)
  })

  test("can't assign a role above the inviter's own", async () => {
    assertProblem(await invite({ role: 'OWNER' }, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assert.equal((await invite({ role: 'ADMIN' }, vendor.admin)).status, 200)
    assert.equal((await invite({ role: 'OWNER' })).status, 200)
  })

  test("as OWNER can't be replaced, changed or withdrawn by an ADMIN", async () => {
    const { body } = await invite({ role: 'OWNER' })
    assertProblem(await invite({ email: body.email }, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await change(body.id, { role: 'VIEWER' }, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await remove(body.id, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assert.equal((await accept(body.invitation.token)).status, 200)
  })

  test('can be changed until it is accepted', async () => {
    const { body } = await invite({ role: 'OWNER' })
    const changed = await change(body.id, { role: 'VIEWER', name: 'Bo Lind' })
    assert.deepEqual(
      [changed.body.role, changed.body.name, changed.body.status],
      ['VIEWER', 'Bo Lind', 'INVITED']
    )
    const joined = await accept(body.invitation.token)
    const me = await t.call('GET /auth/me', { as: joined.body.access_token })
    assert.deepEqual([me.body.role, me.body.user.name], ['VIEWER', 'Bo Lind'])
    assertProblem(await change(body.id, { role: 'ADMIN' }), 404, 'NOT_FOUND')
  })

  test('no longer works after it has been withdrawn', async () => {
    const { body } = await invite()
    assert.deepEqual((await remove(body.id)).body, { id: body.id, deleted: true })
    assertProblem(await accept(body.invitation.token), 400, 'INVITATION_INVALID')
    assertProblem(await remove(body.id), 404, 'NOT_FOUND')
    assert.deepEqual((await events()).at(-1), {
      type: 'member.invitation_withdrawn',
      subjectId: body.id,
      details: { name: 'Bo', role: 'EDITOR' }
    })
  })

  test('is refused for an account that belongs to any team, including this one', async () => {
    const elsewhere = await person(t, { vendorId: (await t.vendor()).id, role: 'VIEWER' })
    const here = await member('VIEWER')
    for (const { email } of [elsewhere, here]) {
      assertProblem(await invite({ email: email.toUpperCase() }), 409, 'EMAIL_TAKEN')
    }
  })

  test('reports every error in the body', async () => {
    const post = (body: unknown) => t.call(`POST ${path}`, { as: vendor.owner, body })
    const good = { email: 'bo@example.com', name: 'Bo', role: 'VIEWER' }
    const cases: [unknown, Record<string, string>][] = [
      [{}, { '/email': 'REQUIRED', '/name': 'REQUIRED', '/role': 'REQUIRED' }],
      [
        { email: 'bo', name: ' ', role: 'ROOT' },
        { '/email': 'INVALID_FORMAT', '/name': 'TOO_SHORT', '/role': 'NOT_ALLOWED' }
      ],
      [{ ...good, name: 'x'.repeat(256) }, { '/name': 'TOO_LONG' }],
      [{ ...good, email: `${'x'.repeat(243)}@example.com` }, { '/email': 'TOO_LONG' }],
      [
        { ...good, id: newId(), vendorId: newId(), status: 'ACTIVE' },
        { '/id': 'READ_ONLY_FIELD', '/vendorId': 'UNKNOWN_FIELD', '/status': 'READ_ONLY_FIELD' }
      ]
    ]
    for (const [body, faults] of cases) assertFaults(await post(body), faults)
    assert.equal((await post({ ...good, name: 'x'.repeat(255) })).status, 200)
  })
})

suite('a member', () => {
  test('gets a new role, which is recorded and takes effect immediately on this node', async () => {
    const ana = await member('EDITOR')
    const { access_token: as } = await signedIn(t, ana)
    const method = () => t.call('POST /vendor/me/shipping-methods', { as, body: { name: 'Ground' } })
    assert.equal((await method()).status, 200)
    const changed = await change(ana.id, { role: 'VIEWER' })
    assert.deepEqual([changed.status, changed.body.role], [200, 'VIEWER'])
    assertProblem(await method(), 403, 'INSUFFICIENT_ROLE')
    assert.deepEqual((await events()).at(-1), {
      type: 'member.role_changed',
      subjectId: ana.id,
      details: {
        ...{ name: 'Test person', from: 'EDITOR', to: 'VIEWER' },
        changes: [{ field: 'role', from: 'EDITOR', to: 'VIEWER' }]
      }
    })
  })

  test('gets a new name; an update without changes records no event', async () => {
    const ana = await member('EDITOR')
    assert.equal((await change(ana.id, { name: ' Ana Lima ' })).body.name, 'Ana Lima')
    const before = await events()
    assert.deepEqual(before.at(-1), {
      type: 'member.updated',
      subjectId: ana.id,
      details: { name: 'Ana Lima', changes: [{ field: 'name', from: 'Test person', to: 'Ana Lima' }] }
    })
    assert.equal((await change(ana.id, { name: 'Ana Lima', role: 'EDITOR' })).status, 200)
    assert.equal((await change(ana.id, {})).status, 200)
    assert.deepEqual(await events(), before)
  })

  test("can't get a role above the caller's own, and an OWNER can be changed by an OWNER only", async () => {
    const [ana, owner] = [await member('EDITOR'), await member('OWNER')]
    assertProblem(await change(ana.id, { role: 'OWNER' }, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assertProblem(
      await change(await idOf(vendor.admin), { role: 'OWNER' }, vendor.admin),
      403,
      'INSUFFICIENT_ROLE'
    )
    for (const body of [{ role: 'VIEWER' }, { name: 'x' }, {}]) {
      assertProblem(await change(owner.id, body, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    }
    assertProblem(await remove(owner.id, vendor.admin), 403, 'INSUFFICIENT_ROLE')
    assert.equal((await change(ana.id, { role: 'ADMIN' }, vendor.admin)).status, 200)
    assert.equal((await change(ana.id, { role: 'OWNER' })).status, 200)
    assert.equal((await change(owner.id, { role: 'VIEWER' })).status, 200)
    assert.equal((await remove(owner.id, vendor.admin)).status, 200)
  })

  test('who is removed loses membership and sessions immediately, and can be invited again', async () => {
    const ana = await member('EDITOR')
    const tokens = await signedIn(t, ana)
    assert.equal((await t.call('GET /vendor/me/shipping-methods', { as: tokens.access_token })).status, 200)
    assert.deepEqual((await remove(ana.id, vendor.admin)).body, { id: ana.id, deleted: true })
    await assertRefused(t, tokens.access_token)
    assertProblem(await refresh(t, tokens.refresh_token), 401, 'INVALID_REFRESH_TOKEN')
    const { access_token: as } = (await login(t, ana)).body
    assertProblem(await t.call('GET /vendor/me/shipping-methods', { as }), 403, 'NO_MEMBERSHIP')
    assertProblem(await remove(ana.id), 404, 'NOT_FOUND')
    assert.deepEqual((await events()).at(-1), {
      type: 'member.removed',
      subjectId: ana.id,
      details: { name: 'Test person', role: 'EDITOR' }
    })
    const { body } = await invite({ email: ana.email })
    const acceptance = { token: body.invitation.token, password: ana.password }
    assert.equal((await t.call('POST /auth/invitations/accept', { body: acceptance })).status, 200)
  })

  test('can leave the team', async () => {
    const { id } = (await t.call('GET /auth/me', { as: vendor.admin })).body.user
    assert.equal((await remove(id, vendor.admin)).status, 200)
    await assertRefused(t, vendor.admin)
  })

  test('is changed and removed only if If-Match matches', async () => {
    const ana = await member('EDITOR')
    const first = await change(ana.id, { name: 'Ana' })
    await change(ana.id, { role: 'VIEWER' })
    const headers = { 'if-match': first.headers.etag ?? '' }
    for (const method of ['PATCH', 'DELETE']) {
      const stale = await t.call(`${method} ${path}/${ana.id}`, { as: vendor.owner, body: {}, headers })
      assertProblem(stale, 412, 'PRECONDITION_FAILED')
    }
    const { etag = '' } = (await change(ana.id, {})).headers
    const fresh = await t.call(`DELETE ${path}/${ana.id}`, {
      as: vendor.owner,
      headers: { 'if-match': etag }
    })
    assert.equal(fresh.status, 200)
  })

  test("whose role was just lowered can't raise it again through a node's cache", async () => {
    const owner = await member('OWNER')
    const { access_token: as } = await signedIn(t, owner)
    assert.equal((await t.call(`GET ${path}`, { as })).status, 200)
    await t.sql`update users set role = 'VIEWER' where id = ${owner.id}`
    assertProblem(await change(owner.id, { role: 'OWNER' }, as), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await invite({ role: 'VIEWER' }, as), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await remove(await idOf(vendor.admin), as), 403, 'INSUFFICIENT_ROLE')
  })

  test("of another vendor isn't found", async () => {
    const other = await t.vendor()
    const { id } = await person(t, { vendorId: other.id, role: 'VIEWER' })
    assertProblem(await change(id, { role: 'ADMIN' }), 404, 'NOT_FOUND')
    assertProblem(await remove(id), 404, 'NOT_FOUND')
    assertProblem(await t.call(`POST ${path}/${id}/reset`, { as: vendor.owner }), 404, 'NOT_FOUND')
  })

  test('can be changed in name and role only', async () => {
    const ana = await member('EDITOR')
    assertFaults(await change(ana.id, { email: 'x@example.com', password: 'x', role: null, name: '' }), {
      '/email': 'READ_ONLY_FIELD',
      '/password': 'UNKNOWN_FIELD',
      '/role': 'REQUIRED',
      '/name': 'TOO_SHORT'
    })
    assertFaults(await change('x', {}), { id: 'INVALID_UUID' })
  })
})
