import assert from 'node:assert/strict'
import type { JsonValue, Sql } from '../src/db/connect.ts'
import { newId } from '../src/lib/ids.ts'
import type { Log } from '../src/lib/log.ts'
import type { PreparedFields, PreparedItem } from '../src/modules/imports/receive/upload-item.ts'
import { workOnce } from '../src/modules/imports/work/work-on-imports.ts'
import type { TestApp } from './app.ts'

/** An item without errors, as an upload stores it. */
export type ValidItem = PreparedFields

type JobOptions = {
  /** The number of items in a chunk. */
  chunkSize?: number
  onExisting?: 'fail' | 'skip' | 'update'
  dryRun?: boolean
}

/** The stored result of an item. */
export type ItemOutcome = {
  index: number
  code: string | null
  status: string
  productId: string | null
  errors: { code: string; field: string | null; message: string }[] | null
}

/** Returns an item that is ready to be processed. Its SKU is unique, unless `fields` has a SKU. */
export function preparedItem(fields: Partial<ValidItem> = {}): ValidItem {
  const sku = fields.sku ?? newId()
  return { sku, name: `Bolt ${sku}`, slug: `bolt-${sku.toLowerCase()}`, vendorPrice: '12.5', ...fields }
}

/** The origin of jobs that `queueImport` inserts. */
export const importOrigin = {
  requestId: 'request-of-the-upload',
  actor: { type: 'USER', id: null, name: 'Test user', isPlatform: false }
} as const

/** Inserts a QUEUED job with its chunks, as an upload does. Returns the job's id. */
export async function queueImport(
  sql: Sql,
  { id: vendorId }: { id: string },
  items: PreparedItem[],
  { chunkSize = 1000, onExisting = 'fail', dryRun = false }: JobOptions = {}
): Promise<string> {
  const id = newId()
  const starts = Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, n) => n * chunkSize)
  await sql.begin(async (tx) => {
    await tx`
      insert into import_jobs (id, vendor_id, status, source, dry_run, on_existing, error_policy, origin, items_total)
      values (${id}, ${vendorId}, 'QUEUED', 'JSON', ${dryRun}, ${onExisting}, 'reject_all', ${tx.json(importOrigin)},
        ${items.length})`
    for (const [position, start] of starts.entries()) {
      const chunk = items.slice(start, start + chunkSize)
      await tx`
        insert into import_chunks (job_id, position, vendor_id, first_index, item_count, submitted, prepared)
        values (${id}, ${position}, ${vendorId}, ${start}, ${chunk.length},
          ${chunk.map((item) => JSON.stringify({ code: item.sku })).join('\n')}, ${tx.json(chunk as JsonValue[])})`
    }
  })
  return id
}

/**
 * Processes import jobs as a worker does, until there is nothing left to do. By default, processes the chunks
 * one by one.
 */
export async function workOn(
  { app }: TestApp,
  sql: Sql = app.deps.sql,
  maxItems = 1,
  log: Log = app.log
): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await workOnce({ sql, assets: app.deps.assets, log, maxItems })
}

/** Runs this number of workers concurrently until none of them has anything left to do. */
export async function runWorkers(t: TestApp, count: number, maxItems = 1, log?: Log): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => workOn(t, t.app.deps.sql, maxItems, log)))
}

/** Returns the row of a job, which must exist. */
export async function findImport(sql: Sql, id: string) {
  const [job] = await sql`select * from import_jobs where id = ${id}`
  assert.ok(job)
  return job
}

/** Returns the results of a job's processed items, in the order of the items. */
export function outcomesOf(sql: Sql, id: string): Promise<ItemOutcome[]> {
  return sql<ItemOutcome[]>`
    select index, code, status, product_id, errors from import_results where job_id = ${id} order by index`
}

/**
 * Asserts that a job's counters match the results of its items. Items without a result count as failed in a
 * FAILED job, as cancelled in a CANCELLED job, and not at all in other jobs.
 */
export async function assertCounted(sql: Sql, id: string): Promise<void> {
  const [row] = await sql`
    select j.status, j.dry_run, j.items_total, j.items_created, j.items_processed,
      array[j.items_created, j.items_updated, j.items_skipped, j.items_failed, j.items_cancelled] as counted,
      array[r.created, r.updated, r.skipped,
        r.failed + case j.status when 'FAILED' then j.items_total - r.found else 0 end,
        case j.status when 'CANCELLED' then j.items_total - r.found else 0 end] as found,
      (select count(*)::int from products p where p.bulk_import_job_id = j.id) as products
    from import_jobs j cross join lateral (
      select count(*)::int as found, count(*) filter (where status = 'CREATED')::int as created,
        count(*) filter (where status = 'UPDATED')::int as updated,
        count(*) filter (where status = 'SKIPPED')::int as skipped,
        count(*) filter (where status = 'FAILED')::int as failed
      from import_results where job_id = j.id) r
    where j.id = ${id}`
  assert.ok(row)
  assert.deepEqual(row.counted, row.found)
  assert.equal(row.products, row.dryRun ? 0 : row.itemsCreated)
  const isOpen = ['QUEUED', 'PROCESSING'].includes(row.status)
  assert.ok(isOpen ? row.itemsProcessed <= row.itemsTotal : row.itemsProcessed === row.itemsTotal)
}
