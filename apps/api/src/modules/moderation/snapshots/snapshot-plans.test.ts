import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { assertCheapPages } from '../../../../test/plans.ts'
import { newId } from '../../../lib/ids.ts'
import { snapshotPageQuery } from './snapshot-queries.ts'
import type { SnapshotFilters } from './snapshot-schema.ts'

const [productId, vendorId, ruleId] = [newId(), newId(), newId()]

let t: TestApp

/** Inserts 30,000 snapshots, one for each minute. 1 of 1,000 is of the product, of the vendor and of the rule. */
before(async () => {
  t = await testApp()
  await t.sql`
    insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, is_sample, rule_id, rule_name,
      live, proposed, actor_type, submitted_at, decided_at)
    select case when i % 1000 = 0 then ${productId}::uuid else uuidv7() end,
      case when i % 1000 = 1 then ${vendorId}::uuid else uuidv7() end,
      case when i % 2 = 0 then 'PRODUCT' else 'REVISION' end, 1,
      case when i % 4 = 0 then 'REJECTED' else 'APPROVED' end, i % 8 = 0,
      case when i % 1000 = 2 then ${ruleId}::uuid when i % 3 = 0 then uuidv7() end, 'A rule', '{}', '{}', 'USER',
      now() - make_interval(mins => 40000 - i), now() - make_interval(mins => 30000 - i)
    from generate_series(1, 30000) as i`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const filters: Record<string, { given: SnapshotFilters; looking?: true }> = {
  nothing: { given: {} },
  'a product': { given: { productId } },
  'a product and a decision': { given: { productId, decision: 'REJECTED' } },
  'a vendor': { given: { vendorId } },
  'a vendor and a kind': { given: { vendorId, kind: 'REVISION' } },
  'a rule': { given: { ruleId } },
  'a rule and a time': { given: { ruleId, decidedAfter: ago(20_000), decidedBefore: ago(100) } },
  'a decision': { given: { decision: 'REJECTED' } },
  'a kind': { given: { kind: 'PRODUCT' } },
  'who decided': { given: { decidedBy: 'people' } },
  samples: { given: { isSample: true } },
  'a range of time': { given: { decidedAfter: ago(20_000), decidedBefore: ago(10_000) } },
  'a kind that no snapshot has': { given: { kind: 'CHANGE' }, looking: true }
}

for (const [name, { given, looking = false }] of Object.entries(filters)) {
  test(`a page filtered by ${name} reads few snapshots, whether first, in the middle or last`, async () => {
    await assertCheapPages(t, {
      ...{ filled: ['moderation_snapshots'], middle: [ago(15_000), newId()], looking },
      query: (page) => snapshotPageQuery(t.sql, { filters: given, page })
    })
  })
}
