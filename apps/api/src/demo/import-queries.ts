import type { Tx } from '../db/connect.ts'
import type { NewChunk } from '../modules/imports/receive/intake-queries.ts'

export async function insertDemoChunk(tx: Tx, vendorId: string, chunk: NewChunk): Promise<void> {
  await tx`
    insert into import_chunks (job_id, position, vendor_id, first_index, item_count, submitted, prepared)
    values (${chunk.jobId}, ${chunk.position}, ${vendorId}, ${chunk.firstIndex}, ${chunk.count}, ${chunk.submitted},
      ${chunk.prepared}::text::jsonb)`
}

export async function startDemoImport(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`update import_jobs set status = 'PROCESSING' where vendor_id = ${vendorId} and id = ${id}`
}

/** Moves jobs to the times of their events: queued as soon as they had come in, and started right after that. */
export async function moveDemoImports(tx: Tx): Promise<void> {
  await tx`
    with told as materialized (
      select subject_id as id, min(occurred_at) as first, max(occurred_at) as last
      from events where subject_type = 'import_job' group by 1
    ), of_chunks as (
      update import_chunks c set done_at = t.last from told t where c.job_id = t.id and c.done_at is not null
    )
    update import_jobs j set created_at = t.first, received_at = t.first, finished_at = t.last,
      started_at = case when j.status <> 'CANCELLED' then t.first + interval '40 milliseconds' end
    from told t where j.id = t.id`
}
