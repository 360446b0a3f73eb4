import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { assertRefused, person, signedIn } from '../../../test/people.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let owner: string
let admin: string
before(async () => {
  t = await testApp()
  owner = await t.operator('OWNER')
  admin = await t.operator('ADMIN')
})
after(() => t.close())

const path = '/platform/members'
const password = 'a password of my own'

test("platform members are invited, updated, reset and removed like a vendor's members", async () => {
  const email = `${newId()}@example.com`
  const body = { email, name: 'Bo', role: 'EDITOR' }
  const invited = await t.call(`POST ${path}`, { as: admin, body })
  assert.deepEqual([invited.status, invited.headers['cache-control']], [200, 'no-store'])
  const { token } = invited.body.invitation
  const joined = await t.call('POST /auth/invitations/accept', { body: { token, password } })
  const as = joined.body.access_token
  const me = (await t.call('GET /auth/me', { as })).body
  assert.deepEqual([me.realm, me.role], ['platform', 'EDITOR'])
  const memberPath = `${path}/${me.user.id}`
  assert.equal(
    (await t.call(`PATCH ${memberPath}`, { as: admin, body: { role: 'VIEWER' } })).body.role,
    'VIEWER'
  )
  assertProblem(await t.call('POST /platform/tags', { as, body: { name: 'New' } }), 403, 'INSUFFICIENT_ROLE')
  const reset = await t.call(`POST ${memberPath}/reset`, { as: admin })
  assert.deepEqual([reset.status, reset.headers['cache-control']], [200, 'no-store'])
  const sent = { token: reset.body.reset.token, password: 'another password of mine' }
  assert.equal((await t.call('POST /auth/password/reset', { body: sent })).status, 200)
  await assertRefused(t, as)
  assert.equal((await t.call(`DELETE ${memberPath}`, { as: admin })).status, 200)
  const events = await t.sql`
    select type, vendor_id from events
    where subject_id in (${me.user.id}, ${invited.body.id}) order by occurred_at, id`
  assert.deepEqual(
    events.map(({ type, vendorId }) => [type, vendorId]),
    [
      'member.invited',
      'member.joined',
      'member.role_changed',
      'member.reset_issued',
      'member.password_reset',
      'member.removed'
    ].map((type) => [type, null])
  )
})

test("only an OWNER can invite, update or remove an OWNER, and the last OWNER can't be removed", async () => {
  const { id } = (await t.call('GET /auth/me', { as: owner })).body.user
  const body = { email: `${newId()}@example.com`, name: 'Bo', role: 'OWNER' }
  assertProblem(await t.call(`POST ${path}`, { as: admin, body }), 403, 'INSUFFICIENT_ROLE')
  assertProblem(
    await t.call(`PATCH ${path}/${id}`, { as: admin, body: { role: 'VIEWER' } }),
    403,
    'INSUFFICIENT_ROLE'
  )
  assertProblem(await t.call(`DELETE ${path}/${id}`, { as: admin }), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await t.call(`POST ${path}/${id}/reset`, { as: admin }), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await t.call(`DELETE ${path}/${id}`, { as: owner }), 409, 'LAST_OWNER')
  assertProblem(
    await t.call(`PATCH ${path}/${id}`, { as: owner, body: { role: 'ADMIN' } }),
    409,
    'LAST_OWNER'
  )
})

test("the list contains platform members only; a vendor's members aren't found", async () => {
  const vendor = await t.vendor()
  const ana = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
  const { body } = await t.call(`GET ${path}`, { as: admin })
  const [row] = await t.sql`select count(*)::int as count from users where is_platform`
  assert.equal(
    body.members.filter(({ status }: { status: string }) => status !== 'INVITED').length,
    row?.count
  )
  assert.ok(!body.members.some(({ id }: { id: string }) => id === ana.id))
  assertProblem(await t.call(`DELETE ${path}/${ana.id}`, { as: owner }), 404, 'NOT_FOUND')
  assertProblem(await t.call(`POST ${path}/${ana.id}/reset`, { as: owner }), 404, 'NOT_FOUND')
})

test("the operator can list a vendor's team", async () => {
  const vendor = await t.vendor()
  const listedByVendor = await t.call('GET /vendor/me/members', { as: vendor.owner })
  const listed = await t.call(`GET /platform/vendors/${vendor.id}/members`, { as: admin })
  assert.equal(listed.body.members.length, 4)
  assert.deepEqual(listed.body, listedByVendor.body)
  assertProblem(await t.call(`GET /platform/vendors/${newId()}/members`, { as: admin }), 404, 'NOT_FOUND')
})

test('platform members can be managed by OWNER and ADMIN of the platform only', async () => {
  const vendor = await t.vendor()
  for (const request of [
    `GET ${path}`,
    `POST ${path}`,
    `PATCH ${path}/x`,
    `DELETE ${path}/x`,
    `POST ${path}/x/reset`
  ]) {
    const body = request.startsWith('GET') ? undefined : { nonsense: 1 }
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      assertProblem(await t.call(request, { as: await t.operator(role), body }), 403, 'INSUFFICIENT_ROLE')
    }
    assertProblem(await t.call(request, { as: vendor.owner, body }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(request, { body }), 401, 'UNAUTHENTICATED')
  }
})

test('a removed platform member is refused immediately', async () => {
  const member = await person(t, { isPlatform: true, role: 'VIEWER' })
  const { access_token: as } = await signedIn(t, member)
  assert.equal((await t.call('GET /platform/vendors', { as })).status, 200)
  assert.equal((await t.call(`DELETE ${path}/${member.id}`, { as: admin })).status, 200)
  assertProblem(await t.call('GET /platform/vendors', { as }), 401, 'UNAUTHENTICATED')
})
