import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { productWithStatus, stage } from '../../../test/staged.ts'
import { newId } from '../../lib/ids.ts'
import { requireStatus } from './decide/entry-kinds.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const reason = 'Recalled by its maker'
const hide = (id: string, body: unknown = { reason }, as = operator) =>
  t.call(`POST /platform/products/${id}/hide`, { as, body })
const publish = (id: string, as = operator) => t.call(`POST /platform/products/${id}/publish`, { as })
const calls = { hide: (id: string) => hide(id), publish: (id: string) => publish(id) }
const statuses = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'] as const
const stateOf = async (id: string) =>
  (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body.status
const onStorefront = async (slug: string) => (await t.call(`GET /storefront/products/${slug}`)).status

const eventsOf = (id: string) =>
  t.sql<{ type: string; vendorId: string; changedFields: string[]; details: object }[]>`
    select type, vendor_id, changed_fields, details from events
    where subject_id = ${id} and type <> 'product.created' order by occurred_at, id`

test('a product is not on the storefront while it is hidden, and the vendor gets events', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  const hidden = await hide(id)
  assert.equal(hidden.status, 200, hidden.text)
  assert.equal(hidden.body.status, 'HIDDEN')
  assert.equal(hidden.body.moderation, null)
  assert.equal(await onStorefront(hidden.body.slug), 404)
  const published = await publish(id)
  assert.equal(published.body.status, 'PUBLISHED')
  assert.equal(await onStorefront(published.body.slug), 200)
  assert.equal(
    published.headers.etag,
    (await t.call(`GET /platform/products/${id}`, { as: operator })).headers.etag
  )
  const common = { vendorId: vendor.id, changedFields: ['status'] }
  assert.deepEqual(
    [...(await eventsOf(id))],
    [
      { ...common, type: 'product.hidden', details: { reason } },
      { ...common, type: 'product.published', details: {} }
    ]
  )
})

const startStatus = { hide: 'PUBLISHED', publish: 'HIDDEN' } as const
for (const transition of ['hide', 'publish'] as const) {
  for (const status of statuses.filter((one) => one !== startStatus[transition])) {
    test(`${transition} is refused for a product that is ${status}, which is in the detail`, async () => {
      const id = await productWithStatus(t, vendor, status)
      const answer = await calls[transition](id)
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.match(answer.body.detail, new RegExp(`is ${status}`))
      assert.equal(await stateOf(id), status)
      assert.equal((await eventsOf(id)).length, 0)
      assert.throws(() => requireStatus(transition, status))
    })
  }
}

test("staged edits and their version don't change when a product is hidden", async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  const version = await stage(t, vendor, { id, revision: { name: 'Hex bolt M8, zinc' } })
  const answer = await hide(id)
  assert.deepEqual(answer.body.pendingRevision, { name: 'Hex bolt M8, zinc' })
  assert.equal(answer.body.moderationVersion, version)
})

describe('a request', () => {
  test('to hide a product requires a reason of 1 to 2,000 characters, and no other field', async () => {
    const id = newId()
    assertFaults(await hide(id, {}), { '/reason': 'REQUIRED' })
    assertFaults(await hide(id, { reason: ' ' }), { '/reason': 'TOO_SHORT' })
    assertFaults(await hide(id, { reason: 'x'.repeat(2001) }), { '/reason': 'TOO_LONG' })
    assertFaults(await hide(id, { reason, status: 'HIDDEN' }), { '/status': 'UNKNOWN_FIELD' })
    assert.equal(
      (await hide(await productWithStatus(t, vendor, 'PUBLISHED'), { reason: 'x'.repeat(2000) })).status,
      200
    )
  })

  test('for an unknown product is 404', async () => {
    assertProblem(await hide(newId()), 404, 'NOT_FOUND')
    assertProblem(await publish(newId()), 404, 'NOT_FOUND')
  })

  test('requires an operator with write access, which is checked first', async () => {
    const viewer = await t.operator('VIEWER')
    for (const verb of ['hide', 'publish']) {
      const call = (as?: string) =>
        t.call(`POST /platform/products/1/${verb}`, { ...(as && { as }), body: {} })
      assertProblem(await call(), 401, 'UNAUTHENTICATED')
      assertProblem(await call(viewer), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await call(vendor.owner), 403, 'NOT_PLATFORM_USER')
    }
  })
})

test('of two concurrent requests to hide a product, one succeeds', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  const answers = await withLocksHeld(t, {
    hold: (tx) => tx`select from products where id = ${id} for update`,
    waiting: 2,
    work: () => Promise.all([hide(id), hide(id)])
  })
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await eventsOf(id)).length, 1)
})
