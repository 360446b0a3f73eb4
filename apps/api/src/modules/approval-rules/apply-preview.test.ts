import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { ruleCalls } from '../../../test/approval-rules.ts'
import { type Body, productCalls } from '../../../test/products.ts'
import { setRules } from '../../../test/stored-rules.ts'
import { newId } from '../../lib/ids.ts'
import { deleteOldPreviews } from './application-preview-queries.ts'
import { applyPreview } from './apply-preview.ts'
import { previewApplication } from './preview-application.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
})
after(() => t.close())
// What waits from earlier tests must not be decided again.
beforeEach(async () => {
  await t.sql`update products set status = 'DRAFT', pending_revision = null, pending_revision_submitted_at = null`
  await setRules(t, [])
  vendor = await t.vendor()
})

const { apply: applyAll } = ruleCalls(() => ({ t, operator }))
const { create, patch, read } = productCalls(() => ({ t, vendor }))
const path = '/platform/approval-rules/apply/preview'
const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]
const none = { evaluated: 0, approved: 0, rejected: 0, queued: 0, samples: 0 }
const spam = { withoutWords: ['spam'] }

async function preview(as = operator) {
  const answer = await t.call(`POST ${path}`, { as })
  assert.equal(answer.status, 200, answer.text)
  const { id, createdAt, expiresAt, ...counts } = answer.body
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 3_600_000)
  return { id: id as string, counts }
}
async function apply(id: string) {
  const answer = await t.call(`POST ${path}/${id}/apply`, { as: operator })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
type Entry = { product: { id: string }; rule: { name: string } | null; [field: string]: unknown }
async function entries(id: string, decision: string, query = ''): Promise<Entry[]> {
  const answer = await t.call(`GET ${path}/${id}/entries?decision=${decision}${query}`, { as: operator })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.entries
}
const idsOf = (list: Entry[]) => list.map(({ product }) => product.id)

/** Creates a product while no rule is active, so that it waits. */
const waiting = async (fields: Body = {}): Promise<string> => (await create({ variants, ...fields })).id
async function edited(edits: Body): Promise<string> {
  const id = await waiting()
  await t.sql`update products set status = 'PUBLISHED' where id = ${id}`
  assert.equal((await patch(id, edits)).status, 200)
  return id
}
async function stateOf(id: string): Promise<string> {
  const { body } = await read(id)
  return body.pendingRevision ? `${body.status}, pending` : body.status
}
const setTwoRules = () =>
  setRules(t, [
    { name: 'Clean', when: spam },
    { name: 'Spam', decision: 'REJECT' }
  ])

describe('a preview', () => {
  test('says what would be approved, rejected and left, and decides nothing', async () => {
    const clean = await waiting({ name: 'Bolt' })
    const dirty = await waiting({ name: 'Bolt spam' })
    const empty = await waiting({ variants: [] })
    const revision = await edited({ name: 'Screw' })
    await setTwoRules()
    const { id, counts } = await preview()
    assert.deepEqual(counts, {
      evaluated: 4,
      approved: 2,
      rejected: 1,
      queued: 1,
      samples: 0,
      isComplete: true
    })
    const [first, second] = await entries(id, 'APPROVE')
    const { sku } = (await read(clean)).body
    const { rule, vendor: seller, id: _, ...rest } = first as Entry & { vendor: { id: string } }
    assert.deepEqual(rest, {
      ...{ kind: 'PRODUCT', version: 1, decision: 'APPROVE', isSample: false },
      product: { id: clean, name: 'Bolt', sku, status: 'PENDING_APPROVAL' }
    })
    assert.deepEqual([rule?.name, seller.id], ['Clean', vendor.id])
    assert.deepEqual([second?.kind, second?.product.id], ['REVISION', revision])
    const [rejected] = await entries(id, 'REJECT')
    assert.deepEqual([rejected?.product.id, rejected?.rule?.name], [dirty, 'Spam'])
    assert.deepEqual(idsOf(await entries(id, 'QUEUE')), [empty])
    assert.deepEqual(await Promise.all([clean, dirty, empty, revision].map(stateOf)), [
      ...['PENDING_APPROVAL', 'PENDING_APPROVAL', 'PENDING_APPROVAL', 'PUBLISHED, pending']
    ])
  })

  test('has samples, entries that no rule matches, and no claimed ones', async () => {
    const [sample, claimed] = [await waiting(), await waiting()]
    await t.call('POST /platform/moderation/claims', {
      as: operator,
      body: { items: [{ id: claimed, kind: 'PRODUCT' }] }
    })
    await setRules(t, [{ name: 'All', samplePercent: 100 }])
    const sampled = await preview()
    assert.deepEqual(sampled.counts, { ...none, evaluated: 1, queued: 1, samples: 1, isComplete: true })
    const [entry] = await entries(sampled.id, 'QUEUE')
    assert.deepEqual([entry?.product.id, entry?.isSample, entry?.rule?.name], [sample, true, 'All'])
    await setRules(t, [])
    const unmatched = await preview()
    assert.equal((await entries(unmatched.id, 'QUEUE'))[0]?.rule, null)
    assert.deepEqual(await apply(unmatched.id), { ...none, changed: 0, isComplete: true })
  })

  test('is read page by page, those that have waited longest first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await waiting())
    await setRules(t, [{}])
    const { id } = await preview()
    const found: string[] = []
    let after = ''
    do {
      const url = `GET ${path}/${id}/entries?decision=APPROVE&first=2${after}`
      const { body } = await t.call(url, { as: operator })
      found.push(...idsOf(body.entries))
      after = body.pageInfo.hasNextPage ? `&after=${encodeURIComponent(body.pageInfo.endCursor)}` : ''
    } while (after)
    assert.deepEqual(found, ids)
  })

  test('replaces the earlier one of the same operator, and no other', async () => {
    const other = await t.operator('ADMIN')
    const [mine, theirs] = [await preview(), await preview(other)]
    const next = await preview()
    const read = (id: string, as: string) => t.call(`GET ${path}/${id}/entries?decision=QUEUE`, { as })
    assertProblem(await read(mine.id, operator), 404, 'NOT_FOUND')
    assertProblem(await read(next.id, other), 404, 'NOT_FOUND')
    assert.equal((await read(theirs.id, other)).status, 200)
    assertProblem(await t.call(`POST ${path}/${theirs.id}/apply`, { as: operator }), 404, 'NOT_FOUND')
  })

  test('can be used for an hour, and is deleted then', async () => {
    await waiting()
    await setRules(t, [{}])
    const { id } = await preview()
    await t.sql`update application_previews set created_at = now() - interval '59 minutes' where id = ${id}`
    await deleteOldPreviews(t.sql)
    assert.equal((await entries(id, 'APPROVE')).length, 1)
    await t.sql`update application_previews set created_at = now() - interval '61 minutes' where id = ${id}`
    assertProblem(await t.call(`POST ${path}/${id}/apply`, { as: operator }), 404, 'NOT_FOUND')
    await deleteOldPreviews(t.sql)
    const rows = await t.sql`select from application_preview_entries where preview_id = ${id}`
    assert.equal(rows.length, 0)
  })

  test('is for editors and above', async () => {
    const { id } = await preview()
    const viewer = await t.operator('VIEWER')
    for (const request of [`POST ${path}`, `POST ${path}/${id}/apply`]) {
      assertProblem(await t.call(request, { as: viewer }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
      assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
    }
    const list = `GET ${path}/${id}/entries`
    assertProblem(await t.call(`${list}?decision=QUEUE`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertFaults(await t.call(list, { as: operator }), { decision: 'REQUIRED' })
    assertProblem(
      await t.call(`GET ${path}/${newId()}/entries?decision=QUEUE`, { as: operator }),
      404,
      'NOT_FOUND'
    )
  })
})

describe('applying a preview', () => {
  test('makes exactly its decisions, once', async () => {
    const clean = await waiting({ name: 'Bolt' })
    const dirty = await waiting({ name: 'Bolt spam' })
    const revision = await edited({ name: 'Screw' })
    const [ruleId] = await setTwoRules()
    const { id } = await preview()
    const result = {
      evaluated: 3,
      approved: 2,
      rejected: 1,
      queued: 0,
      samples: 0,
      changed: 0,
      isComplete: true
    }
    assert.deepEqual(await apply(id), result)
    assert.deepEqual(await Promise.all([clean, dirty, revision].map(stateOf)), [
      'PUBLISHED',
      'DRAFT',
      'PUBLISHED'
    ])
    const [event] = await t.sql`
      select actor_type, details from events where subject_id = ${clean} and type = 'product.approved'`
    assert.deepEqual(event, { actorType: 'SYSTEM', details: { ruleId, ruleName: 'Clean' } })
    assert.deepEqual(await entries(id, 'APPROVE'), [])
    assert.deepEqual(await apply(id), { ...none, changed: 0, isComplete: true })
  })

  test('leaves what came, changed, was claimed or was decided after the preview', async () => {
    const [same, changed, claimed, decided] = [
      await waiting(),
      await waiting(),
      await waiting(),
      await waiting()
    ]
    const [restaged, withdrawn] = [await edited({ name: 'Screw' }), await edited({ name: 'Screw' })]
    await setRules(t, [{}])
    const { id, counts } = await preview()
    assert.equal(counts.approved, 6)
    await setRules(t, [])
    const later = await waiting()
    await patch(changed, { brand: 'Boltwell' })
    await patch(restaged, { name: 'Nut' })
    await t.call(`DELETE /vendor/products/${withdrawn}/revision`, { as: vendor.owner })
    await t.call('POST /platform/moderation/claims', {
      as: operator,
      body: { items: [{ id: claimed, kind: 'PRODUCT' }] }
    })
    await t.call(`POST /platform/products/${decided}/reject`, {
      as: operator,
      body: { version: 1, reason: 'No' }
    })
    // The rules have other ids now, so nothing is as it was previewed.
    await setRules(t, [{}])
    assert.deepEqual(await apply(id), { ...none, evaluated: 6, queued: 6, changed: 6, isComplete: true })
    const states = () =>
      Promise.all([same, changed, claimed, decided, restaged, withdrawn, later].map(stateOf))
    const before = [
      'PENDING_APPROVAL',
      'PENDING_APPROVAL',
      'PENDING_APPROVAL',
      'DRAFT',
      'PUBLISHED, pending',
      'PUBLISHED',
      'PENDING_APPROVAL'
    ]
    assert.deepEqual(await states(), before)
    const again = await preview()
    assert.equal(again.counts.approved, 4)
    assert.equal((await apply(again.id)).approved, 4)
  })

  test('leaves an entry on which the same rule would decide otherwise now', async () => {
    const [one, other] = [await waiting(), await waiting()]
    await setRules(t, [{}])
    const { id } = await preview()
    // A change of a price doesn't change the version, but what the rules see.
    await t.sql`update approval_rules set conditions = '{"maxVendorPrice": "20"}'`
    await patch(one, { variants: [{ id: (await read(one)).body.variants[0].id, vendorPrice: 30 }] })
    const result = await apply(id)
    assert.deepEqual([result.approved, result.changed], [1, 1])
    assert.deepEqual([await stateOf(one), await stateOf(other)], ['PENDING_APPROVAL', 'PUBLISHED'])
  })

  test('marks samples', async () => {
    const id = await waiting()
    const [ruleId] = await setRules(t, [{ samplePercent: 100 }])
    const result = await apply((await preview()).id)
    assert.deepEqual(result, { ...none, evaluated: 1, queued: 1, samples: 1, changed: 0, isComplete: true })
    const [row] = await t.sql`select status, sampled_by from products where id = ${id}`
    assert.deepEqual(row, { status: 'PENDING_APPROVAL', sampledBy: ruleId })
  })

  test('works in batches; when the time is over, a further request continues', async () => {
    const actor = { type: 'USER', id: newId(), name: 'Ana', isPlatform: true } as const
    const options = { signal: new AbortController().signal, maxMs: 60_000, batchSize: 3 }
    const deps = { ...t.app.deps, rules: { assets: t.app.deps.assets } }
    const origin = { actor, requestId: null }
    for (let n = 0; n < 8; n++) await (n % 2 ? waiting() : edited({ name: 'Bolt' }))
    await setRules(t, [{}])
    const stopped = await previewApplication(deps, { ...options, actorId: actor.id, maxMs: 0 })
    assert.deepEqual([stopped.evaluated, stopped.isComplete], [0, false])
    const { id: previewId, ...counts } = await previewApplication(deps, { ...options, actorId: actor.id })
    assert.deepEqual([counts.evaluated, counts.approved, counts.isComplete], [8, 8, true])
    const unfinished = await applyPreview(deps, { ...options, previewId, origin, maxMs: 0 })
    assert.deepEqual(unfinished, { ...none, changed: 0, isComplete: false })
    const done = await applyPreview(deps, { ...options, previewId, origin })
    assert.deepEqual(done, { ...none, evaluated: 8, approved: 8, changed: 0, isComplete: true })
    const cancelled = { ...options, previewId, origin, signal: AbortSignal.abort(new Error('cancelled')) }
    await assert.rejects(applyPreview(deps, cancelled), /cancelled/)
    assert.equal((await applyAll()).body.evaluated, 0)
  })
})
