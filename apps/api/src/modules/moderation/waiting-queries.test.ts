import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import type { EntryFilters } from './schema.ts'
import { waiting } from './waiting-queries.ts'

const total = 6000
const job = newId()
const start = Date.parse('2026-01-01T00:00:00Z')

let t: TestApp
let few: TestVendor
before(async () => {
  t = await testApp()
  few = await t.vendor()
  await t.sql`insert into vendors (name, slug) select 'Vendor ' || i, 'v-' || i from generate_series(0, 99) i`
  // One entry per minute, alternately a new product and a revision, of a hundred vendors in turn. The last
  // ten belong to `few`, a vendor without other products, and the last two of these to an upload.
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, submitted_at, bulk_import_job_id,
      pending_revision, pending_revision_submitted_at)
    select uuidv7(), case when i > ${total - 10} then ${few.id}::uuid else v.id end, 'SKU-' || i, 'p-' || i, 'Washer',
      case when i % 2 = 0 then 'PUBLISHED' else 'PENDING_APPROVAL' end, at,
      case when i > ${total - 2} then ${job}::uuid end, case when i % 2 = 0 then '{"name": "Cup washer"}'::jsonb end,
      case when i % 2 = 0 then at end
    from generate_series(1, ${total}) i join vendors v on v.slug = 'v-' || i % 100
      cross join lateral (select to_timestamp(${start / 1000} + i * 60) as at)`
  await t.sql`analyze products`
})
after(() => t.close())

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number }

/** Returns the number of blocks read to find the entries of the page after entry `from`. */
async function blocks(filters: EntryFilters, from?: number): Promise<number> {
  const key = from === undefined ? undefined : [new Date(start + from * 60_000).toISOString(), newId()]
  const entries = waiting(t.sql, { filters, sort: 'age', page: { limit: 24, backward: false, key } })
  const rows = await t.sql<
    Record<string, [{ Plan: Plan }]>[]
  >`explain (analyze, buffers, format json) ${entries}`
  const [explained] = Object.values(rows[0] ?? {})
  assert.ok(explained)
  assert.ok(explained[0].Plan['Actual Rows'] > 0)
  return explained[0].Plan['Shared Hit Blocks'] + explained[0].Plan['Shared Read Blocks']
}

for (const kind of [undefined, 'PRODUCT', 'REVISION'] as const) {
  test(`a page of ${kind ?? 'both kinds'} reads about as many blocks anywhere in the queue`, async () => {
    const first = await blocks({ kind })
    for (const from of [total / 2, total - 60]) {
      const further = await blocks({ kind }, from)
      assert.ok(
        further < 1.5 * first + 20,
        `${further} blocks after entry ${from}, ${first} for the first page`
      )
    }
  })
}

test('entries of a vendor or an upload are found without reading those of others', async () => {
  for (const filters of [
    { vendorId: few.id },
    { importJobId: job },
    { vendorId: few.id, importJobId: job }
  ]) {
    const read = await blocks(filters)
    assert.ok(read < 60, `${read} blocks by ${Object.keys(filters).join(' and ')}`)
  }
})
