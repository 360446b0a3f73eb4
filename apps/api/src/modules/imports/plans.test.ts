import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import { chunkQuery, itemQuery } from './report/report-queries.ts'

/** The tables that have many rows in this test. Sequential scans of other tables cost nothing. */
const largeTables = ['import_chunks', 'import_results', 'import_images']
const items = 50_000
const chunkSize = 100

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

let t: TestApp
let vendorId: string
const jobId = newId()

/** Inserts three jobs with many chunks each, every second chunk done. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  await t.sql`
    insert into import_jobs (id, vendor_id, status, source, error_policy, origin, items_total)
    select id, ${vendorId}, 'PROCESSING', 'NDJSON', 'reject_failed_items', '{}', ${items}
    from unnest(${[jobId, newId(), newId()]}::uuid[]) as id`
  await t.sql`
    insert into import_chunks (job_id, position, vendor_id, first_index, item_count, submitted, prepared, done_at)
    select j.id, i, ${vendorId}, i * ${chunkSize}::int, ${chunkSize}::int, 'x',
      case when i % 2 = 1 then (select jsonb_agg(jsonb_build_object('sku', 'C-' || n))
        from generate_series(i * ${chunkSize}::int, (i + 1) * ${chunkSize}::int - 1) as n) end,
      case when i % 2 = 0 then now() end
    from import_jobs j, generate_series(0, ${items / chunkSize - 1}::int) as i`
  await t.sql`
    insert into import_results (job_id, index, vendor_id, code, status)
    select c.job_id, n, ${vendorId}, 'C-' || n, case when n % 5000 = 0 then 'FAILED' else 'CREATED' end
    from import_chunks c, generate_series(c.first_index, c.first_index + c.item_count - 1) as n
    where c.done_at is not null`
  await t.sql`
    insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash)
    select job_id, index, 0, ${vendorId}, uuidv7(), 'a', 'a' from import_results`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

function nodes(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)]
}

for (const status of [undefined, 'PENDING', 'CREATED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const) {
  for (const jobStatus of ['PROCESSING', 'FAILED', 'CANCELLED']) {
    test(`every page of ${status ?? 'all'} items of a ${jobStatus} job costs the same`, async () => {
      await t.sql`update import_jobs set status = ${jobStatus} where id = ${jobId}`
      for (const page of [
        { backward: false, key: undefined },
        { backward: false, key: ['25050'] },
        { backward: false, key: ['49900'] },
        { backward: true, key: ['25050'] },
        { backward: true, key: undefined }
      ]) {
        const query = itemQuery(t.sql, vendorId, { jobId, status, page: { ...page, limit: 24 } })
        assertCheap(await run(query), 120)
      }
    })

    test(`every chunk of a report of ${status ?? 'all'} items of a ${jobStatus} job costs the same`, async () => {
      await t.sql`update import_jobs set status = ${jobStatus} where id = ${jobId}`
      for (const position of [-1, 250, 490]) {
        const after = { position, index: (position + 1) * chunkSize - 1 }
        assertCheap(await run(chunkQuery(t.sql, vendorId, { jobId, status, after })), chunkSize + 20)
      }
    })
  }
}

/** Returns the number of rows that a plan node returned or filtered out. */
function rowsOf(node: Node): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

/** Asserts that no large table is scanned sequentially and that no node reads more rows than `limit`. */
function assertCheap(all: Node[], limit: number): void {
  const scanned = all.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
  assert.deepEqual(
    scanned.filter((table) => table && largeTables.includes(table)),
    []
  )
  const rows = Math.max(...all.map(rowsOf))
  assert.ok(rows <= limit, `${rows} rows`)
}

async function run(query: ReturnType<typeof itemQuery>): Promise<Node[]> {
  const [row] = await t.sql`explain (analyze, format json) ${query}`
  const [plan] = Object.values(row ?? {}) as [[{ Plan: Node }]]
  return nodes(plan[0].Plan)
}
