import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { assertCheapPages } from '../../../../test/plans.ts'
import { newId } from '../../../lib/ids.ts'
import { type HistoryFilters, pageQuery } from './history-queries.ts'

let t: TestApp
let filled: string[]
const [productId, vendorId] = [newId(), newId()]
const variantId = newId()

/** Fills four partitions with 8,000 changes of one product, and with 80 changes of each of 900 products. */
before(async () => {
  t = await testApp()
  await t.sql`select create_history_partition(now() - make_interval(months => n)) from generate_series(1, 3) as n`
  await t.sql`
    insert into product_history (id, product_id, vendor_id, variant_id, field, old_value, new_value, actor_type,
      actor_is_platform, source_type)
    select uuidv7(make_interval(mins => (i - 8000) * 13)),
      case n when 0 then ${productId}::uuid else md5(n || ' ' || i % 100)::uuid end, ${vendorId},
      case when i % 3 = 0 then ${variantId}::uuid end, case when i % 500 = 0 then 'name' else 'stockOnHand' end,
      '1', '2', 'USER', false, case when i % 400 = 0 then 'IMPORT_JOB' else 'REQUEST' end
    from generate_series(1, 8000) as i, generate_series(0, 9) as n`
  await t.sql`vacuum analyze product_history`.simple()
  // Scans of the other partitions are cheap, because they have few rows or none.
  const partitions = await t.sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'product_history'::regclass and c.reltuples > 10000`
  filled = partitions.map(({ name }) => name)
  assert.ok(filled.length > 0)
})
after(() => t.close())

const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
const filters: Record<string, HistoryFilters & { isRare?: true }> = {
  'no filter': {},
  'a common field': { field: 'stockOnHand' },
  'a rare field': { field: 'name', isRare: true },
  'a field that never changed': { field: 'brand', isRare: true },
  'a variant': { variantId },
  'a rare source': { source: 'IMPORT_JOB', isRare: true },
  'a range of times': { occurredAfter: days(60), occurredBefore: days(5) }
}

for (const [title, { isRare = false, ...filter }] of Object.entries(filters)) {
  test(`a page of the history with ${title} reads only the rows that it ${isRare ? 'searches' : 'needs'}`, async () => {
    const [middle] = await t.sql<{ id: string }[]>`
      select id from product_history where product_id = ${productId} order by id offset 4000 limit 1`
    assert.ok(middle)
    for (const owner of [vendorId, undefined]) {
      await assertCheapPages(t, {
        ...{ filled, middle: [middle.id], looking: isRare },
        query: (page) => pageQuery(t.sql, { productId, vendorId: owner, filters: filter, page })
      })
    }
  })
}
