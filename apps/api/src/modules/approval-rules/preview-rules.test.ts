import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { anyRule, ruleCalls } from '../../../test/approval-rules.ts'
import { productCalls } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'
import { previewRules } from './preview-rules.ts'
import type { RulePreview } from './preview-schema.ts'

let t: TestApp
let operator: string
let vendor: TestVendor
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  vendor = await t.vendor()
})
after(() => t.close())
beforeEach(() => t.sql`delete from moderation_snapshots`)

const { made, preview: call } = ruleCalls(() => ({ t, operator }))
const active = { ...anyRule, isActive: true }
const rejecting = { then: 'REJECT', reasons: [{ text: 'No.' }] }

async function preview(rules: object[]): Promise<RulePreview> {
  const answer = await call(rules.map((rule) => ({ ...active, ...rule })))
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

type Snapshot = {
  id?: string
  vendorId?: string
  kind?: string
  decision?: string
  ruleId?: string
  live?: object
  proposed?: object
  facts?: object
  /** How many days ago the decision was made. */
  days?: number
}

const facts = { trust: 'STANDARD', categoryIds: [], imageCount: 1, maxVendorPrice: '10.00', textChange: 0.5 }

async function insert(snapshot: Snapshot = {}): Promise<string> {
  const { id = newId(), vendorId = vendor.id, kind = 'REVISION', decision = 'APPROVED', days = 1 } = snapshot
  const { live = {}, proposed = { name: 'Bolt' }, ruleId = null } = snapshot
  await t.sql`
    insert into moderation_snapshots (id, product_id, vendor_id, kind, version, decision, rule_id, live, proposed, facts,
      actor_type, submitted_at, decided_at)
    values (${id}, ${newId()}, ${vendorId}, ${kind}, 1, ${decision}, ${ruleId}, ${t.sql.json(live as never)},
      ${t.sql.json(proposed as never)}, ${t.sql.json({ ...facts, ...snapshot.facts } as never)}, 'USER', now(),
      now() - ${days} * interval '1 day')`
  return id
}

test('counts what each rule would have decided, and lists where people decided otherwise', async () => {
  const bolt = { proposed: { name: 'Bolt' } }
  const link = { proposed: { description: 'See www.example.com' } }
  const older = await insert({ ...bolt, decision: 'REJECTED', days: 2 })
  const newer = await insert({ ...bolt, decision: 'REJECTED', kind: 'PRODUCT' })
  const linked = await insert({ ...link, decision: 'APPROVED', days: 3 })
  await insert({ ...bolt, decision: 'APPROVED' })
  await insert({ ...link, decision: 'REJECTED' })
  await insert({ ...bolt, decision: 'REJECTED', ruleId: newId() })
  await insert({ proposed: { name: 'Nut' }, decision: 'REJECTED' })
  await insert({ ...bolt, decision: 'REJECTED', days: 31 })
  await insert({ ...bolt, decision: 'HIDDEN', kind: 'CHANGE' })

  const result = await preview([
    { name: 'Inactive', isActive: false },
    { name: 'No nuts', when: { withoutWords: ['nut'], withoutLinks: true } },
    { name: 'Nuts', when: { withoutLinks: true }, then: 'QUEUE' },
    { name: 'Links', ...rejecting }
  ])
  const { since, differences, byRule, ...totals } = result
  assert.ok(Math.abs(Date.parse(since) + 30 * 86_400_000 - Date.now()) < 60_000)
  assert.deepEqual(totals, { evaluated: 7, approved: 4, rejected: 2, queued: 1, samples: 0 })
  const none = { approved: 0, rejected: 0, queued: 0, samples: 0, differences: 0 }
  assert.deepEqual(byRule, [
    { ...none, index: 0, name: 'Inactive' },
    { ...none, index: 1, name: 'No nuts', approved: 4, differences: 2 },
    { ...none, index: 2, name: 'Nuts', queued: 1 },
    { ...none, index: 3, name: 'Links', rejected: 2, differences: 1 }
  ])
  assert.equal(differences.count, 3)
  assert.deepEqual(
    differences.items.map(({ snapshotId, kind, ruleIndex, ruleName, wouldBe, decided }) => [
      snapshotId,
      ...[kind, ruleIndex, ruleName, wouldBe, decided]
    ]),
    [
      [newer, 'PRODUCT', 1, 'No nuts', 'APPROVED', 'REJECTED'],
      [older, 'REVISION', 1, 'No nuts', 'APPROVED', 'REJECTED'],
      [linked, 'REVISION', 3, 'Links', 'REJECTED', 'APPROVED']
    ]
  )
  const [first] = differences.items
  const [row] =
    await t.sql`select product_id, vendor_id, decided_at from moderation_snapshots where id = ${newer}`
  assert.deepEqual(
    [first?.productId, first?.vendorId, first?.decidedAt],
    [row?.productId, row?.vendorId, row?.decidedAt]
  )
})

test('without any snapshot, all counts are 0', async () => {
  const { since: _, ...result } = await preview([{ name: 'All' }])
  const none = { approved: 0, rejected: 0, queued: 0, samples: 0 }
  assert.deepEqual(result, {
    evaluated: 0,
    ...none,
    byRule: [{ index: 0, name: 'All', ...none, differences: 0 }],
    differences: { count: 0, items: [] }
  })
})

describe('conditions are evaluated on what was judged:', () => {
  /** Asserts that the rule approves only the first of two entries. */
  async function assertOnlyFirst(when: object, matching: Snapshot, other: Snapshot) {
    const first = await insert({ ...matching, decision: 'REJECTED' })
    await insert({ ...other, decision: 'REJECTED' })
    const { approved, differences } = await preview([{ when }])
    assert.equal(approved, 1)
    assert.equal(differences.items[0]?.snapshotId, first)
  }

  test('kinds', () => assertOnlyFirst({ kinds: ['PRODUCT'] }, { kind: 'PRODUCT' }, { kind: 'REVISION' }))

  test('vendors', async () => {
    const other = await t.vendor()
    await assertOnlyFirst({ vendorIds: [vendor.id] }, {}, { vendorId: other.id })
  })

  test('the trust at the time of the decision', () =>
    assertOnlyFirst({ minTrust: 'STANDARD' }, { facts: { trust: 'TRUSTED' } }, { facts: { trust: 'NEW' } }))

  test('categories with their descendants', async () => {
    const create = async (body: object) =>
      (await t.call('POST /platform/categories', { as: operator, body })).body.id as string
    const parentId = await create({ name: 'Fasteners' })
    const child = await create({ name: 'Bolts', parentId })
    const when = { categoryIds: [parentId] }
    await assertOnlyFirst(when, { facts: { categoryIds: [newId(), child] } }, {})
  })

  test('the changed fields; no new product matches', async () => {
    await insert({ kind: 'PRODUCT', decision: 'REJECTED' })
    await assertOnlyFirst(
      { onlyFields: ['name', 'images'] },
      { proposed: { images: [] } },
      { proposed: { name: 'Bolt', description: 'Long' } }
    )
  })

  test('the share of changed words', async () => {
    await insert({ facts: { textChange: null }, decision: 'REJECTED' })
    await assertOnlyFirst(
      { maxTextChange: 0.5 },
      { facts: { textChange: 0.5 } },
      { facts: { textChange: 0.51 } }
    )
  })

  test('images and prices', () =>
    assertOnlyFirst(
      { minImages: 1, maxVendorPrice: 10 },
      { facts: { imageCount: 1, maxVendorPrice: '10.00' } },
      { facts: { imageCount: 2, maxVendorPrice: '10.0001' } }
    ))

  test('proposed texts instead of live ones, also if a text is removed', async () => {
    const live = { name: 'Bolt', shortDescription: 'Best price', description: null }
    await assertOnlyFirst(
      { withoutWords: ['best price'] },
      { live, proposed: { shortDescription: null } },
      { live, proposed: { name: 'Bolts' } }
    )
  })
})

describe('samples', () => {
  test('count as queued, and are not differences', async () => {
    for (let n = 0; n < 4; n++) await insert({ decision: 'REJECTED' })
    const { byRule, differences, ...totals } = await preview([{ name: 'All', samplePercent: 100 }])
    assert.deepEqual([totals.approved, totals.queued, totals.samples], [0, 4, 4])
    assert.equal(differences.count, 0)
    const none = { approved: 0, rejected: 0, differences: 0 }
    assert.deepEqual(byRule, [{ index: 0, name: 'All', ...none, queued: 4, samples: 4 }])
  })

  test('are those of the existing rule if its id is sent, otherwise they depend on the name', async () => {
    for (let n = 0; n < 40; n++) await insert()
    const id = await made()
    const expected = async (key: string) => {
      const [row] = await t.sql<{ count: number }[]>`
        select count(*)::integer as count from moderation_snapshots where is_sample(product_id, version, ${key}, 40)`
      return row?.count
    }
    const samples = async (rule: object) => (await preview([{ ...rule, samplePercent: 40 }])).samples
    assert.equal(await samples({ id: id.toUpperCase(), name: 'New name' }), await expected(id))
    for (const name of ['One', 'Two', 'Three'])
      assert.equal(await samples({ name, id: null }), await expected(name))
  })
})

describe('many snapshots', () => {
  const rules = [
    { ...active, when: { withoutWords: ['bolt', 'nut'] }, then: 'REJECT' as const, samplePercent: '30' },
    { ...active, then: 'APPROVE' as const, when: {} }
  ]
  const options = { signal: new AbortController().signal }

  test('are evaluated in batches with the same result', async () => {
    for (let n = 0; n < 12; n++) {
      const name = ['Bolt', 'Nut', 'Screw'][n % 3]
      // Several snapshots have the same time, so that the batches end between them.
      await insert({ proposed: { name }, decision: n % 2 ? 'APPROVED' : 'REJECTED', days: Math.floor(n / 4) })
    }
    await t.sql`
      update moderation_snapshots set decided_at = date_trunc('hour', decided_at)`
    const { since: _, ...whole } = await previewRules(t.app.deps, { rules }, options)
    assert.equal(whole.evaluated, 12)
    assert.ok(whole.differences.count > 0)
    for (const batchSize of [1, 4, 5, 12]) {
      const { since: _, ...result } = await previewRules(t.app.deps, { rules }, { ...options, batchSize })
      assert.deepEqual(result, whole)
    }
  })

  test('have all their differences counted, but only the newest 1,000 listed', async () => {
    await t.sql`
      insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, live, proposed, facts, actor_type,
        submitted_at, decided_at)
      select ${vendor.id}, ${vendor.id}, 'PRODUCT', 1, 'REJECTED', '{}', '{}', '{}', 'USER', now(),
        now() - n * interval '1 minute'
      from generate_series(1, 2500) n`
    const { evaluated, differences } = await preview([{}])
    assert.equal(evaluated, 2500)
    assert.equal(differences.count, 2500)
    assert.equal(differences.items.length, 1000)
    const times = differences.items.map(({ decidedAt }) => decidedAt)
    assert.deepEqual(times, times.toSorted().toReversed())
    const [row] = await t.sql`
      select count(*)::integer as newer from moderation_snapshots where decided_at >= ${times.at(-1) ?? ''}`
    assert.equal(row?.newer, 1000)
  })

  test('are no longer evaluated when the request is cancelled', async () => {
    for (let n = 0; n < 3; n++) await insert()
    const cancelled = new AbortController()
    const pace = {
      ...t.app.deps.pace,
      async run<T>(work: () => Promise<T>): Promise<T> {
        const result = await work()
        cancelled.abort(new Error('cancelled'))
        return result
      }
    }
    const preview = previewRules(
      { ...t.app.deps, pace },
      { rules },
      { signal: cancelled.signal, batchSize: 1 }
    )
    await assert.rejects(preview, /cancelled/)
  })
})

test('decisions that were made through the API are evaluated', async () => {
  const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]
  const calls = productCalls(() => ({ t, vendor }))
  const decide = async (id: string, action: string, body: object) => {
    const { moderationVersion: version } = (await t.call(`GET /platform/products/${id}`, { as: operator }))
      .body
    const request = `POST /platform/products/${id}/${action}`
    const answer = await t.call(request, { as: operator, body: { version, ...body } })
    assert.equal(answer.status, 200, answer.text)
  }
  const good = await calls.create({ name: 'Good bolt', variants })
  await decide(good.id, 'approve', {})
  const bad = await calls.create({ name: 'Bad bolt', variants })
  await decide(bad.id, 'reject', { reason: 'No.' })
  await calls.patch(good.id, { name: 'Good steel bolt', description: 'From https://bolts.example' })
  const fields = {
    name: { decision: 'APPROVE' },
    description: { decision: 'REJECT', reasons: [{ text: 'No.' }] }
  }
  await decide(good.id, 'revision/decide', { fields: { name: fields.name } })
  await decide(good.id, 'revision/decide', { fields: { description: fields.description } })

  const products = await preview([{ when: { kinds: ['PRODUCT'] } }, { ...rejecting, when: { minImages: 1 } }])
  assert.deepEqual([products.evaluated, products.approved, products.queued], [4, 2, 2])
  assert.deepEqual(
    products.differences.items.map(({ productId, wouldBe, decided }) => [productId, wouldBe, decided]),
    [[bad.id, 'APPROVED', 'REJECTED']]
  )
  const cases: [object, number][] = [
    [{ onlyFields: ['name'] }, 0],
    [{ onlyFields: ['description'] }, 1],
    [{ onlyFields: ['name', 'description'] }, 2],
    [{ onlyFields: ['name', 'description'], maxTextChange: 0.99 }, 0],
    [{ kinds: ['REVISION'], withoutLinks: true }, 0],
    [{ withoutWords: ['bad'] }, 3],
    [{ maxVendorPrice: '9.99' }, 0],
    [{ maxVendorPrice: '10.00', minTrust: 'STANDARD' }, 4]
  ]
  for (const [when, approved] of cases)
    assert.equal((await preview([{ when }])).approved, approved, JSON.stringify(when))
})

test('a preview changes nothing and records no event', async () => {
  await insert()
  const state = async () => {
    const [row] = await t.sql`
      select (select count(*) from events) as events, (select count(*) from approval_rules) as rules,
        (select json_agg(s order by id)::text from moderation_snapshots s) as snapshots`
    return row
  }
  const before = await state()
  await preview([{ name: 'All' }])
  assert.deepEqual(await state(), before)
})

test('every error in the rules is reported', async () => {
  const id = await made()
  const faulty = [
    { ...active, id },
    { ...active, id: id.toUpperCase(), when: { kinds: ['PRODUCT'], maxTextChange: 0 }, samplePercent: 101 },
    { ...active, then: 'REJECT', id: 'x', createdAt: 'now' }
  ]
  assertFaults(await call(faulty), {
    '/rules/1/id': 'REPEATED_ID',
    '/rules/1/when/maxTextChange': 'NOT_TOGETHER',
    '/rules/1/samplePercent': 'TOO_LARGE',
    '/rules/2/id': 'INVALID_UUID',
    '/rules/2/createdAt': 'READ_ONLY_FIELD',
    '/rules/2/reasons': 'REQUIRED'
  })
  const unknown = newId()
  const when = { vendorIds: [vendor.id, unknown], categoryIds: [unknown] }
  assertFaults(await call([active, { ...active, id: unknown, when }]), {
    '/rules/1/id': 'UNKNOWN_RULE',
    '/rules/1/when/vendorIds/1': 'UNKNOWN_VENDOR',
    '/rules/1/when/categoryIds/0': 'UNKNOWN_CATEGORY'
  })
  assertFaults(await call([]), { '/rules': 'TOO_FEW' })
  assertFaults(await call(Array(101).fill(active)), { '/rules': 'TOO_MANY' })
  assert.equal((await call(Array(100).fill(active))).status, 200)
})

test('all platform users can preview rules, and vendors cannot', async () => {
  const request = 'POST /platform/approval-rules/preview'
  const body = { rules: [active] }
  const viewer = await t.operator('VIEWER')
  assert.equal((await t.call(request, { as: viewer, body })).status, 200)
  assertProblem(await t.call(request, { as: vendor.owner, body }), 403, 'NOT_PLATFORM_USER')
  assertProblem(await t.call(request, { body }), 401, 'UNAUTHENTICATED')
})
