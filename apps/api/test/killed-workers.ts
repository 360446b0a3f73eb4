import assert from 'node:assert/strict'
import { type TestApp, testSecret } from './app.ts'
import { assertCounted, findImport } from './imports.ts'
import { runService, type ServiceProcess } from './running-service.ts'

/**
 * Starts a worker process on the test's database. Use the same `folder` for all workers of a test, because
 * they share their files. `env` has more variables.
 */
export async function runWorker(
  { sql }: Pick<TestApp, 'sql'>,
  folder: string,
  env: Record<string, string> = {}
): Promise<ServiceProcess> {
  const [row] = await sql`select current_database() as name`
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${row?.name}`
  return runService(folder, {
    PURVEYOR_ROLE: 'worker',
    DATABASE_URL: url.href,
    JWT_SECRET: testSecret,
    // The test server runs with fsync off.
    DURABILITY_CHECK: 'off',
    ...env
  })
}

/**
 * Asserts that a job has completed and created all its items, and that no item was lost or processed twice.
 */
export async function assertProcessedOnce(
  { sql }: TestApp,
  { vendor, job, count }: { vendor: { id: string }; job: string; count: number }
): Promise<void> {
  await assertCounted(sql, job)
  const ended = await findImport(sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated], ['COMPLETED', count])
  const [found] = await sql`
    select count(distinct r.index)::int as results, count(distinct p.sku)::int as products,
      count(distinct v.id)::int as variants, (select count(*)::int from events where subject_id = ${job}) as events
    from import_results r join products p on p.id = r.product_id and p.sku = r.code
      join variants v on v.product_id = p.id
    where r.job_id = ${job} and p.vendor_id = ${vendor.id}`
  assert.deepEqual({ ...found }, { results: count, products: count, variants: count, events: 1 })
}
