import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { preparedItem, queueImport, workOn } from '../../../test/imports.ts'
import { deleteOldImports } from './delete-old-imports.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('jobs that ended over 90 days ago are deleted without their products; newer and unfinished jobs stay', async () => {
  const vendor = await t.vendor()
  const images = ['https://example.com/a.png']
  const queue = (fields = {}) => queueImport(t.sql, vendor, [preparedItem(fields)])
  const [old, recent, open, unfetched] = [
    await queue(),
    await queue(),
    await queue(),
    await queue({ images })
  ]
  await t.sql`update import_jobs set status = 'RECEIVING' where id = ${open}`
  await workOn(t)
  const age = (id: string, days: number) => t.sql`
    update import_jobs set created_at = now() - ${days} * interval '1 day',
      finished_at = case when finished_at is not null then now() - ${days} * interval '1 day' end where id = ${id}`
  await Promise.all([age(old, 91), age(recent, 89), age(open, 91), age(unfetched, 91)])
  await deleteOldImports(t.sql)
  const remaining = await t.sql`select id from import_jobs where vendor_id = ${vendor.id}`
  assert.deepEqual(remaining.map(({ id }) => id).toSorted(), [recent, open, unfetched].toSorted())
  const [parts] = await t.sql`
    select (select count(*)::int from import_results where job_id = ${old}) as results,
      (select count(*)::int from import_chunks where job_id = ${old}) as chunks,
      (select count(*)::int from import_results where vendor_id = ${vendor.id}) as all_results,
      (select count(*)::int from products where bulk_import_job_id = ${old}) as products`
  assert.deepEqual({ ...parts }, { results: 0, chunks: 0, allResults: 2, products: 1 })
})
