import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { type Body, newProduct, productCalls } from '../../../../test/products.ts'
import { ruleReasons, setRules } from '../../../../test/stored-rules.ts'
import { systemOrigin } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { decideByRules } from './apply-rules.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await setRules(t, [])
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))
const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]

async function create(fields: Body = {}) {
  return calls.create({ variants, ...fields })
}

async function queued(): Promise<{ kind: string; product: { id: string } }[]> {
  return (await t.call(`GET /platform/moderation?vendorId=${vendor.id}`, { as: operator })).body.entries
}

async function eventsOf(id: string) {
  return await t.sql<{ type: string; actorType: string; requestId: string; details: Body }[]>`
    select type, actor_type, request_id, details from events where subject_id = ${id} order by id`
}

async function snapshotsOf(id: string) {
  const rows = await t.sql<Record<string, unknown>[]>`
    select kind, version, decision, fields, reasons, is_sample, rule_id, rule_name, actor_type
    from moderation_snapshots where product_id = ${id} order by id`
  return [...rows]
}

async function sampledBy(id: string): Promise<string | null> {
  const [row] = await t.sql<{ sampledBy: string | null }[]>`select sampled_by from products where id = ${id}`
  assert.ok(row)
  return row.sampledBy
}

/** Makes a decision as a person. */
async function decide(id: string, verb: string) {
  const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
  const reason = verb.endsWith('reject') ? { reason: 'No' } : {}
  const answer = await t.call(`POST /platform/products/${id}/${verb}`, {
    as: operator,
    body: { version: body.moderationVersion, ...reason }
  })
  assert.equal(answer.status, 200, answer.text)
}

describe('a new product', () => {
  test('is published by a rule that approves it, and the response shows the decision', async () => {
    const [id] = await setRules(t, [{ name: 'All', when: { vendorIds: [vendor.id] } }])
    const answer = await calls.post(newProduct({ variants }))
    assert.equal(answer.status, 201)
    const product = answer.body
    assert.equal(product.status, 'PUBLISHED')
    assert.equal(product.moderation.decision, 'APPROVED')
    assert.deepEqual((await calls.read(product.id)).body, product)
    assert.deepEqual(await queued(), [])
    assert.equal((await t.call(`GET /storefront/products/${product.slug}`)).status, 200)
    const events = await eventsOf(product.id)
    assert.deepEqual(
      events.map(({ type, actorType }) => [type, actorType]),
      [
        ['product.created', 'USER'],
        ['product.approved', 'SYSTEM']
      ]
    )
    assert.deepEqual(events[1]?.details, { ruleId: id, ruleName: 'All' })
    assert.equal(events[1]?.requestId, answer.headers['x-request-id'])
    assert.deepEqual(await snapshotsOf(product.id), [
      {
        ...{ kind: 'PRODUCT', version: 1, decision: 'APPROVED', fields: null, reasons: [] },
        ...{ isSample: false, ruleId: id, ruleName: 'All', actorType: 'SYSTEM' }
      }
    ])
  })

  test('becomes a draft by a rule that rejects it, with the reasons of the rule', async () => {
    await setRules(t, [{ decision: 'REJECT' }])
    const product = await create()
    assert.equal(product.status, 'DRAFT')
    assert.deepEqual(product.moderation.reasons, ruleReasons)
    assert.equal(product.moderation.reason, 'The text needs work.')
    assert.deepEqual(await queued(), [])
  })

  test('waits if a rule sends it to the queue, if no rule matches, or if the rule is not active', async () => {
    const rules = [{ decision: 'QUEUE' as const }, { when: { minImages: 1 } }, { isActive: false }]
    for (const rule of rules) {
      await setRules(t, [rule])
      const product = await create()
      assert.deepEqual([product.status, product.moderation], ['PENDING_APPROVAL', null])
      assert.deepEqual(await snapshotsOf(product.id), [])
    }
  })

  test('is decided by the first rule that matches', async () => {
    const never = { when: { minImages: 20 }, decision: 'REJECT' as const }
    await setRules(t, [never, { decision: 'APPROVE' }, { decision: 'REJECT' }])
    assert.equal((await create()).status, 'PUBLISHED')
    await setRules(t, [never, { decision: 'REJECT' }, { decision: 'APPROVE' }])
    assert.equal((await create()).status, 'DRAFT')
    await setRules(t, [never, { decision: 'QUEUE' }, { decision: 'APPROVE' }])
    assert.equal((await create()).status, 'PENDING_APPROVAL')
  })

  test('without variants is not approved, but can be rejected', async () => {
    await setRules(t, [{ decision: 'APPROVE' }])
    const product = await create({ variants: [] })
    assert.deepEqual([product.status, product.moderation], ['PENDING_APPROVAL', null])
    const added = await calls.patch(product.id, { variants })
    assert.equal(added.body.status, 'PUBLISHED')
    await setRules(t, [{ decision: 'REJECT' }])
    assert.equal((await create({ variants: [] })).status, 'DRAFT')
  })

  test('with an invalid body is not decided', async () => {
    await setRules(t, [{ decision: 'APPROVE' }])
    const product = await create()
    assert.equal((await calls.post(newProduct({ sku: product.sku, variants }))).status, 400)
  })

  test('is evaluated again when it is edited and when it is submitted', async () => {
    await setRules(t, [{ when: { withoutWords: ['cheap'] } }])
    const product = await create({ name: 'Cheap bolt' })
    assert.equal(product.status, 'PENDING_APPROVAL')
    const still = await calls.patch(product.id, { description: '<p>Zinc</p>' })
    assert.equal(still.body.status, 'PENDING_APPROVAL')
    const good = await calls.patch(product.id, { name: 'Hex bolt' })
    assert.equal(good.body.status, 'PUBLISHED')

    await setRules(t, [])
    const rejected = await create({ name: 'Cheap nut' })
    await decide(rejected.id, 'reject')
    await setRules(t, [{ when: { withoutWords: ['cheap'] } }])
    const submit = () => t.call(`POST /vendor/products/${rejected.id}/submit`, { as: vendor.editor })
    const edited = await calls.patch(rejected.id, { name: 'Hex nut' })
    assert.equal(edited.body.status, 'DRAFT')
    const submitted = await submit()
    assert.equal(submitted.body.status, 'PUBLISHED', submitted.text)
  })

  test('is not evaluated when only its prices or its stock change', async () => {
    const product = await create()
    await setRules(t, [{ decision: 'APPROVE' }])
    const [variant] = product.variants
    const priced = await calls.patch(product.id, { variants: [{ id: variant.id, vendorPrice: 11 }] })
    assert.equal(priced.body.status, 'PENDING_APPROVAL')
    const renamed = await calls.patch(product.id, { variants: [{ id: variant.id, name: 'Bag' }] })
    assert.equal(renamed.body.status, 'PUBLISHED')
  })
})

describe('staged edits', () => {
  async function published(fields: Body = {}) {
    await setRules(t, [{ decision: 'APPROVE' }])
    const product = await create(fields)
    await setRules(t, [])
    return product
  }

  test('become live by a rule that approves them, and the response shows the new values', async () => {
    const product = await published()
    const [id] = await setRules(t, [{ when: { kinds: ['REVISION'] } }])
    const answer = await calls.patch(product.id, { name: 'Hex nut', brand: 'Boltwell' })
    assert.deepEqual(
      [answer.body.name, answer.body.brand, answer.body.pendingRevision],
      ['Hex nut', 'Boltwell', null]
    )
    assert.equal(answer.body.moderation.target, 'REVISION')
    assert.deepEqual((await calls.read(product.id)).body, answer.body)
    const events = await eventsOf(product.id)
    const last = events.slice(2).map(({ type, details }) => [type, details.ruleId])
    assert.deepEqual(last, [
      ['product.updated', undefined],
      ['product.revision_staged', undefined],
      ['product.revision_approved', id]
    ])
    assert.deepEqual((await snapshotsOf(product.id))[1]?.fields, { name: 'APPROVED' })
  })

  test('are discarded by a rule that rejects them', async () => {
    const product = await published()
    await setRules(t, [{ decision: 'REJECT' }])
    const { body } = await calls.patch(product.id, { name: 'Hex nut' })
    assert.deepEqual([body.name, body.pendingRevision, body.status], ['Hex bolt', null, 'PUBLISHED'])
    assert.deepEqual(body.moderation.proposed, { name: 'Hex nut' })
    assert.deepEqual(body.moderation.reasons, ruleReasons)
  })

  test('wait while they violate the rule, and are approved together after the next edit', async () => {
    const product = await published()
    await setRules(t, [{ when: { withoutWords: ['cheap'] } }])
    const violating = await calls.patch(product.id, { name: 'Cheap bolt' })
    assert.deepEqual(violating.body.pendingRevision, { name: 'Cheap bolt' })
    const other = await calls.patch(product.id, { shortDescription: 'Zinc' })
    assert.deepEqual(other.body.pendingRevision, { name: 'Cheap bolt', shortDescription: 'Zinc' })
    const { body } = await calls.patch(product.id, { name: 'Steel bolt' })
    assert.deepEqual([body.name, body.shortDescription, body.pendingRevision], ['Steel bolt', 'Zinc', null])
  })

  test('are not evaluated when another field of the product changes', async () => {
    const product = await published()
    await calls.patch(product.id, { name: 'Hex nut' })
    await setRules(t, [{ decision: 'APPROVE' }])
    const { body } = await calls.patch(product.id, { brand: 'Boltwell' })
    assert.deepEqual(body.pendingRevision, { name: 'Hex nut' })
  })
})

describe('samples', () => {
  test('wait although a rule would decide, and are marked with the rule', async () => {
    const [id] = await setRules(t, [{ samplePercent: 100 }])
    const product = await create()
    assert.deepEqual([product.status, await sampledBy(product.id)], ['PENDING_APPROVAL', id])
    assert.equal((await queued()).length, 1)
    await decide(product.id, 'approve')
    assert.equal(await sampledBy(product.id), null)
    assert.deepEqual(
      (await snapshotsOf(product.id)).map(({ isSample, ruleId }) => [isSample, ruleId]),
      [[true, null]]
    )
  })

  test('are no samples any more when another rule or no rule matches after an edit', async () => {
    const sampling = { when: { withoutWords: ['zinc'] }, samplePercent: 100 }
    for (const rules of [[sampling], [sampling, { decision: 'QUEUE' as const }]]) {
      const [id] = await setRules(t, rules)
      const product = await create()
      assert.equal(await sampledBy(product.id), id)
      const edited = await calls.patch(product.id, { shortDescription: 'Zinc' })
      assert.equal(edited.body.status, 'PENDING_APPROVAL')
      assert.equal(await sampledBy(product.id), null)
      await calls.patch(product.id, { shortDescription: null })
      assert.equal(await sampledBy(product.id), id)
      await setRules(t, [])
      await calls.patch(product.id, { shortDescription: 'Steel' })
      assert.equal(await sampledBy(product.id), null)
    }
  })

  test('have no mark in the snapshot when a rule decides later', async () => {
    await setRules(t, [{ when: { withoutWords: ['zinc'] }, samplePercent: 100 }, { decision: 'REJECT' }])
    const product = await create()
    const { body } = await calls.patch(product.id, { shortDescription: 'Zinc' })
    assert.equal(body.status, 'DRAFT')
    assert.deepEqual(
      (await snapshotsOf(product.id)).map(({ isSample }) => isSample),
      [false]
    )
  })

  test('stay samples when they are edited, until the rule has no samples', async () => {
    const [ruleId] = await setRules(t, [{ samplePercent: 100 }])
    const share = (percent: number) => t.sql`update approval_rules set sample_percent = ${percent}`
    const product = await create()
    await share(0.01)
    for (const name of ['Hex nut', 'Hex screw', 'Hex key']) {
      assert.equal((await calls.patch(product.id, { name })).body.status, 'PENDING_APPROVAL')
      assert.equal(await sampledBy(product.id), ruleId)
    }
    await share(0)
    assert.equal((await calls.patch(product.id, { name: 'Hex bolt' })).body.status, 'PUBLISHED')
    assert.equal(await sampledBy(product.id), null)
  })

  test('of staged edits are no samples any more when the edits are withdrawn', async () => {
    await setRules(t, [{ when: { kinds: ['PRODUCT'] } }, { samplePercent: 100 }])
    const withdraw = (id: string) => t.call(`DELETE /vendor/products/${id}/revision`, { as: vendor.editor })
    const revert = (id: string) => calls.patch(id, { name: 'Hex bolt' })
    for (const end of [withdraw, revert]) {
      const { id } = await create()
      await calls.patch(id, { name: 'Hex nut' })
      assert.notEqual(await sampledBy(id), null)
      assert.equal((await end(id)).status, 200)
      assert.equal(await sampledBy(id), null)
    }
  })

  test('are marked without a new version or a new updatedAt', async () => {
    const product = await create()
    const before = (await t.call(`GET /platform/products/${product.id}`, { as: operator })).body
    await setRules(t, [{ samplePercent: 100 }])
    const { assets } = t.app.deps
    const [outcome] = await t.sql.begin((tx) =>
      decideByRules(tx, { assets }, { origin: systemOrigin, productIds: [product.id] })
    )
    assert.deepEqual([outcome?.decision, outcome?.isSample], ['QUEUE', true])
    assert.notEqual(await sampledBy(product.id), null)
    assert.deepEqual((await t.call(`GET /platform/products/${product.id}`, { as: operator })).body, before)
  })

  test('are close to the percentage of the entries, and the same ones each time', async () => {
    const share = async (percent: number) => {
      const [row] = await t.sql<{ count: number; digest: string }[]>`
        select count(*)::int as count, md5(string_agg(id::text, ',' order by id)) as digest
        from (select md5('sample ' || n)::uuid as id from generate_series(1, 20000) n) p
        where is_sample(id, 3, 'a rule', ${String(percent)}::numeric)`
      assert.ok(row)
      return row
    }
    assert.equal((await share(0)).count, 0)
    assert.equal((await share(100)).count, 20_000)
    for (const percent of [1, 5, 50]) {
      const first = await share(percent)
      assert.ok(Math.abs(first.count / 200 - percent) < 0.5 + percent / 50, `${first.count} of 20,000`)
      assert.deepEqual(await share(percent), first)
    }
  })
})

test('a product whose images an upload still fetches is evaluated later', async () => {
  const product = await create()
  const jobId = newId()
  await t.sql`
    insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash)
    values (${jobId}, 0, 0, ${vendor.id}, ${product.id}, 'https://images.test/a.png', ${Buffer.from('a')})`
  await setRules(t, [{ decision: 'APPROVE' }])
  const waiting = await calls.patch(product.id, { description: '<p>Zinc</p>' })
  assert.equal(waiting.body.status, 'PENDING_APPROVAL')
  await t.sql`update import_images set status = 'FAILED' where job_id = ${jobId}`
  const edited = await calls.patch(product.id, { description: '<p>Steel</p>' })
  assert.equal(edited.body.status, 'PUBLISHED')
})

test('the deletion of a variant of a new product is evaluated', async () => {
  await setRules(t, [{ when: { maxVendorPrice: '20.00' } }])
  const expensive = { sku: 'B', name: 'Pallet', vendorPrice: '20.01' }
  const product = await create({ variants: [...variants, expensive] })
  assert.equal(product.status, 'PENDING_APPROVAL')
  const { body } = await t.call(`DELETE /vendor/products/${product.id}/variants/${product.variants[1].id}`, {
    as: vendor.editor
  })
  assert.equal(body.status, 'PUBLISHED')
})

test('the history names the rule as the source of an automatic decision', async () => {
  const [id] = await setRules(t, [{ decision: 'APPROVE' }])
  const product = await create()
  await calls.patch(product.id, { name: 'Hex nut' })
  const rows = await t.sql<{ field: string; sourceType: string; sourceId: string; actorType: string }[]>`
    select field, source_type, source_id, actor_type from product_history where product_id = ${product.id} order by id`
  const byRule = rows.filter(({ sourceType }) => sourceType === 'RULE')
  assert.deepEqual(
    new Set(byRule.map(({ field }) => field)),
    new Set(['status', 'moderation', 'name', 'pendingRevision'])
  )
  assert.ok(byRule.every(({ sourceId, actorType }) => sourceId === id && actorType === 'SYSTEM'))
})

test('the feed of catalog changes has products that a rule publishes and edits that a rule approves', async () => {
  await setRules(t, [{ decision: 'APPROVE' }])
  const product = await create()
  const first = await t.sql`select from catalog_outbox where ${product.id}::uuid = any(subject_ids)`
  assert.ok(first.length > 0)
  await t.sql`delete from catalog_outbox`
  await calls.patch(product.id, { name: 'Hex nut' })
  const second = await t.sql`select from catalog_outbox where ${product.id}::uuid = any(subject_ids)`
  assert.ok(second.length > 0)
})
