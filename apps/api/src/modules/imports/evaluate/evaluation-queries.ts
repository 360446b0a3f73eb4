import type { Fragment, Handle, Sql, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'

/**
 * Returns a statement that inserts products for the worker that evaluates them. `productIds` is a query with the column
 * `product_id`. If no rule is active, nothing is inserted.
 */
export function insertEvaluations(
  sql: Handle,
  vendorId: string,
  { jobId, productIds }: { jobId: string; productIds: Fragment }
): Fragment {
  return sql`
    insert into import_evaluations (job_id, product_id, vendor_id)
    select distinct ${jobId}::uuid, written.product_id, ${vendorId}::uuid from (${productIds}) written
    where exists (select from approval_rules where is_active)
    on conflict do nothing`
}

/** Inserts products for the worker that evaluates them. If no rule is active, nothing is inserted. */
export async function deferEvaluations(
  tx: Tx,
  vendorId: string,
  { jobId, ids }: { jobId: string; ids: string[] }
): Promise<void> {
  await tx`${insertEvaluations(tx, vendorId, { jobId, productIds: tx`select unnest(${ids}::uuid[]) as product_id` })}`
}

/** Products of one job that a worker evaluates, with the origin of the job. */
export type EvaluationBatch = { jobId: string; origin: Origin; productIds: string[] }

/**
 * Deletes the rows of at most `limit` products of one job that are due, and returns these products. Skips rows
 * that other workers have locked. Returns undefined if there are none.
 */
export async function takeEvaluations(tx: Tx, limit: number): Promise<EvaluationBatch | undefined> {
  const [batch] = await tx<EvaluationBatch[]>`
    with next as materialized (
      select job_id, product_id from import_evaluations where due_at <= now()
      order by due_at, job_id, product_id limit 1 for update skip locked
    ), batch as materialized (
      select e.job_id, e.product_id from import_evaluations e
      where e.job_id = (select job_id from next) and e.due_at <= now()
      order by e.product_id limit ${limit} for update skip locked
    ), taken as (
      delete from import_evaluations e using batch b where e.job_id = b.job_id and e.product_id = b.product_id
      returning e.job_id, e.product_id
    )
    select j.id as job_id, j.origin, array_agg(t.product_id) as product_ids
    from taken t join import_jobs j on j.id = t.job_id group by j.id`
  return batch
}

/** Lets the products of a batch that has failed wait for a minute, so that others are evaluated first. */
export async function postponeEvaluations(sql: Sql, { jobId, productIds }: EvaluationBatch): Promise<void> {
  await sql`
    update import_evaluations set due_at = now() + interval '1 minute'
    where job_id = ${jobId} and product_id = any(${productIds}::uuid[])`
}
