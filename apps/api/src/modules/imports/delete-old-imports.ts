import type { Sql } from '../../db/connect.ts'
import { deleteJob, deletePart, listOldJobs } from './work/job-queries.ts'

const jobsAtOnce = 100
const rowsAtOnce = 10_000
// The job goes last: after a crash the rest is found by it.
const parts = ['import_results', 'import_images', 'import_downloads', 'import_chunks'] as const

/** Forgets uploads that are older than 90 days and have ended, with what became of their items; the products stay. */
export async function deleteOldImports(sql: Sql): Promise<void> {
  for (
    let ids = await listOldJobs(sql, jobsAtOnce);
    ids.length > 0;
    ids = await listOldJobs(sql, jobsAtOnce)
  ) {
    for (const id of ids) await deleteImport(sql, id)
  }
}

async function deleteImport(sql: Sql, id: string): Promise<void> {
  for (const part of parts) {
    let count = rowsAtOnce
    while (count === rowsAtOnce) count = await deletePart(sql, { id, part, limit: rowsAtOnce })
  }
  await deleteJob(sql, id)
}
