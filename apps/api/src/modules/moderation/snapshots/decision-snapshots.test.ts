import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { liveImage, newImage, productWithStatus, stage, staged } from '../../../../test/staged.ts'
import { withSource } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { deleteOldSnapshots } from '../../products/approval/decision-queries.ts'
import { writeDecisions } from '../../products/approval/write-decisions.ts'
import { lockProducts } from '../../products/write/stored-queries.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const decide = async (id: string, action: string, body: object) => {
  const answer = await t.call(`POST /platform/products/${id}/${action}`, { as: operator, body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const snapshotsOf = (id: string) =>
  t.sql`select * from moderation_snapshots where product_id = ${id} order by id`
const reason = { code: null, pointer: null, imageId: null, text: 'No' }

async function categoryOf(id: string): Promise<string> {
  const { body } = await t.call('POST /platform/categories', {
    as: await t.operator(),
    body: { name: `Bolts ${newId()}` }
  })
  await t.call(`PATCH /vendor/products/${id}`, { as: vendor.editor, body: { categoryIds: [body.id] } })
  return body.id
}

describe('the snapshot of a decision', () => {
  test('on a new product has the whole product, its facts, and who decided when', async () => {
    const id = await productWithStatus(t, vendor, 'PENDING_APPROVAL', {
      brand: 'Boltwell',
      variants: [
        { sku: 'A', name: 'Box', vendorPrice: 12.5 },
        { sku: 'B', name: 'Crate', vendorPrice: '100.125' }
      ]
    })
    const categoryId = await categoryOf(id)
    await liveImage(t, vendor, { productId: id })
    await t.sql`update products set sampled_by = ${newId()} where id = ${id}`
    const [waiting] = await t.sql`select submitted_at from products where id = ${id}`
    const { moderationVersion } = (await t.call(`GET /platform/products/${id}`, { as: operator })).body
    const answer = await decide(id, 'approve', { version: moderationVersion })
    const [snapshot, ...more] = await snapshotsOf(id)
    assert.equal(more.length, 0)
    const { proposed, decidedAt, requestId, ...rest } = snapshot as NonNullable<typeof snapshot>
    const [user] =
      await t.sql`select actor_id, actor_name from events where type = 'product.approved' and subject_id = ${id}`
    assert.deepEqual(rest, {
      ...{ id: rest.id, productId: id, vendorId: vendor.id, kind: 'PRODUCT', version: moderationVersion },
      ...{
        decision: 'APPROVED',
        fields: null,
        reasons: [],
        isSample: true,
        ruleId: null,
        ruleName: null,
        live: {},
        corrections: null
      },
      facts: {
        trust: 'STANDARD',
        categoryIds: [categoryId],
        imageCount: 1,
        maxVendorPrice: '100.125',
        missingAttributes: 0,
        textChange: 0
      },
      ...{
        actorType: 'USER',
        actorId: user?.actorId,
        actorName: user?.actorName,
        submittedAt: waiting?.submittedAt
      }
    })
    assert.equal(decidedAt.toISOString?.() ?? decidedAt, answer.body.moderation.decidedAt)
    assert.equal(requestId, answer.headers['x-request-id'])
    assert.deepEqual(
      [proposed.name, proposed.brand, proposed.status, proposed.variants.length, proposed.images.length],
      ['Hex bolt M8', 'Boltwell', 'PENDING_APPROVAL', 2, 1]
    )
    const [row] = await t.sql`select sampled_by from products where id = ${id}`
    assert.equal(row?.sampledBy, null)
  })

  test('on fields of a revision has all live and all staged values, each time', async () => {
    const id = await productWithStatus(t, vendor, 'PUBLISHED')
    const live = await liveImage(t, vendor, { productId: id })
    const image = await newImage(t, vendor, { productId: id })
    const images = [staged(live), staged(image)]
    const version = await stage(t, vendor, { id, revision: { name: 'New', description: 'New text', images } })
    await t.sql`
      update products set sampled_by = ${newId()}, pending_text_changes = '{"name": 0.25, "description": 0.5}' where id = ${id}`
    const fields = {
      name: { decision: 'APPROVE' },
      images: { decision: 'REJECT', reasons: [{ text: 'No' }] }
    }
    await decide(id, 'revision/decide', { version, fields })
    const [marked] = await t.sql`select sampled_by, pending_text_changes from products where id = ${id}`
    assert.ok(marked?.sampledBy)
    assert.deepEqual(marked.pendingTextChanges, { description: 0.5 })
    await decide(id, 'revision/reject', { version, reason: 'No' })
    const [first, second] = await snapshotsOf(id)
    assert.deepEqual([first?.decision, first?.fields], ['REJECTED', { name: 'APPROVED', images: 'REJECTED' }])
    assert.deepEqual([first?.reasons, first?.isSample, first?.version], [[reason], true, version])
    assert.deepEqual(first?.proposed, { name: 'New', description: 'New text', images })
    assert.deepEqual(
      [first?.live.name, first?.live.shortDescription, first?.live.description, first?.live.images[0].id],
      ['Hex bolt M8', null, null, live.id]
    )
    assert.deepEqual([first?.facts.imageCount, first?.facts.textChange], [2, 0.5])
    assert.deepEqual(
      [second?.fields, second?.proposed],
      [{ description: 'REJECTED' }, { description: 'New text' }]
    )
    assert.deepEqual([second?.live.name, second?.facts.imageCount, second?.facts.textChange], ['New', 1, 0.5])
    assert.deepEqual(second?.submittedAt, first?.submittedAt)
    const [unmarked] = await t.sql`select sampled_by, pending_text_changes from products where id = ${id}`
    assert.deepEqual({ ...unmarked }, { sampledBy: null, pendingTextChanges: null })
  })

  test('is not stored for a refused decision', async () => {
    const id = await productWithStatus(t, vendor, 'PENDING_APPROVAL')
    await t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version: 9 } })
    assert.equal((await snapshotsOf(id)).length, 0)
  })

  test('counts a text of unknown change as completely changed', async () => {
    const id = await productWithStatus(t, vendor, 'PUBLISHED')
    const version = await stage(t, vendor, { id, revision: { name: 'New' } })
    await decide(id, 'revision/approve', { version })
    assert.equal((await snapshotsOf(id))[0]?.facts.textChange, 1)
  })

  test('is deleted after 400 days', async () => {
    const id = await productWithStatus(t, vendor, 'PENDING_APPROVAL')
    await decide(id, 'approve', { version: 1 })
    const age = (days: number) =>
      t.sql`update moderation_snapshots set decided_at = now() - ${days} * interval '1 day' where product_id = ${id}`
    await age(399)
    assert.equal(await deleteOldSnapshots(t.sql, 10), 0)
    assert.equal((await snapshotsOf(id)).length, 1)
    await age(401)
    assert.equal(await deleteOldSnapshots(t.sql, 10), 1)
    assert.equal((await snapshotsOf(id)).length, 0)
  })
})

test('decisions of rules name the rule in the event, the history and the snapshot', async () => {
  const rules = [1, 2].map((n) => ({ id: newId(), name: `Rule ${n}` })) as [Rule, Rule]
  type Rule = { id: string; name: string }
  const fresh = await productWithStatus(t, vendor, 'PENDING_APPROVAL')
  const live = await productWithStatus(t, vendor, 'PUBLISHED')
  await stage(t, vendor, { id: live, revision: { name: 'New' } })
  const requestId = newId()
  const actor = { type: 'USER' as const, id: newId(), name: 'Ada', isPlatform: false }
  await t.sql.begin(async (tx) => {
    const locked = new Map((await lockProducts(tx, vendor.id, [fresh, live])).map((one) => [one.id, one]))
    const [product, revised] = [locked.get(fresh), locked.get(live)]
    assert.ok(product && revised)
    const decisions = [
      { product, kind: 'PRODUCT', decision: 'REJECT', reasons: [reason], rule: rules[0] },
      { product: revised, kind: 'REVISION', decision: 'APPROVE', reasons: [], rule: rules[1] }
    ] as const
    const origin = withSource({ requestId, actor }, 'BULK_UPDATE')
    await Promise.all(
      writeDecisions(
        tx,
        { vendorId: vendor.id, origin },
        { decisions: decisions.map((one) => ({ ...one, reasons: [...one.reasons] })), published: new Map() }
      )
    )
  })
  for (const [id, rule, type] of [
    [fresh, rules[0], 'product.rejected'],
    [live, rules[1], 'product.revision_approved']
  ] as const) {
    const named = { ruleId: rule.id, ruleName: rule.name }
    const [event] = await t.sql`select * from events where subject_id = ${id} and type = ${type}`
    assert.deepEqual(event?.details, { ...(type === 'product.rejected' && { reason: 'No' }), ...named })
    assert.deepEqual([event?.actorType, event?.actorId, event?.requestId], ['SYSTEM', null, requestId])
    const sources = await t.sql`
      select distinct source_type, source_id, actor_type, request_id from product_history
      where product_id = ${id} and field in ('moderation', 'name', 'status') and source_type <> 'REQUEST'`
    assert.deepEqual(
      [...sources],
      [{ sourceType: 'RULE', sourceId: rule.id, actorType: 'SYSTEM', requestId }]
    )
    const [snapshot] = await snapshotsOf(id)
    assert.deepEqual(
      [snapshot?.ruleId, snapshot?.ruleName, snapshot?.actorType, snapshot?.actorId, snapshot?.requestId],
      [rule.id, rule.name, 'SYSTEM', null, requestId]
    )
  }
  const rejected = (await t.call(`GET /vendor/products/${fresh}`, { as: vendor.viewer })).body
  assert.deepEqual([rejected.status, rejected.moderation.reasons], ['DRAFT', [reason]])
  assert.equal((await t.call(`GET /vendor/products/${live}`, { as: vendor.viewer })).body.name, 'New')
})
