import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { productWithStatus, stage } from '../../../../test/staged.ts'
import { newId } from '../../../lib/ids.ts'
import type { StoredRevision } from '../../products/write/fields.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const reason = 'The new name says another size'
const decide = (id: string, verb: string, body: unknown, { as = operator, headers = {} } = {}) =>
  t.call(`POST /platform/products/${id}/revision/${verb}`, { as, body, headers })
const approve = (id: string, version: number) => decide(id, 'approve', { version })
const reject = (id: string, version: number) => decide(id, 'reject', { version, reason })
const readProduct = async (id: string) =>
  (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const onStorefront = async (slug: string) => (await t.call(`GET /storefront/products/${slug}`)).body

async function revised(revision: StoredRevision, status: 'PUBLISHED' | 'HIDDEN' = 'PUBLISHED', body = {}) {
  const id = await productWithStatus(t, vendor, status, body)
  return { id, version: await stage(t, vendor, { id, revision }) }
}

const eventsOf = (id: string) =>
  t.sql<
    { type: string; vendorId: string; actorIsPlatform: boolean; changedFields: string[]; details: object }[]
  >`
    select type, vendor_id, actor_is_platform, changed_fields, details from events
    where subject_id = ${id} and type <> 'product.created' order by occurred_at, id`

describe('approving staged edits', () => {
  test('makes them live together, and the slug and other fields stay unchanged', async () => {
    const revision = { name: 'Flange bolt M10', shortDescription: 'Zinc-plated', description: '<p>New.</p>' }
    const { id, version } = await revised(revision, 'PUBLISHED', {
      description: 'Old text',
      brand: 'Boltwell'
    })
    const before = await readProduct(id)
    assert.deepEqual(before.pendingRevision, revision)
    const shown = await onStorefront(before.slug)
    assert.deepEqual([shown.name, shown.description], ['Hex bolt M8', 'Old text'])

    const answer = await approve(id, version)
    assert.equal(answer.status, 200, answer.text)
    const { vendorId: _, vendor: __, moderationVersion, submittedAt: ___, ...product } = answer.body
    const { moderation, updatedAt, ...rest } = product
    const { moderation: none, updatedAt: earlier, ...unchanged } = before
    assert.deepEqual(rest, {
      ...unchanged,
      ...revision,
      pendingRevision: null,
      pendingRevisionSubmittedAt: null
    })
    assert.equal(none, null)
    assert.ok(updatedAt > earlier)
    assert.equal(moderationVersion, version)
    const { decidedAt, ...decision } = moderation
    const field = { decision: 'APPROVED', reasons: [], proposed: null, decidedAt }
    assert.deepEqual(decision, {
      ...{ decision: 'APPROVED', target: 'REVISION', reason: null, reasons: [], proposed: null },
      fields: { name: field, shortDescription: field, description: field }
    })
    assert.equal(decidedAt, updatedAt)
    assert.deepEqual(await readProduct(id), product)
    const now = await onStorefront(before.slug)
    assert.deepEqual([now.name, now.description], ['Flange bolt M10', '<p>New.</p>'])
  })

  test('clears a text if null is proposed, and other fields stay unchanged', async () => {
    const { id, version } = await revised({ description: null }, 'PUBLISHED', {
      description: 'Old text',
      shortDescription: 'Short'
    })
    const { description, shortDescription, name } = (await approve(id, version)).body
    assert.deepEqual([description, shortDescription, name], [null, 'Short', 'Hex bolt M8'])
  })

  test('lets searches find the new name instead of the old one', async () => {
    const word = (text: string) => `${text}${newId().slice(-12)}`
    const [old, fresh, brand, part, upc] = ['old', 'new', 'brand', 'part', 'upc'].map(word)
    const { id, version } = await revised({ name: `${fresh} bolt` }, 'PUBLISHED', {
      name: `${old} bolt`,
      brand,
      variants: [{ sku: 'A', name: 'Box', vendorPrice: 1, partNumber: part, upc }]
    })
    const found = async (words = '') =>
      (await t.call(`GET /vendor/products?search=${words}`, { as: vendor.viewer })).body.products.length
    assert.deepEqual([await found(old), await found(fresh)], [1, 0])
    await approve(id, version)
    assert.equal(await found(old), 0)
    for (const words of [fresh, brand, part, upc]) assert.equal(await found(words), 1)
    const { products } = (await t.call(`GET /storefront/products?search=${fresh}`)).body
    assert.deepEqual(
      products.map((product: { id: string }) => product.id),
      [id]
    )
  })

  test('records one event for the vendor, with the fields that became live', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10', description: 'New' })
    await approve(id, version)
    assert.deepEqual(
      [...(await eventsOf(id))].map(({ changedFields, ...event }) => ({
        ...event,
        changedFields: changedFields.toSorted()
      })),
      [
        {
          type: 'product.revision_approved',
          vendorId: vendor.id,
          actorIsPlatform: true,
          changedFields: ['description', 'moderation', 'name', 'pendingRevision'],
          details: {}
        }
      ]
    )
  })

  test('leaves a hidden product hidden', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' }, 'HIDDEN')
    const { status, name, slug } = (await approve(id, version)).body
    assert.deepEqual([status, name], ['HIDDEN', 'Flange bolt M10'])
    assert.equal((await t.call(`GET /storefront/products/${slug}`)).status, 404)
  })

  test('has one effect if it is repeated with the same Idempotency-Key', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    const key = { headers: { 'idempotency-key': newId() } }
    const first = await decide(id, 'approve', { version }, key)
    const second = await decide(id, 'approve', { version }, key)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
    assert.equal((await eventsOf(id)).length, 1)
  })
})

describe('rejecting staged edits', () => {
  test("doesn't change live values, and the vendor can read the rejected values and the reason", async () => {
    const revision = { name: 'Flange bolt M10', shortDescription: null }
    const { id, version } = await revised(revision)
    const before = await readProduct(id)
    const answer = await reject(id, version)
    assert.equal(answer.status, 200, answer.text)
    const { moderation, updatedAt, ...rest } = await readProduct(id)
    const { moderation: _, updatedAt: earlier, ...unchanged } = before
    assert.deepEqual(rest, { ...unchanged, pendingRevision: null, pendingRevisionSubmittedAt: null })
    assert.ok(updatedAt > earlier)
    const { decidedAt, ...decision } = moderation
    const reasons = [{ code: null, pointer: null, imageId: null, text: reason }]
    const field = { decision: 'REJECTED', reasons, decidedAt }
    assert.deepEqual(decision, {
      ...{ decision: 'REJECTED', target: 'REVISION', reason, reasons, proposed: revision },
      fields: {
        name: { ...field, proposed: 'Flange bolt M10' },
        shortDescription: { ...field, proposed: null }
      }
    })
    assert.equal(decidedAt, answer.body.moderation.decidedAt)
    assert.deepEqual(
      (await eventsOf(id)).map(({ type, changedFields, details }) => ({ type, changedFields, details })),
      [
        {
          type: 'product.revision_rejected',
          changedFields: ['name', 'shortDescription', 'pendingRevision', 'moderation'],
          details: { reason }
        }
      ]
    )
  })

  test('stores the rejected values only until the next edit', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    await reject(id, version)
    const next = await stage(t, vendor, { id, revision: { description: 'Other' } })
    const { pendingRevision, moderation } = await readProduct(id)
    assert.deepEqual(pendingRevision, { description: 'Other' })
    assert.deepEqual(
      [moderation.decision, moderation.reason, moderation.proposed],
      ['REJECTED', reason, null]
    )
    const approved = (await approve(id, next)).body
    assert.deepEqual([approved.name, approved.description], ['Hex bolt M8', 'Other'])
    assert.equal(approved.moderation.decision, 'APPROVED')
  })
})

describe('a decision on staged edits', () => {
  test('is stale once the vendor has edited again', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    const newer = await stage(t, vendor, { id, revision: { name: 'Flange bolt M12' } })
    for (const stale of [
      await approve(id, version),
      await reject(id, version),
      await approve(id, newer + 1)
    ]) {
      assertProblem(stale, 412, 'STALE_VERSION')
      assert.match(stale.body.detail, new RegExp(`version ${newer}`))
    }
    const { name, pendingRevision } = await readProduct(id)
    assert.deepEqual([name, pendingRevision], ['Hex bolt M8', { name: 'Flange bolt M12' }])
    assert.equal((await approve(id, newer)).body.name, 'Flange bolt M12')
  })

  for (const status of ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'] as const) {
    test(`is refused for a product that is ${status} and has no staged edits`, async () => {
      const id = await productWithStatus(t, vendor, status)
      assertProblem(await approve(id, 1), 409, 'NO_REVISION')
      assertProblem(await reject(id, 1), 409, 'NO_REVISION')
      assert.equal((await readProduct(id)).moderation, null)
    })
  }

  test('is refused after they were withdrawn or decided on', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    await stage(t, vendor, { id, revision: null })
    assertProblem(await approve(id, version), 409, 'NO_REVISION')
    const other = await revised({ name: 'Flange bolt M10' })
    await reject(other.id, other.version)
    assertProblem(await approve(other.id, other.version), 409, 'NO_REVISION')
    assert.equal((await readProduct(other.id)).name, 'Hex bolt M8')
  })

  test("can't be made as a decision on a new product", async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    const wrong = await t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version } })
    assertProblem(wrong, 409, 'INVALID_TRANSITION')
    assert.deepEqual((await readProduct(id)).pendingRevision, { name: 'Flange bolt M10' })
  })

  test('requires a version, and a rejection also a reason', async () => {
    const id = newId()
    assertFaults(await decide(id, 'approve', {}), { '/version': 'REQUIRED' })
    assertFaults(await decide(id, 'approve', { version: 0 }), { '/version': 'TOO_SMALL' })
    assertFaults(await decide(id, 'approve', { version: 1, reason }), { '/reason': 'UNKNOWN_FIELD' })
    assertFaults(await decide(id, 'reject', {}), { '/version': 'REQUIRED', '/reason': 'REQUIRED' })
    assertFaults(await decide(id, 'reject', { version: 1, reason: 'x'.repeat(2001) }), {
      '/reason': 'TOO_LONG'
    })
  })

  test('is refused for an unknown product, and accepts ids in any case', async () => {
    assertProblem(await approve(newId(), 1), 404, 'NOT_FOUND')
    assertProblem(await reject(newId(), 1), 404, 'NOT_FOUND')
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    assert.equal((await approve(id.toUpperCase(), version)).body.name, 'Flange bolt M10')
  })

  test('requires an operator with write access, which is checked first', async () => {
    const viewer = await t.operator('VIEWER')
    for (const verb of ['approve', 'reject']) {
      const path = `POST /platform/products/1/revision/${verb}`
      assertProblem(await t.call(path, { body: {} }), 401, 'UNAUTHENTICATED')
      assertProblem(await decide('1', verb, {}, { as: viewer }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await decide('1', verb, {}, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    }
  })
})
