import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { statesOfImport } from '../../../../test/import-rules.ts'
import {
  assertCounted,
  findImport,
  outcomesOf,
  preparedItem,
  queueImport,
  runWorkers
} from '../../../../test/imports.ts'
import { makeTerms, productCalls } from '../../../../test/products.ts'
import { ruledItem, ruledState, ruledVendors } from '../../../../test/ruled-items.ts'
import { setRules } from '../../../../test/stored-rules.ts'
import type { NewProduct } from '../../products/product-input.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await setRules(t, [])
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))

test('each item of an import gets the state that the rules give to it alone', async () => {
  const ruled = await ruledVendors(t)
  const indexes = Array.from({ length: 600 }, (_, n) => n)
  const items = indexes.map((n) => ruledItem(n, ruled))
  const jobs = await Promise.all(
    ruled.vendors.map(({ vendor }) => queueImport(t.sql, vendor, items, { chunkSize: 50 }))
  )
  await runWorkers(t, 2, 200)
  for (const [index, one] of ruled.vendors.entries()) {
    const jobId = jobs[index] ?? ''
    await assertCounted(t.sql, jobId)
    const expected = indexes.map((n) => ruledState(n, ruled, one))
    assert.deepEqual(await statesOfImport(t, jobId), expected)
    assert.ok(new Set(expected).size >= 3, [...new Set(expected)].join(', '))
  }
})

/** Returns everything that is recorded of a product, without ids and times. */
async function recordsOf(id: string) {
  const [row] = await t.sql`
    select p.status, p.moderation - 'decidedAt' as moderation, p.moderation_version, p.sampled_by is not null as is_sample,
      (select jsonb_agg(jsonb_build_array(h.field, h.old_value - '{id,sku,slug,decidedAt,variants,categoryIds}'::text[],
        h.new_value - '{id,sku,slug,decidedAt,variants,categoryIds}'::text[], h.actor_type, h.actor_name) order by h.id)
        from (select id, product_id, field, actor_type, actor_name,
          case jsonb_typeof(old_value) when 'object' then old_value else jsonb_build_object('value', old_value) end as old_value,
          case jsonb_typeof(new_value) when 'object' then new_value else jsonb_build_object('value', new_value) end as new_value
          from product_history) h where h.product_id = p.id) as history,
      (select jsonb_agg(jsonb_build_array(s.kind, s.version, s.decision, s.fields, s.reasons, s.is_sample, s.rule_id, s.rule_name,
        s.live, s.proposed - '{id,sku,slug,variants}'::text[], s.facts, s.actor_type, s.actor_id, s.actor_name))
        from moderation_snapshots s where s.product_id = p.id) as snapshots,
      (select jsonb_agg(jsonb_build_array(e.type, e.changed_fields, e.details, e.actor_type, e.actor_id, e.actor_name))
        from events e where e.subject_id = p.id and e.type <> 'product.created') as events
    from products p where p.id = ${id}`
  assert.ok(row)
  return { ...row }
}

for (const decision of ['APPROVE', 'REJECT'] as const)
  test(`an item on which a rule decides (${decision}) leaves the same records as a request`, async () => {
    const [ruleId] = await setRules(t, [{ name: 'All', decision, when: { vendorIds: [vendor.id] } }])
    const { category } = await makeTerms(t)
    const variants = [{ sku: 'V', name: 'Box', vendorPrice: '4.5' }]
    const fields = { name: 'Hammer', description: 'A hammer', categoryIds: [category] }
    const { body } = await calls.post({ ...fields, sku: 'REQUEST', variants })
    const termIds = { categoryIds: fields.categoryIds, collectionIds: [], tagIds: [], facetValueIds: [] }
    const product = { ...fields, sku: 'ITEM', variants } as NewProduct
    const jobId = await queueImport(t.sql, vendor, [
      { sku: 'ITEM', termIds, product },
      preparedItem({ ...fields, sku: 'FLAT', vendorPrice: '4.5' })
    ])
    await runWorkers(t, 1)
    const [item, flat] = await outcomesOf(t.sql, jobId)
    const expected = await recordsOf(body.id)
    assert.deepEqual([expected.isSample, expected.snapshots.length, expected.events.length], [false, 1, 1])
    assert.deepEqual(await recordsOf(item?.productId ?? ''), expected)
    assert.deepEqual(await recordsOf(flat?.productId ?? ''), expected)
    const rows = await t.sql`
      select distinct source_type, source_id, request_id from product_history where product_id = ${flat?.productId ?? null}
      order by source_type`
    assert.deepEqual(
      rows.map(({ sourceType, sourceId, requestId }) => [sourceType, sourceId, requestId]),
      [
        ['IMPORT_JOB', jobId, 'request-of-the-upload'],
        ['RULE', ruleId, 'request-of-the-upload']
      ]
    )
  })

test('the feed of catalog changes lists the products that an import has published', async () => {
  await setRules(t, [{ name: 'All', when: { vendorIds: [vendor.id] } }])
  await t.sql`delete from catalog_outbox`
  const jobId = await queueImport(t.sql, vendor, [preparedItem(), preparedItem()])
  await runWorkers(t, 1)
  const created = (await outcomesOf(t.sql, jobId)).map(({ productId }) => productId)
  const rows = await t.sql<
    { subjectIds: string[] }[]
  >`select subject_ids from catalog_outbox where kind = 'PRODUCT'`
  assert.deepEqual(rows.flatMap(({ subjectIds }) => subjectIds).sort(), created.sort())
})

test('a dry run decides nothing', async () => {
  await setRules(t, [{ name: 'All', when: { vendorIds: [vendor.id] } }])
  const jobId = await queueImport(t.sql, vendor, [preparedItem()], { dryRun: true })
  await runWorkers(t, 1)
  assert.equal((await findImport(t.sql, jobId)).itemsCreated, 1)
  const [row] = await t.sql`
    select (select count(*)::int from moderation_snapshots where vendor_id = ${vendor.id}) as snapshots,
      (select count(*)::int from events where vendor_id = ${vendor.id} and type like 'product.%') as events`
  assert.deepEqual({ ...row }, { snapshots: 0, events: 0 })
})

test('an item that the rules decide again after a failed attempt is decided once', async () => {
  await setRules(t, [{ name: 'All', when: { vendorIds: [vendor.id] } }])
  const log = Object.assign(Object.create(t.app.log), { error() {} })
  const items = ['A', 'B', 'BAD'].map((sku) => preparedItem({ sku, stock: sku === 'BAD' ? 1e15 : 1 }))
  const jobId = await queueImport(t.sql, vendor, items, { chunkSize: 1 })
  await runWorkers(t, 1, 1000, log)
  assert.deepEqual(await statesOfImport(t, jobId), ['PUBLISHED by All', 'PUBLISHED by All'])
  const [row] = await t.sql`
    select (select count(*)::int from moderation_snapshots where vendor_id = ${vendor.id}) as snapshots,
      (select count(*)::int from events where vendor_id = ${vendor.id} and type = 'product.approved') as events,
      (select count(*)::int from product_history where vendor_id = ${vendor.id} and field = 'status') as statuses`
  assert.deepEqual({ ...row }, { snapshots: 2, events: 2, statuses: 2 })
})

test('items that update products are evaluated like requests that update them', async () => {
  const [published, waiting, untouched] = [
    await calls.create({
      sku: 'LIVE',
      name: 'Blue hammer of steel',
      variants: [{ sku: 'LIVE', name: 'Box', vendorPrice: 1 }]
    }),
    await calls.create({ sku: 'NEW', name: 'Nail', variants: [{ sku: 'NEW', name: 'Box', vendorPrice: 1 }] }),
    await calls.create({
      sku: 'SAME',
      name: 'Screw',
      variants: [{ sku: 'SAME', name: 'Box', vendorPrice: 1 }]
    })
  ]
  await t.sql`update products set status = 'PUBLISHED' where id = ${published.id}`
  const when = { vendorIds: [vendor.id] }
  await setRules(t, [
    { name: 'Small', when: { ...when, onlyFields: ['name'], maxTextChange: 0.25 } },
    { name: 'New', when: { ...when, kinds: ['PRODUCT'] } }
  ])
  const update = (sku: string, name: string, vendorPrice: string) => preparedItem({ sku, name, vendorPrice })
  const items = [
    update('LIVE', 'Red hammer of steel', '2'),
    update('NEW', 'Long nail', '1'),
    update('SAME', 'Screw', '5')
  ]
  const jobId = await queueImport(t.sql, vendor, items, { onExisting: 'update' })
  await runWorkers(t, 1)
  await assertCounted(t.sql, jobId)
  const read = async ({ id }: { id: string }) => (await calls.read(id)).body
  const [live, decided, same] = [await read(published), await read(waiting), await read(untouched)]
  assert.deepEqual(
    [live.name, live.pendingRevision, live.moderation.decision],
    ['Red hammer of steel', null, 'APPROVED']
  )
  assert.deepEqual([decided.name, decided.status], ['Long nail', 'PUBLISHED'])
  // A change of the price needs no approval, so it doesn't cause an evaluation either.
  assert.equal(same.status, 'PENDING_APPROVAL')
})
