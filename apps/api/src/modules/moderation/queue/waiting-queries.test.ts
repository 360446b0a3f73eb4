import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'
import type { EntryFilters, QueueSort } from '../schema.ts'
import { countOf, keyOf, waiting } from './waiting-queries.ts'

const total = 12_000
const job = newId()
const rule = newId()
const me = newId()
const [large, small] = [newId(), newId()]
const start = Date.parse('2026-01-01T00:00:00Z')

let t: TestApp
let few: TestVendor
before(async () => {
  t = await testApp()
  few = await t.vendor()
  await t.sql`insert into vendors (name, slug) select 'Vendor ' || i, 'v-' || i from generate_series(0, 99) i`
  await t.sql`insert into categories (id, name, slug) values (${large}, 'Large', 'large'), (${small}, 'Small', 'small')`
  // One entry per minute, alternately a new product and a revision, two of each of a hundred vendors
  // in turn. The last ten belong to `few`, a vendor without other products, and the last two of these to an upload. One of 300
  // entries is a sample. All are in the category `large`, and the last ten are also in `small`.
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, submitted_at, bulk_import_job_id,
      pending_revision, pending_revision_submitted_at, sampled_by)
    select uuidv7(), case when i > ${total - 10} then ${few.id}::uuid else v.id end, 'SKU-' || i, 'p-' || i, 'Washer',
      case when i % 2 = 0 then 'PUBLISHED' else 'PENDING_APPROVAL' end, at,
      case when i > ${total - 2} then ${job}::uuid end, case when i % 2 = 0 then '{"name": "Cup washer"}'::jsonb end,
      case when i % 2 = 0 then at end, case when i % 300 < 2 then ${rule}::uuid end
    from generate_series(1, ${total}) i join vendors v on v.slug = 'v-' || i / 2 % 100
      cross join lateral (select to_timestamp(${start / 1000} + i * 60) as at)`
  // Every second live product also has a change of watched fields, as old as its revision.
  await t.sql`
    insert into watched_changes (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at)
    select id, vendor_id, '{}', '{}', '[{"field": "brand"}]', 1, true, pending_revision_submitted_at
    from (select *, row_number() over (order by pending_revision_submitted_at) as n from products
      where status = 'PUBLISHED') p
    where n % 2 = 0`
  await t.sql`
    insert into product_categories (product_id, category_id, vendor_id)
    select p.id, c.id, p.vendor_id from products p
      join categories c on c.id = ${large} or p.vendor_id = ${few.id}`
  // The caller has claimed the first entries of `few`, and someone else has claimed one of 100 entries.
  await t.sql`
    insert into moderation_claims (product_id, kind, actor_type, actor_id, actor_name, expires_at)
    select id, case status when 'PUBLISHED' then 'REVISION' else 'PRODUCT' end, 'USER',
      case when vendor_id = ${few.id} then ${me} else uuidv7() end, 'Rosa', now() + interval '1 day'
    from (select *, row_number() over (order by sku) as n from products) p
    where vendor_id = ${few.id} and sku < ${`SKU-${total - 4}`} or vendor_id <> ${few.id} and n % 100 = 0`
  await t.sql`analyze products, vendors, categories, product_categories, moderation_claims, watched_changes`
})
after(() => t.close())

type Plan = {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

type Position = { from?: number; backward?: boolean; sort?: QueueSort }

/** Returns the key of a page that begins after entry `from`, which is an entry of the vendor that is given. */
async function keyAt(filters: EntryFilters, sort: QueueSort, from: number): Promise<string[]> {
  const at = new Date(start + from * 60_000).toISOString()
  const [vendor] = await t.sql<{ name: string; id: string }[]>`
    select name, id from vendors where slug = ${`v-${Math.floor(from / 2) % 100}`}`
  const values = { at, id: newId(), kind: 'PRODUCT', vendor_name: vendor?.name, vendor_id: vendor?.id }
  return keyOf({ filters, sort }).map((column) => values[column as keyof typeof values] ?? '')
}

/** Returns the number of rows that a node of the plan, or a node below it, has read at most. */
function rowsRead(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return Math.max(own, ...(plan.Plans ?? []).map(rowsRead))
}

/** Runs a query. Returns the number of its rows, of the blocks that it read, and of the rows that a node read. */
async function costOf(query: ReturnType<typeof waiting>) {
  const rows = await t.sql<
    Record<string, [{ Plan: Plan }]>[]
  >`explain (analyze, buffers, format json) ${query}`
  const [explained] = Object.values(rows[0] ?? {})
  assert.ok(explained)
  const { Plan: plan } = explained[0]
  const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  return { found: plan['Actual Rows'], blocks, read: rowsRead(plan) }
}

/** Returns the cost of finding the entries of the page after entry `from`. */
async function pageCost(filters: EntryFilters, { from, backward = false, sort = 'age' }: Position = {}) {
  const key = from === undefined ? undefined : await keyAt(filters, sort, from)
  const cost = await costOf(waiting(t.sql, { filters, sort, page: { limit: 24, backward, key } }))
  assert.ok(cost.found > 0)
  return cost
}

for (const kind of [undefined, 'PRODUCT', 'REVISION', 'CHANGE'] as const) {
  for (const sort of ['age', 'vendor'] as const) {
    test(`a page of ${kind ?? 'all kinds'} by ${sort} reads about as many blocks anywhere in the queue`, async () => {
      const filters = kind ? { kind } : {}
      const first = await pageCost(filters, { sort })
      assert.ok(first.blocks < 500 && first.read < 300, JSON.stringify(first))
      for (const from of [total / 2, total - 60]) {
        for (const backward of [false, true]) {
          const further = await pageCost(filters, { from, sort, backward })
          assert.ok(
            further.blocks < 1.5 * first.blocks + 20 && further.read < 300,
            JSON.stringify({ first, further })
          )
        }
      }
    })
  }
}

test('entries of a product, a vendor or an upload are found without reading those of others', async () => {
  const [last] = await t.sql<{ id: string }[]>`select id from products where sku = ${`SKU-${total}`}`
  for (const filters of [
    { productId: last?.id ?? '' },
    { importJobId: job },
    { vendorId: few.id },
    { vendorId: few.id, importJobId: job },
    { vendorId: few.id, categoryId: large },
    { vendorId: few.id, claimed: 'me' as const, callerId: me },
    { vendorId: few.id, isSample: false }
  ]) {
    const { blocks, read } = await pageCost(filters)
    const title = Object.keys(filters).join(' and ')
    assert.ok(blocks < 200 && read < 200, `${blocks} blocks and ${read} rows by ${title}`)
  }
})

describe('a page reads a small part of the queue', () => {
  const claimed = {
    me: { claimed: 'me', callerId: me },
    others: { claimed: 'others', callerId: me }
  } as const
  const cases: [string, EntryFilters, number][] = [
    ['of samples', { isSample: true }, 300],
    ['of changes that no one has claimed', { kind: 'CHANGE', claimed: 'none' }, 300],
    ['of samples of one kind', { isSample: true, kind: 'REVISION' }, 300],
    ['of entries that are not samples', { isSample: false }, 300],
    ['of the claimed entries of the caller', claimed.me, 300],
    ['of the entries that others have claimed', claimed.others, 300],
    ['of entries that no one has claimed', { claimed: 'none' }, 300],
    ['of a small category', { categoryId: small }, 300],
    // Up to 5,000 products of a category are read to find out whether it is small.
    ['of a large category', { categoryId: large }, 5000],
    [
      'of a small category, without claims and samples',
      { categoryId: small, claimed: 'none', isSample: false },
      300
    ]
  ]
  for (const [title, filters, limit] of cases) {
    for (const sort of ['age', 'vendor'] as const) {
      test(`${title}, by ${sort}`, async () => {
        for (const position of [{}, { backward: true }]) {
          const { blocks, read } = await pageCost(filters, { ...position, sort })
          assert.ok(blocks < 3000 && read <= limit, `${blocks} blocks, ${read} rows`)
        }
      })
    }
  }
})

test('the count of entries stops at its limit', async () => {
  const unclaimed = { claimed: 'none' } as const
  for (const filters of [{}, unclaimed, { isSample: false }, { categoryId: large }]) {
    for (const kind of ['PRODUCT', 'REVISION', 'CHANGE'] as const) {
      const { read } = await costOf(t.sql`select ${countOf(t.sql, kind, filters)}`)
      const limit = 'categoryId' in filters ? 5000 : 1100
      assert.ok(read <= limit, `${read} rows of ${kind} by ${Object.keys(filters)}`)
    }
  }
})
