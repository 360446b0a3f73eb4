import type { Sql } from '../../db/connect.ts'
import { deleteJob, deletePart, listOldJobs } from './work/job-queries.ts'

const jobsAtOnce = 100
const rowsAtOnce = 10_000
// The tables of the rows that belong to a job. The job's own row is deleted after them, so that they can
// still be found after a crash.
const parts = ['import_results', 'import_images', 'import_downloads', 'import_chunks'] as const

/**
 * Deletes import jobs that ended more than 90 days ago, and the results of their items. The products that the
 * jobs created aren't deleted.
 */
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
