import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import type { Fragment } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { countOf, waiting } from '../queue/waiting-queries.ts'
import { changeSetPageQuery, findChangeSet, listSetEntries } from './change-set-queries.ts'

const total = 100_000
const large = newId()
let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  // A set of 50,000 entries, the oldest; 499 sets of 98 entries each; and 1,098 entries in no set, the newest.
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status)
    select uuidv7(), ${vendor.id}, n, n, 'Washer', 'PUBLISHED' from generate_series(1, ${total}) n`
  await t.sql`
    insert into watched_changes (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at,
      change_set_id, change_source)
    select id, vendor_id, '{}', '{}', '[{"field": "vendorPrice", "live": "10.00", "proposed": "11.00"}]', 1, true,
      '2026-01-01'::timestamptz + n * interval '1 second', case when n <= 50000 then ${large}::uuid
        when n <= 98902 then lpad(to_hex((n - 50001) / 98 + 1), 32, 'f')::uuid end,
      case when n <= 98902 then 'BULK_UPDATE' end
    from (select id, vendor_id, sku::integer as n from products) p`
  await t.sql`vacuum (analyze) products`
  await t.sql`vacuum (analyze) watched_changes`
})
after(() => t.close())

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns the largest number of rows that a node of the plan has read, in all its loops. */
function rowsRead(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return Math.max(own, ...(plan.Plans ?? []).map(rowsRead))
}

async function costOf(query: Fragment): Promise<{ found: number; read: number }> {
  const [row] = await t.sql<Record<string, [{ Plan: Plan }]>[]>`explain (analyze, format json) ${query}`
  const [explained] = Object.values(row ?? {})
  assert.ok(explained)
  return { found: explained[0].Plan['Actual Rows'], read: rowsRead(explained[0].Plan) }
}

const page = { limit: 24, backward: false, key: undefined }

test('a page of change sets reads at most 1,000 entries of each', async () => {
  for (const backward of [false, true]) {
    for (const filters of [{}, { vendorId: vendor.id }]) {
      const query = changeSetPageQuery(t.sql, { filters, page: { ...page, backward } })
      const { found, read } = await costOf(query)
      assert.ok(found > 0 && read <= 25 * 1000, `${read} rows`)
    }
  }
})

test('the entries of a large set, and those in no set, are read in pages', async () => {
  for (const filters of [
    { changeSetId: large },
    { inChangeSet: false },
    { inChangeSet: false, vendorId: vendor.id }
  ]) {
    for (const sort of ['age', 'vendor'] as const) {
      for (const backward of [false, true]) {
        const queue = { filters: { kind: 'CHANGE' as const, ...filters }, sort, page: { ...page, backward } }
        const { found, read } = await costOf(waiting(t.sql, queue))
        assert.ok(found > 0 && read <= 300, `${read} rows for ${JSON.stringify(queue)}`)
      }
    }
    const { read } = await costOf(t.sql`select ${countOf(t.sql, 'CHANGE', filters)}`)
    assert.ok(read <= 1100, `${read} rows to count ${JSON.stringify(filters)}`)
  }
})

test('a set of 50,000 products has the numbers of all', async () => {
  const set = JSON.parse((await findChangeSet(t.sql, large)) ?? '')
  assert.deepEqual([set.productCount, set.changeCount, set.prices.increased], [50_000, 50_000, 50_000])
  assert.equal(await findChangeSet(t.sql, newId()), undefined)
})

test('a batch of an acceptance is found wherever it begins', async () => {
  const [row] = await t.sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
  const snapshot = row?.snapshot ?? ''
  const first = await listSetEntries(t.sql, { id: large, snapshot, after: null, size: 500 })
  const next = await listSetEntries(t.sql, { id: large, snapshot, after: first.at(-1) ?? null, size: 500 })
  assert.deepEqual([first.length, next.length], [500, 500])
  assert.ok([...first, ...next].every(({ isUnchanged }) => isUnchanged))
  const ids = new Set([...first, ...next].map(({ id }) => id))
  assert.equal(ids.size, 1000)
})
