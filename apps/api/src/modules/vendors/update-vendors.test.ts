import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { platform, platformCalls } from '../../../test/platform-calls.ts'
import { defaults, full } from '../../../test/vendors.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let viewer: string
let manager: string
before(async () => {
  t = await testApp()
  ;({ operator, viewer } = await platform(t))
  manager = await t.operator('ADMIN')
})
after(() => t.close())

const path = '/platform/vendors'
const { create, made, read, update } = platformCalls(path, () => ({ t, operator, viewer }))

describe('updating a vendor', () => {
  test('changes only the fields that are sent, also within the address', async () => {
    const { body: before } = await create(full)
    const { body } = await update(before.id, {
      name: 'Acme',
      address: { city: 'Shelbyville', company: null }
    })
    assert.deepEqual(body, {
      ...before,
      name: 'Acme',
      address: { ...before.address, city: 'Shelbyville', company: null },
      updatedAt: body.updatedAt
    })
  })

  test('with null clears a field or resets it to its default', async () => {
    const id = await made(full)
    const cleared = { email: null, phone: null, website: null, description: null, address: null }
    const { body } = await update(id, {
      ...cleared,
      leadTime: null,
      commissionPercent: null,
      trust: null
    })
    const { name, slug, createdAt, updatedAt } = body
    assert.deepEqual(body, { ...defaults, id, name, slug, createdAt, updatedAt })
    assertFaults(await update(id, { name: null, slug: null, isActive: null }), {
      '/name': 'REQUIRED',
      '/slug': 'REQUIRED',
      '/isActive': 'REQUIRED'
    })
  })

  test('sets the trust, which only the operator sees', async () => {
    const vendor = await t.vendor()
    assert.equal((await read(vendor.id)).body.trust, 'STANDARD')
    const { body } = await update(vendor.id, { trust: 'TRUSTED', leadTime: 3 })
    assert.deepEqual([body.trust, body.leadTime], ['TRUSTED', 3])
    assert.equal((await update(vendor.id, { name: 'Acme' })).body.trust, 'TRUSTED')
    assertFaults(await update(vendor.id, { trust: 'FULL' }), { '/trust': 'NOT_ALLOWED' })

    const profile = await t.call('GET /vendor/me/profile', { as: vendor.viewer })
    assert.equal('trust' in profile.body, false)
    const own = await t.call('PATCH /vendor/me/profile', { as: vendor.owner, body: { trust: 'TRUSTED' } })
    assertFaults(own, { '/trust': 'UNKNOWN_FIELD' })
    const events = await t.sql`
      select vendor_id is null as is_hidden, changed_fields from events
      where type = 'vendor.updated' and subject_id = ${vendor.id} order by id limit 2`
    assert.deepEqual(
      [...events],
      [
        { isHidden: false, changedFields: ['leadTime'] },
        { isHidden: true, changedFields: ['trust'] }
      ]
    )
  })

  test('stores a commission exactly', async () => {
    const id = await made()
    for (const commissionPercent of [0, 0.0001, 33.3333, 999.9999, 1000]) {
      assert.equal((await update(id, { commissionPercent })).body.commissionPercent, commissionPercent)
    }
    assertFaults(await update(id, { commissionPercent: 1000.0001 }), { '/commissionPercent': 'TOO_LARGE' })
    assert.equal((await read(id)).body.commissionPercent, 1000)
  })

  test("leaves the vendor's own slug unchanged, and adds a suffix to a slug that is taken", async () => {
    const [one, other] = [await made({ slug: 'wire' }), await made({ slug: 'wire' })]
    assert.equal((await update(one, { slug: 'wire' })).body.slug, 'wire')
    assert.equal((await update(other, { slug: 'wire' })).body.slug, 'wire-2')
  })

  test('refuses users of an inactive vendor with 403 until it is active again', async () => {
    const vendor = await t.vendor()
    await update(vendor.id, { isActive: false })
    const call = (as: string) => t.call('GET /vendor/categories', { as })
    assertProblem(await call(vendor.owner), 403, 'VENDOR_INACTIVE')
    await update(vendor.id, { isActive: true })
    assert.equal((await call(vendor.viewer)).status, 200)
  })

  test('with a stale If-Match gets 412 and changes nothing', async () => {
    const id = await made()
    const { etag = '' } = (await read(id)).headers
    assert.equal((await update(id, { leadTime: 1 }, { 'if-match': etag })).status, 200)
    assertProblem(await update(id, { leadTime: 2 }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id)).body.leadTime, 1)
  })

  test('returns the logo as a public URL', async () => {
    const id = await made()
    await t.sql`update vendors set logo = 'logos/acme.webp' where id = ${id}`
    assert.equal((await read(id)).body.logoUrl, 'https://assets.test/assets/logos/acme.webp')
  })
})

describe('inviting a member', () => {
  const invite = (vendorId: string, body: unknown, headers = {}) =>
    t.call(`POST ${path}/${vendorId}/members`, { as: manager, body, headers })
  const email = () => `${newId()}@example.test`

  test('invites the first OWNER, who can then sign in', async () => {
    const vendorId = await made({ name: 'New vendor' })
    const address = email()
    const { status, body, headers } = await invite(vendorId, { email: ` ${address} `, name: ' Ana Lima ' })
    assert.equal(status, 200)
    const { invitation, ...shown } = body
    assert.deepEqual(shown, { vendorId, email: address, name: 'Ana Lima', role: 'OWNER' })
    assert.ok(new Date(invitation.expiresAt) > new Date())
    assert.equal(headers['cache-control'], 'no-store')
    const accepted = await t.call('POST /auth/invitations/accept', {
      body: { token: invitation.token, password: 'correct horse battery' }
    })
    assert.equal(accepted.status, 200, accepted.text)
    const me = await t.call('GET /auth/me', { as: accepted.body.access_token })
    assert.equal(me.body.vendor.id, vendorId)
    assert.equal(me.body.role, 'OWNER')
  })

  test('accepts any role, and stores no response under an Idempotency-Key', async () => {
    const vendorId = await made()
    const body = { email: email(), name: 'Eve', role: 'EDITOR' }
    const first = await invite(vendorId, body, { 'idempotency-key': 'invite' })
    const second = await invite(vendorId, body, { 'idempotency-key': 'invite' })
    assert.equal(first.body.role, 'EDITOR')
    assert.equal(second.status, 200)
    assert.notEqual(second.body.invitation.token, first.body.invitation.token)
  })

  test('gets 409 if the account of the address already belongs to a team', async () => {
    const vendorId = await made()
    const { id } = await t.vendor()
    const [member] = await t.sql`select email from users where vendor_id = ${id} limit 1`
    assertProblem(await invite(vendorId, { email: member?.email, name: 'Eve' }), 409, 'EMAIL_TAKEN')
  })

  test('reports every error in the body', async () => {
    const vendorId = await made()
    assertFaults(await invite(vendorId, {}), { '/email': 'REQUIRED', '/name': 'REQUIRED' })
    assertFaults(await invite(vendorId, { email: 'x', name: 'n'.repeat(256), role: 'GOD', password: 'p' }), {
      '/email': 'INVALID_FORMAT',
      '/name': 'TOO_LONG',
      '/role': 'NOT_ALLOWED',
      '/password': 'UNKNOWN_FIELD'
    })
  })

  test('gets 404 for an unknown vendor', async () => {
    assertProblem(await invite(newId(), { email: email(), name: 'Eve' }), 404, 'NOT_FOUND')
  })

  test('requires the platform role OWNER or ADMIN', async () => {
    const vendorId = await made()
    for (const as of [operator, viewer]) {
      assertProblem(
        await t.call(`POST ${path}/${vendorId}/members`, { as, body: {} }),
        403,
        'INSUFFICIENT_ROLE'
      )
    }
  })
})

test("every change is recorded in the vendor's events", async () => {
  const id = await made({ name: 'Recorded', leadTime: 4 })
  await update(id, { name: 'Renamed', leadTime: 2 })
  await t.call(`POST ${path}/${id}/members`, {
    as: manager,
    body: { email: `${newId()}@example.test`, name: 'Eve' }
  })
  const events = await t.sql`
    select type, changed_fields, details, actor_is_platform from events where vendor_id = ${id} order by occurred_at, id`
  assert.deepEqual(
    events.map(({ type, changedFields, details }) => [type, changedFields, details]),
    [
      ['vendor.created', [], {}],
      [
        ...['vendor.updated', ['name', 'leadTime']],
        {
          changes: [
            { field: 'name', from: 'Recorded', to: 'Renamed' },
            { field: 'leadTime', from: 4, to: 2 }
          ]
        }
      ],
      ['member.invited', [], { name: 'Eve', role: 'OWNER' }]
    ]
  )
  assert.ok(events.every(({ actorIsPlatform }) => actorIsPlatform))
})
