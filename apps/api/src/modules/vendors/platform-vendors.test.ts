import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { platform, platformCalls } from '../../../test/platform-calls.ts'
import { defaults, full, noAddress } from '../../../test/vendors.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let viewer: string
before(async () => {
  t = await testApp()
  ;({ operator, viewer } = await platform(t))
})
after(() => t.close())

const path = '/platform/vendors'
const { create, list, made, read, update } = platformCalls(path, () => ({ t, operator, viewer }))

describe('creating a vendor', () => {
  test('requires only a name; the other fields have defaults', async () => {
    const { status, body, headers } = await create({ name: '  Bolt & Sons ' })
    assert.equal(status, 200)
    const { id, createdAt, updatedAt, ...shown } = body
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(shown, { ...defaults, name: 'Bolt & Sons', slug: 'bolt-and-sons' })
    const again = await read(id)
    assert.deepEqual(again.body, body)
    assert.equal(again.headers.etag, headers.etag)
  })

  test('returns all fields, with lines trimmed and the commission as a number', async () => {
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

  test('treats null like an omitted field', async () => {
    const nulls = Object.fromEntries(Object.keys(full).map((field) => [field, null]))
    const {
      id: _,
      createdAt: __,
      updatedAt: ___,
      ...shown
    } = (await create({ ...nulls, name: 'Nulls' })).body
    assert.deepEqual(shown, { ...defaults, name: 'Nulls', slug: 'nulls' })
  })

  test('adds the next free suffix to a slug that is taken, derived or sent, even concurrently', async () => {
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
    [{ name: 'A', trust: 'trusted' }, { '/trust': 'NOT_ALLOWED' }],
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

  test('accepts the maximum of each field', async () => {
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

describe('listing vendors', () => {
  test('pages through all vendors, newest first, in both directions, with the total count', async () => {
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

  test('searches part of a name or slug, case-insensitively, with special characters literally', async () => {
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

  test('returns an empty page if nothing is found', async () => {
    assert.deepEqual((await list('?search=nothing-like-it')).body, {
      vendors: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test('filters by trust', async () => {
    const id = await made({ trust: 'TRUSTED' })
    const { body } = await list('?trust=TRUSTED')
    assert.deepEqual(
      body.vendors.map(({ id }: { id: string }) => id),
      [id]
    )
    assert.equal(body.estimatedTotalCount, 1)
    const fresh = await made({ trust: 'NEW' })
    const { vendors } = (await list('?trust=NEW')).body
    assert.ok(vendors.some(({ id }: { id: string }) => id === fresh))
    assert.ok(vendors.every(({ trust }: { trust: string }) => trust === 'NEW'))
    assertFaults(await list('?trust=new'), { trust: 'NOT_ALLOWED' })
  })

  test('reports every invalid parameter', async () => {
    assertFaults(await list('?isActive=maybe&first=0&status=x'), {
      isActive: 'INVALID_TYPE',
      first: 'TOO_SMALL',
      status: 'UNKNOWN_PARAMETER'
    })
    assertFaults(await list(`?search=${'x'.repeat(256)}`), { search: 'TOO_LONG' })
  })
})

test('an unknown id gets 404, and an invalid id gets 400', async () => {
  assertProblem(await read(newId()), 404, 'NOT_FOUND')
  assertProblem(await update(newId(), {}), 404, 'NOT_FOUND')
  assertFaults(await read('x'), { id: 'INVALID_UUID' })
})

test("a VIEWER can't write; vendors and unauthenticated clients can't even read", async () => {
  const vendor = await t.vendor()
  const vendorPath = `${path}/${vendor.id}`
  for (const request of [`POST ${path}`, `PATCH ${vendorPath}`, `POST ${vendorPath}/members`]) {
    assertProblem(await t.call(request, { as: viewer, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
  }
  for (const request of [
    `GET ${path}`,
    `GET ${vendorPath}`,
    `POST ${path}`,
    `PATCH ${vendorPath}`,
    `POST ${vendorPath}/members`
  ]) {
    assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
  }
})
