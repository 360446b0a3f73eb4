import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import type { Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const variants = [{ sku: 'A', name: 'Box of 100', vendorPrice: 12.5 }]

async function createProduct(body: object = { variants }): Promise<string> {
  const answer = await t.call('POST /vendor/products', {
    as: vendor.editor,
    body: { name: 'Hex bolt M8', sku: newId(), ...body }
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

const decide = (id: string, verb: 'approve' | 'reject', body: unknown, headers = {}) =>
  t.call(`POST /platform/products/${id}/${verb}`, { as: operator, body, headers })
const approve = (id: string, version = 1) => decide(id, 'approve', { version })
const reject = (id: string, version = 1) => decide(id, 'reject', { version, reason: 'Blurred pictures' })
const submit = (id: string, as = vendor.editor) => t.call(`POST /vendor/products/${id}/submit`, { as })
const seenByVendor = async (id: string) =>
  (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const seenByOperator = (id: string) => t.call(`GET /platform/products/${id}`, { as: operator })

const eventsOf = (id: string) =>
  t.sql<
    { type: string; vendorId: string; actorIsPlatform: boolean; changedFields: string[]; details: object }[]
  >`
    select type, vendor_id, actor_is_platform, changed_fields, details from events
    where subject_id = ${id} and type <> 'product.created' order by occurred_at, id`

describe('approving a product', () => {
  test('publishes it and returns it as an operator sees it', async () => {
    const id = await createProduct()
    const answer = await approve(id)
    assert.equal(answer.status, 200, answer.text)
    const { status, vendorId, vendor: of, moderation, moderationVersion } = answer.body
    assert.deepEqual(
      { status, vendorId, moderationVersion },
      { status: 'PUBLISHED', vendorId: vendor.id, moderationVersion: 1 }
    )
    assert.equal(of.id, vendor.id)
    const { decidedAt, ...decision } = moderation
    assert.deepEqual(decision, {
      ...{ decision: 'APPROVED', target: 'PRODUCT', reason: null, proposed: null },
      ...{ reasons: [], fields: {} }
    })
    assert.match(decidedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(answer.headers.etag, (await seenByOperator(id)).headers.etag)
    assert.equal((await seenByVendor(id)).status, 'PUBLISHED')
  })

  test('records one event for the vendor, with the platform as actor', async () => {
    const id = await createProduct()
    await approve(id)
    assert.deepEqual(
      [...(await eventsOf(id))],
      [
        {
          type: 'product.approved',
          vendorId: vendor.id,
          actorIsPlatform: true,
          changedFields: ['status', 'moderation'],
          details: {}
        }
      ]
    )
  })

  test('has one effect if it is repeated with the same Idempotency-Key', async () => {
    const id = await createProduct()
    const headers = { 'idempotency-key': newId() }
    const first = await decide(id, 'approve', { version: 1 }, headers)
    const second = await decide(id, 'approve', { version: 1 }, headers)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
    assert.equal((await eventsOf(id)).length, 1)
  })

  test('requires a variant', async () => {
    const id = await createProduct({})
    assertProblem(await approve(id), 409, 'NO_VARIANT')
    assert.equal((await seenByVendor(id)).status, 'PENDING_APPROVAL')
    assert.equal((await eventsOf(id)).length, 0)
  })

  test('is refused for a version that the product no longer has', async () => {
    const id = await createProduct()
    await t.sql`update products set moderation_version = 4 where id = ${id}`
    for (const version of [1, 3, 5]) assertProblem(await approve(id, version), 412, 'STALE_VERSION')
    assert.equal((await seenByVendor(id)).status, 'PENDING_APPROVAL')
    assert.equal((await approve(id, 4)).status, 200)
  })

  for (const status of ['PUBLISHED', 'HIDDEN', 'DRAFT']) {
    test(`is refused for a product that is ${status}, with any version`, async () => {
      const id = await createProduct()
      await t.sql`update products set status = ${status} where id = ${id}`
      for (const version of [1, 9]) {
        const answer = await approve(id, version)
        assertProblem(answer, 409, 'INVALID_TRANSITION')
        assert.match(answer.body.detail, new RegExp(`is ${status}`))
      }
    })
  }
})

describe('rejecting a product', () => {
  test('makes it a draft with the reason', async () => {
    const id = await createProduct({})
    const answer = await reject(id)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.status, 'DRAFT')
    const { status, moderation } = await seenByVendor(id)
    assert.equal(status, 'DRAFT')
    const { decidedAt, ...decision } = moderation
    assert.deepEqual(decision, {
      decision: 'REJECTED',
      target: 'PRODUCT',
      reason: 'Blurred pictures',
      reasons: [{ code: null, pointer: null, imageId: null, text: 'Blurred pictures' }],
      fields: {},
      proposed: null
    })
    assert.equal(decidedAt, answer.body.moderation.decidedAt)
    assert.deepEqual(
      (await eventsOf(id)).map(({ type, details }) => ({ type, details })),
      [{ type: 'product.rejected', details: { reason: 'Blurred pictures' } }]
    )
  })

  test('accepts a reason of 1 to 2,000 characters, which is trimmed', async () => {
    for (const reason of ['x', ` ${'é'.repeat(2000)}\n`]) {
      const answer = await decide(await createProduct(), 'reject', { version: 1, reason })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.moderation.reason, reason.trim())
    }
  })

  test('is refused for a version that the product no longer has', async () => {
    assertProblem(await reject(await createProduct(), 2), 412, 'STALE_VERSION')
  })
})

describe('a decision', () => {
  const version = { version: 1 }
  const refused: [string, 'approve' | 'reject', object, Record<string, string>][] = [
    ['no version', 'approve', {}, { '/version': 'REQUIRED' }],
    ['a null version', 'approve', { version: null }, { '/version': 'REQUIRED' }],
    ['a version as text', 'approve', { version: '1' }, { '/version': 'INVALID_TYPE' }],
    ['a version with a fraction', 'approve', { version: 1.5 }, { '/version': 'INVALID_TYPE' }],
    ['version 0', 'approve', { version: 0 }, { '/version': 'TOO_SMALL' }],
    ['a version beyond 32-bit integers', 'approve', { version: 2_147_483_648 }, { '/version': 'TOO_LARGE' }],
    ['a reason with an approval', 'approve', { ...version, reason: 'Fine' }, { '/reason': 'UNKNOWN_FIELD' }],
    ['a rejection without a reason', 'reject', version, { '/reason': 'REQUIRED' }],
    ['an empty rejection', 'reject', {}, { '/version': 'REQUIRED', '/reason': 'REQUIRED' }],
    ['a blank reason', 'reject', { ...version, reason: ' \n ' }, { '/reason': 'TOO_SHORT' }],
    [
      'a reason of 2,001 characters',
      'reject',
      { ...version, reason: 'x'.repeat(2001) },
      { '/reason': 'TOO_LONG' }
    ],
    ['a status', 'reject', { ...version, reason: 'x', status: 'DRAFT' }, { '/status': 'UNKNOWN_FIELD' }]
  ]
  for (const [title, verb, body, faults] of refused) {
    test(`is refused with ${title}`, async () => assertFaults(await decide(newId(), verb, body), faults))
  }

  test('accepts the largest possible version', async () => {
    assertProblem(await approve(await createProduct(), 2_147_483_647), 412, 'STALE_VERSION')
  })

  test('is refused for an unknown product and an invalid id', async () => {
    assertProblem(await approve(newId()), 404, 'NOT_FOUND')
    assertProblem(await reject(newId()), 404, 'NOT_FOUND')
    assertFaults(await approve('1'), { id: 'INVALID_UUID' })
  })

  test('requires an operator with write access, which is checked first', async () => {
    const viewer = await t.operator('VIEWER')
    for (const verb of ['approve', 'reject']) {
      const call = (as?: string) =>
        t.call(`POST /platform/products/1/${verb}`, { ...(as && { as }), body: {} })
      assertProblem(await call(), 401, 'UNAUTHENTICATED')
      assertProblem(await call(viewer), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await call(vendor.owner), 403, 'NOT_PLATFORM_USER')
    }
  })
})

describe('submitting a product again', () => {
  test('adds it to the end of the queue with a new version', async () => {
    const [id, other] = [await createProduct(), await createProduct()]
    await reject(id)
    const before = (await seenByOperator(id)).body
    const answer = await submit(id)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.status, 'PENDING_APPROVAL')
    assert.equal(answer.body.moderation.decision, 'REJECTED')
    assert.equal(answer.body.vendorId, undefined)
    const now = (await seenByOperator(id)).body
    assert.equal(now.moderationVersion, before.moderationVersion + 1)
    assert.ok(now.submittedAt > (await seenByOperator(other)).body.submittedAt)
    assert.deepEqual(
      (await eventsOf(id)).map(({ type, actorIsPlatform }) => ({ type, actorIsPlatform })),
      [
        { type: 'product.rejected', actorIsPlatform: true },
        { type: 'product.submitted', actorIsPlatform: false }
      ]
    )
  })

  test('makes decisions on the earlier version stale', async () => {
    const id = await createProduct()
    await reject(id)
    await submit(id)
    assertProblem(await approve(id, 1), 412, 'STALE_VERSION')
    assertProblem(await reject(id, 1), 412, 'STALE_VERSION')
    assert.equal((await approve(id, 2)).body.moderation.decision, 'APPROVED')
  })

  for (const status of ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN']) {
    test(`is refused while the product is ${status}`, async () => {
      const id = await createProduct()
      await t.sql`update products set status = ${status} where id = ${id}`
      const answer = await submit(id)
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.match(answer.body.detail, new RegExp(`is ${status}`))
    })
  }

  test('of another vendor returns the same 404 as an unknown product', async () => {
    const id = await createProduct()
    await reject(id)
    const other = await t.vendor()
    const [foreign, missing] = [await submit(id, other.owner), await submit(newId(), other.owner)]
    assertProblem(foreign, 404, 'NOT_FOUND')
    assert.deepEqual({ ...foreign.body, requestId: '' }, { ...missing.body, requestId: '' })
    assert.equal((await seenByVendor(id)).status, 'DRAFT')
  })

  test('requires a member with write access', async () => {
    assertProblem(await t.call('POST /vendor/products/1/submit'), 401, 'UNAUTHENTICATED')
    assertProblem(await submit('1', vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await submit(newId(), operator), 403, 'NO_MEMBERSHIP')
  })
})

describe("reading any vendor's product", () => {
  test('returns the product as the vendor sees it, with the vendor and the version', async () => {
    const id = await createProduct()
    const { vendorId, vendor: of, moderationVersion, submittedAt, ...rest } = (await seenByOperator(id)).body
    assert.deepEqual(rest, await seenByVendor(id))
    assert.deepEqual(
      { vendorId, of, moderationVersion },
      {
        vendorId: vendor.id,
        of: { id: vendor.id, name: `Vendor ${vendor.id}`, slug: `vendor-${vendor.id}` },
        moderationVersion: 1
      }
    )
    assert.equal(submittedAt, rest.createdAt)
  })

  test('returns 304 if the ETag matches, and 404 for an unknown product', async () => {
    const id = await createProduct()
    const { etag = '' } = (await seenByOperator(id)).headers
    const again = await t.call(`GET /platform/products/${id}`, {
      as: operator,
      headers: { 'if-none-match': etag }
    })
    assert.equal(again.status, 304)
    assertProblem(await seenByOperator(newId()), 404, 'NOT_FOUND')
  })
})

describe('concurrent decisions on a product', () => {
  const lock = (id: string) => (tx: Tx) => tx`select from products where id = ${id} for update`

  test('by two operators result in one success and one 409', async () => {
    const id = await createProduct()
    const answers = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () => Promise.all([approve(id), reject(id)])
    })
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    assert.equal(won?.status, 200)
    assert.ok(lost)
    assertProblem(lost, 409, 'INVALID_TRANSITION')
    assert.equal((await seenByVendor(id)).status, won?.body.status)
    assert.equal((await eventsOf(id)).length, 1)
  })

  test('are stale if they waited for a change of the product', async () => {
    const id = await createProduct()
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update products set moderation_version = moderation_version + 1 where id = ${id}`,
      waiting: 1,
      work: () => approve(id)
    })
    assertProblem(answer, 412, 'STALE_VERSION')
    assert.equal((await seenByVendor(id)).status, 'PENDING_APPROVAL')
  })

  test('are refused if they waited for the deletion of the last variant', async () => {
    const id = await createProduct()
    const answer = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 1,
      release: (tx) => tx`delete from variants where product_id = ${id}`,
      work: () => approve(id)
    })
    assertProblem(answer, 409, 'NO_VARIANT')
  })

  test("and submissions don't add a product to the queue twice", async () => {
    const id = await createProduct()
    await reject(id)
    const answers = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () => Promise.all([submit(id), submit(id)])
    })
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await seenByOperator(id)).body.moderationVersion, 2)
  })
})
