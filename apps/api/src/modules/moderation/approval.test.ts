import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('a product is created, rejected, submitted again, approved and then shown by storefronts', async () => {
  const vendor = await t.vendor({ commissionPercent: 20 })
  const operator = await t.operator()
  const queued = async () =>
    (await t.call(`GET /platform/moderation?vendorId=${vendor.id}`, { as: operator })).body.entries
  const decide = (verb: string, body: object) =>
    t.call(`POST /platform/products/${id}/${verb}`, { as: operator, body })
  const onStorefront = () => t.call(`GET /storefront/products/${slug}`)

  const created = await t.call('POST /vendor/products', {
    as: vendor.editor,
    body: {
      name: 'Torque wrench',
      sku: 'TW-1',
      variants: [{ sku: 'TW-1', name: '1/2 in', vendorPrice: '49.99' }]
    }
  })
  const { id, slug, status } = created.body
  assert.equal(status, 'PENDING_APPROVAL')
  assertProblem(await onStorefront(), 404, 'NOT_FOUND')
  const [first] = await queued()
  assert.equal(first.product.id, id)

  assert.equal((await decide('reject', { version: first.version, reason: 'No picture' })).status, 200)
  assert.deepEqual(await queued(), [])
  const draft = (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
  assert.equal(draft.status, 'DRAFT')
  assert.equal(draft.moderation.reason, 'No picture')
  assertProblem(await onStorefront(), 404, 'NOT_FOUND')

  assert.equal((await t.call(`POST /vendor/products/${id}/submit`, { as: vendor.editor })).status, 200)
  const [second] = await queued()
  assert.ok(second.version > first.version)
  assertProblem(await decide('approve', { version: first.version }), 412, 'STALE_VERSION')
  assertProblem(await onStorefront(), 404, 'NOT_FOUND')

  assert.equal((await decide('approve', { version: second.version })).status, 200)
  assert.deepEqual(await queued(), [])
  const shown = await onStorefront()
  assert.equal(shown.status, 200)
  assert.equal(shown.body.variants[0].price, '59.99')

  await t.sql.begin(async (tx) => {
    await tx`update events set sequence = nextval('events_sequence') where id in (
      select id from events where vendor_id = ${vendor.id} order by occurred_at, id)`
  })
  const { events } = (await t.call('GET /vendor/events', { as: vendor.viewer })).body
  assert.deepEqual(events.map(({ type }: { type: string }) => type).toSorted(), [
    'product.approved',
    'product.created',
    'product.rejected',
    'product.submitted'
  ])
})
