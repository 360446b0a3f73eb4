import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let viewer: string
let manager: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  viewer = await t.operator('VIEWER')
  manager = await t.operator('ADMIN')
})
after(() => t.close())

const path = '/platform/vendors'
const create = (body: unknown) => t.call(`POST ${path}`, { as: operator, body })
const read = (id: string) => t.call(`GET ${path}/${id}`, { as: viewer })
const list = (query = '') => t.call(`GET ${path}${query}`, { as: viewer })
const update = (id: string, body: unknown, headers = {}) =>
  t.call(`PATCH ${path}/${id}`, { as: operator, body, headers })
const made = async (body = {}): Promise<string> =>
  (await create({ name: `Vendor ${newId()}`, ...body })).body.id

const noAddress = {
  name: null,
  company: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  phone: null
}
const defaults = {
  email: null,
  phone: null,
  website: null,
  description: null,
  logoUrl: null,
  leadTime: 4,
  commissionPercent: 0,
  isActive: true,
  address: noAddress
}
const full = {
  name: 'Acme Tools',
  slug: 'acme',
  email: ' sales@acme.example ',
  phone: ' +1 217 555 0100 ',
  website: 'https://acme.example/shop',
  description: 'Hand tools\nsince 1949.',
  leadTime: 0,
  commissionPercent: '12.3456',
  address: { company: 'Acme', city: ' Springfield ', zipCode: '62701', state: null }
}

describe('taking on a vendor', () => {
  test('a name is enough, the rest has defaults', async () => {
    const { status, body, headers } = await create({ name: '  Bolt & Sons ' })
    assert.equal(status, 200)
    const { id, createdAt, updatedAt, ...shown } = body
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(shown, { ...defaults, name: 'Bolt & Sons', slug: 'bolt-and-sons' })
    const again = await read(id)
    assert.deepEqual(again.body, body)
    assert.equal(again.headers.etag, headers.etag)
  })

  test('all fields read back, lines trimmed, the commission as a number', async () => {
    const { body } = await create(full)
    const { id: _, createdAt: __, updatedAt: ___, ...shown } = body
    assert.deepEqual(shown, {
      ...defaults,
      ...full,
      email: 'sales@acme.example',
      phone: '+1 217 555 0100',
      commissionPercent: 12.3456,
      address: { ...noAddress, company: 'Acme', city: 'Springfield', zipCode: '62701' }
    })
  })

  test('null is as left out', async () => {
    const nulls = Object.fromEntries(Object.keys(full).map((field) => [field, null]))
    const {
      id: _,
      createdAt: __,
      updatedAt: ___,
      ...shown
    } = (await create({ ...nulls, name: 'Nulls' })).body
    assert.deepEqual(shown, { ...defaults, name: 'Nulls', slug: 'nulls' })
  })

  test('a taken slug, derived or sent, gets the next free suffix, also at once', async () => {
    assert.equal((await create({ name: 'Rope', slug: 'rope' })).body.slug, 'rope')
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Rope' })))
    const slugs = new Set(answers.map(({ body }) => body.slug))
    assert.deepEqual(slugs, new Set(Array.from({ length: 20 }, (_, n) => `rope-${n + 2}`)))
    assert.match((await create({ name: '数据线' })).body.slug, /^vendor-[0-9a-f]{8}$/)
  })

  const faulty: [Record<string, unknown>, Record<string, string>][] = [
    [{}, { '/name': 'REQUIRED' }],
    [{ name: ' ' }, { '/name': 'TOO_SHORT' }],
    [{ name: 'n'.repeat(256) }, { '/name': 'TOO_LONG' }],
    [{ name: 'A', slug: 'Not a slug' }, { '/slug': 'INVALID_FORMAT' }],
    [{ name: 'A', email: 'nobody' }, { '/email': 'INVALID_FORMAT' }],
    [{ name: 'A', phone: '1'.repeat(51) }, { '/phone': 'TOO_LONG' }],
    [{ name: 'A', website: 'acme.example' }, { '/website': 'INVALID_FORMAT' }],
    [{ name: 'A', website: 'javascript:alert(1)' }, { '/website': 'INVALID_FORMAT' }],
    [{ name: 'A', website: `https://acme.example/${'a'.repeat(2028)}` }, { '/website': 'TOO_LONG' }],
    [{ name: 'A', description: 'd'.repeat(10_001) }, { '/description': 'TOO_LONG' }],
    [{ name: 'A', leadTime: -1 }, { '/leadTime': 'TOO_SMALL' }],
    [{ name: 'A', leadTime: 1.5 }, { '/leadTime': 'INVALID_TYPE' }],
    [{ name: 'A', leadTime: 2_147_483_648 }, { '/leadTime': 'TOO_LARGE' }],
    [{ name: 'A', commissionPercent: -0.5 }, { '/commissionPercent': 'TOO_SMALL' }],
    [{ name: 'A', commissionPercent: '1000.0001' }, { '/commissionPercent': 'TOO_LARGE' }],
    [{ name: 'A', commissionPercent: 1.00001 }, { '/commissionPercent': 'INVALID_DECIMAL' }],
    [{ name: 'A', commissionPercent: true }, { '/commissionPercent': 'INVALID_TYPE' }],
    [{ name: 'A', address: 'Springfield' }, { '/address': 'INVALID_TYPE' }],
    [
      { name: 'A', address: { city: 5, zip: '1', phone: 'p'.repeat(256) } },
      { '/address/city': 'INVALID_TYPE', '/address/zip': 'UNKNOWN_FIELD', '/address/phone': 'TOO_LONG' }
    ],
    [
      { name: 'A', isActive: false, logoUrl: 'x', vendorId: newId() },
      { '/isActive': 'READ_ONLY_FIELD', '/logoUrl': 'READ_ONLY_FIELD', '/vendorId': 'UNKNOWN_FIELD' }
    ]
  ]
  for (const [body, faults] of faulty) {
    test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => assertFaults(await create(body), faults))
  }

  test('takes each bound itself', async () => {
    const { status, body } = await create({
      name: 'n'.repeat(255),
      phone: '1'.repeat(50),
      website: `https://acme.example/${'a'.repeat(2027)}`,
      description: 'd'.repeat(10_000),
      leadTime: 2_147_483_647,
      commissionPercent: 1000,
      address: { phone: 'p'.repeat(255) }
    })
    assert.equal(status, 200)
    assert.equal(body.commissionPercent, 1000)
  })
})

describe('listing', () => {
  test('pages through all, newest first, both ways, with their count', async () => {
    await t.sql`update vendors set is_active = false`
    const ids = []
    for (let n = 0; n < 5; n++) ids.push(await made({ name: `Paged ${n}` }))
    const newestFirst = ids.toSorted().toReversed()
    const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
      body.vendors.map(({ id }: { id: string }) => id)
    const first = await list('?isActive=true&first=2')
    assert.deepEqual(idsOf(first), newestFirst.slice(0, 2))
    assert.deepEqual(first.body.vendors[0], (await read(newestFirst[0] ?? '')).body)
    assert.equal(first.body.estimatedTotalCount, 5)
    const { endCursor } = first.body.pageInfo
    const rest = await list(`?isActive=true&after=${endCursor}`)
    assert.deepEqual(idsOf(rest), newestFirst.slice(2))
    assert.equal(rest.body.pageInfo.hasNextPage, false)
    const back = await list(`?isActive=true&last=1&before=${rest.body.pageInfo.startCursor}`)
    assert.deepEqual(idsOf(back), newestFirst.slice(1, 2))
    assertProblem(await list(`?isActive=false&after=${endCursor}`), 400, 'INVALID_CURSOR')
    assert.ok(
      (await list('?isActive=false')).body.vendors.every(({ isActive }: { isActive: boolean }) => !isActive)
    )
  })

  test('finds part of a name or slug, in either case, special characters as they are', async () => {
    await made({ name: '50%_off\\Depot', slug: 'discounter' })
    await made({ name: 'Äpfel Ltd', slug: 'fruit' })
    const cases: [string, string[]][] = [
      ['%_OFF', ['discounter']],
      ['f\\d', ['discounter']],
      ['COUNTER', ['discounter']],
      ['äpf', ['fruit']],
      ['50_', []]
    ]
    for (const [text, slugs] of cases) {
      const { body } = await list(`?search=${encodeURIComponent(text)}`)
      assert.deepEqual(
        body.vendors.map(({ slug }: { slug: string }) => slug),
        slugs,
        text
      )
      assert.equal(body.estimatedTotalCount, slugs.length)
    }
  })

  test('nothing found is an empty page', async () => {
    assert.deepEqual((await list('?search=nothing-like-it')).body, {
      vendors: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test('bad parameters are refused', async () => {
    assertFaults(await list('?isActive=maybe&first=0&status=x'), {
      isActive: 'INVALID_TYPE',
      first: 'TOO_SMALL',
      status: 'UNKNOWN_PARAMETER'
    })
    assertFaults(await list(`?search=${'x'.repeat(256)}`), { search: 'TOO_LONG' })
  })
})

describe('updating', () => {
  test('changes what is sent and keeps the rest, of the address too', async () => {
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

  test('null clears, or sets back to what a new vendor has', async () => {
    const id = await made(full)
    const cleared = { email: null, phone: null, website: null, description: null, address: null }
    const { body } = await update(id, { ...cleared, leadTime: null, commissionPercent: null })
    const { name, slug, createdAt, updatedAt } = body
    assert.deepEqual(body, { ...defaults, id, name, slug, createdAt, updatedAt })
    assertFaults(await update(id, { name: null, slug: null, isActive: null }), {
      '/name': 'REQUIRED',
      '/slug': 'REQUIRED',
      '/isActive': 'REQUIRED'
    })
  })

  test('a commission is kept exactly', async () => {
    const id = await made()
    for (const commissionPercent of [0, 0.0001, 33.3333, 999.9999, 1000]) {
      assert.equal((await update(id, { commissionPercent })).body.commissionPercent, commissionPercent)
    }
    assertFaults(await update(id, { commissionPercent: 1000.0001 }), { '/commissionPercent': 'TOO_LARGE' })
    assert.equal((await read(id)).body.commissionPercent, 1000)
  })

  test('a slug of its own stays, a taken one gets a suffix', async () => {
    const [one, other] = [await made({ slug: 'wire' }), await made({ slug: 'wire' })]
    assert.equal((await update(one, { slug: 'wire' })).body.slug, 'wire')
    assert.equal((await update(other, { slug: 'wire' })).body.slug, 'wire-2')
  })

  test('users of a vendor made inactive get 403, until it is active again', async () => {
    const vendor = await t.vendor()
    await update(vendor.id, { isActive: false })
    const call = (as: string) => t.call('GET /vendor/categories', { as })
    assertProblem(await call(vendor.owner), 403, 'VENDOR_INACTIVE')
    await update(vendor.id, { isActive: true })
    assert.equal((await call(vendor.viewer)).status, 200)
  })

  test('a stale If-Match is 412 and changes nothing', async () => {
    const id = await made()
    const { etag = '' } = (await read(id)).headers
    assert.equal((await update(id, { leadTime: 1 }, { 'if-match': etag })).status, 200)
    assertProblem(await update(id, { leadTime: 2 }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id)).body.leadTime, 1)
  })

  test('a logo reads as its public URL', async () => {
    const id = await made()
    await t.sql`update vendors set logo = 'logos/acme.webp' where id = ${id}`
    assert.equal((await read(id)).body.logoUrl, 'https://assets.test/assets/logos/acme.webp')
  })
})

describe('inviting', () => {
  const invite = (vendorId: string, body: unknown, headers = {}) =>
    t.call(`POST ${path}/${vendorId}/members`, { as: manager, body, headers })
  const email = () => `${newId()}@example.test`

  test('makes the first OWNER, who can then sign in', async () => {
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

  test('takes any role, and keeps no answer under an Idempotency-Key', async () => {
    const vendorId = await made()
    const body = { email: email(), name: 'Eve', role: 'EDITOR' }
    const first = await invite(vendorId, body, { 'idempotency-key': 'invite' })
    const second = await invite(vendorId, body, { 'idempotency-key': 'invite' })
    assert.equal(first.body.role, 'EDITOR')
    assert.equal(second.status, 200)
    assert.notEqual(second.body.invitation.token, first.body.invitation.token)
  })

  test('an address that belongs to a team already is 409', async () => {
    const vendorId = await made()
    const { id } = await t.vendor()
    const [member] = await t.sql`select email from users where vendor_id = ${id} limit 1`
    assertProblem(await invite(vendorId, { email: member?.email, name: 'Eve' }), 409, 'EMAIL_TAKEN')
  })

  test('bad input is refused', async () => {
    const vendorId = await made()
    assertFaults(await invite(vendorId, {}), { '/email': 'REQUIRED', '/name': 'REQUIRED' })
    assertFaults(await invite(vendorId, { email: 'x', name: 'n'.repeat(256), role: 'GOD', password: 'p' }), {
      '/email': 'INVALID_FORMAT',
      '/name': 'TOO_LONG',
      '/role': 'NOT_ALLOWED',
      '/password': 'UNKNOWN_FIELD'
    })
  })

  test('an unknown vendor is 404', async () => {
    assertProblem(await invite(newId(), { email: email(), name: 'Eve' }), 404, 'NOT_FOUND')
  })

  test('is for those who manage the platform', async () => {
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

test('every change is recorded in the feed of the vendor', async () => {
  const id = await made()
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
      ['vendor.updated', ['name', 'leadTime'], {}],
      ['member.invited', [], { role: 'OWNER' }]
    ]
  )
  assert.ok(events.every(({ actorIsPlatform }) => actorIsPlatform))
})

test('an unknown id is 404, and what is no id 400', async () => {
  assertProblem(await read(newId()), 404, 'NOT_FOUND')
  assertProblem(await update(newId(), {}), 404, 'NOT_FOUND')
  assertFaults(await read('x'), { id: 'INVALID_UUID' })
})

test('a VIEWER may not write, strangers and vendors may not even read', async () => {
  const vendor = await t.vendor()
  const one = `${path}/${vendor.id}`
  for (const request of [`POST ${path}`, `PATCH ${one}`, `POST ${one}/members`]) {
    assertProblem(await t.call(request, { as: viewer, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
  }
  for (const request of [
    `GET ${path}`,
    `GET ${one}`,
    `POST ${path}`,
    `PATCH ${one}`,
    `POST ${one}/members`
  ]) {
    assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
  }
})
