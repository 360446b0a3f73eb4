import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { exportPageQuery, exportStatement } from './export-queries.ts'

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

let t: TestApp
let vendorId: string

/** Inserts one vendor with 12,000 variants and many vendors with 60 variants each. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  await t.sql`insert into vendors (name, slug) select 'Small ' || i, 'small-' || i from generate_series(1, 60) as i`
  await t.sql`
    with added as (
      insert into products (id, vendor_id, sku, slug, name)
      select uuidv7(), v.id, i, v.id || '-' || i, 'Bolt ' || i
      from vendors v, generate_series(1, case when v.id = ${vendorId} then 6000 else 30 end) as i
      returning id, vendor_id)
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, vendor_id, i, i, 'Bolt', 1 from added, generate_series(1, 2) as i`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

function nodes(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)]
}

/** Returns the key of a variant in the middle of the export. */
async function middleKey(): Promise<string[]> {
  const [row] = await t.sql<{ productId: string; id: string }[]>`
    select product_id, id from variants where vendor_id = ${vendorId}
    order by vendor_id, product_id, id offset 6001 limit 1`
  assert.ok(row)
  return [row.productId, row.id]
}

test('the first, a middle and the last page read only their own rows from the index', async () => {
  for (const page of [
    { backward: false, key: undefined },
    { backward: false, key: await middleKey() },
    { backward: true, key: await middleKey() },
    { backward: true, key: undefined }
  ]) {
    const query = exportPageQuery(t.sql, vendorId, { ...page, limit: 100 })
    const [row] = await t.sql`explain (analyze, format json) ${query}`
    const [plan] = Object.values(row ?? {}) as [[{ Plan: Node }]]
    const all = nodes(plan[0].Plan)
    const scans = all.filter((node) => node['Node Type'].includes('Scan') && node['Index Name'])
    assert.deepEqual(
      scans.map((node) => node['Index Name']),
      ['variants__export']
    )
    assert.ok(!all.some((node) => node['Node Type'] === 'Seq Scan'))
    const maxRows = Math.max(...all.map((node) => node['Actual Rows'] * node['Actual Loops']))
    assert.equal(maxRows, 101)
  }
})

test('only a lower-case UUID is accepted in the statement of a stream', () => {
  for (const id of ['', "' or true --", `${vendorId}'`, vendorId.toUpperCase()])
    assert.throws(() => exportStatement(id, 'csv'), /must be a UUID/)
})
