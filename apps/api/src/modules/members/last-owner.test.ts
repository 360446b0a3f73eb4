import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { person, signedIn } from '../../../test/people.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { lockTeam } from './queries.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const path = '/vendor/me/members'
const remove = (id: string, as: string) => t.call(`DELETE ${path}/${id}`, { as })
const change = (id: string, role: string, as: string) => t.call(`PATCH ${path}/${id}`, { as, body: { role } })

/** Creates a vendor whose only members are owners, each with an access token. */
async function vendorWithOwners(count: number) {
  const vendor = await t.vendor()
  await t.sql`delete from users where vendor_id = ${vendor.id}`
  const people = []
  for (let index = 0; index < count; index++) {
    const { id, ...credentials } = await person(t, { vendorId: vendor.id, role: 'OWNER' })
    people.push({ id, as: (await signedIn(t, credentials)).access_token })
  }
  return { vendorId: vendor.id, people }
}

async function countOwners(vendorId: string): Promise<number> {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)::int as count from users where vendor_id = ${vendorId} and role = 'OWNER'`
  return row?.count ?? 0
}

test('the last OWNER can neither be removed nor get another role', async () => {
  const { vendorId, people } = await vendorWithOwners(1)
  const [ana] = people
  assert.ok(ana)
  assertProblem(await remove(ana.id, ana.as), 409, 'LAST_OWNER')
  assertProblem(await change(ana.id, 'ADMIN', ana.as), 409, 'LAST_OWNER')
  assert.equal((await change(ana.id, 'OWNER', ana.as)).status, 200)
  const bo = await person(t, { vendorId, role: 'EDITOR' })
  assert.equal((await change(bo.id, 'OWNER', ana.as)).status, 200)
  assert.equal((await change(ana.id, 'ADMIN', ana.as)).status, 200)
  assert.equal(await countOwners(vendorId), 1)
})

test('a disabled or invited OWNER does not count as another OWNER', async () => {
  const { vendorId, people } = await vendorWithOwners(1)
  const [ana] = people
  assert.ok(ana)
  const disabled = await person(t, { vendorId, role: 'OWNER' })
  await t.sql`update users set is_active = false where id = ${disabled.id}`
  const body = { email: 'bo@example.com', name: 'Bo', role: 'OWNER' }
  assert.equal((await t.call(`POST ${path}`, { as: ana.as, body })).status, 200)
  assertProblem(await remove(ana.id, ana.as), 409, 'LAST_OWNER')
  assert.equal((await remove(disabled.id, ana.as)).status, 200)
})

test('if two owners remove each other at the same time, one remains', async () => {
  const { vendorId, people } = await vendorWithOwners(2)
  const [ana, bo] = people
  assert.ok(ana && bo)
  const answers = await withLocksHeld(t, {
    hold: (tx) => lockTeam(tx, { vendorId }),
    waiting: 2,
    work: () => Promise.all([remove(bo.id, ana.as), remove(ana.id, bo.as)])
  })
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
  assert.equal(await countOwners(vendorId), 1)
})

test('if five owners leave or change their role at the same time, one owner remains', async () => {
  const { vendorId, people } = await vendorWithOwners(5)
  const answers = await withLocksHeld(t, {
    hold: (tx) => lockTeam(tx, { vendorId }),
    waiting: 5,
    work: () =>
      Promise.all(people.map(({ id, as }, index) => (index % 2 ? remove(id, as) : change(id, 'VIEWER', as))))
  })
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 1)
  for (const answer of refused) assertProblem(answer, 409, 'LAST_OWNER')
  assert.equal(await countOwners(vendorId), 1)
})
