import type { Handle } from '../../../db/connect.ts'
import type { ItemFault } from '../receive/prepared-item.ts'
import type { ItemStatus } from '../schema.ts'
import { restStatus } from './item-queries.ts'

type Fragment = ReturnType<Handle>

/** What became of one item. */
export type ItemResult = {
  index: number
  status: ItemStatus
  productId: string | null
  errors: ItemFault[] | null
}

/** A chunk of a job: its items as they were submitted, one a line, and the results that were asked for. */
export type ReportChunk = {
  position: number
  firstIndex: number
  itemCount: number
  submitted: string
  isDone: boolean
  results: ItemResult[] | null
  /** The status of the items without a result. */
  rest: ItemStatus
}

/** Where a report goes on: behind a chunk. */
export type Past = { position: number; index: number }

/**
 * The next chunk that has items with that status, or any: `chunk` is undefined behind the last one, and the whole
 * when the vendor has no such job.
 */
export async function findReportChunk(
  sql: Handle,
  vendorId: string,
  input: ReportInput
): Promise<{ chunk: ReportChunk | undefined } | undefined> {
  const [row] = await sql<(ReportChunk & { position: number | null })[]>`${chunkQuery(sql, vendorId, input)}`
  if (!row) return undefined
  return { chunk: row.position === null ? undefined : row }
}

type ReportInput = { jobId: string; status: ItemStatus | undefined; past: Past }

/** The statement of a chunk; a row without a position behind the last one. */
export function chunkQuery(sql: Handle, vendorId: string, { jobId, status, past }: ReportInput): Fragment {
  return sql`
    with job as (
      select j.id, j.items_total, ${restStatus(sql)} as rest from import_jobs j
      where j.vendor_id = ${vendorId} and j.id = ${jobId})
    select c.position, c.first_index, c.item_count, c.submitted, c.done_at is not null as is_done, job.rest, (
        select json_agg(json_build_object('index', r.index, 'status', r.status, 'productId', r.product_id,
          'errors', r.errors) order by r.index)
        from import_results r
        where r.job_id = job.id and r.index >= c.first_index and r.index < c.first_index + c.item_count
          ${status === undefined ? sql`` : sql`and r.status = ${status}`}) as results
    from job left join import_chunks c on c.job_id = job.id and c.first_index < job.items_total
      and c.position = ${status === undefined ? nextChunk(sql, past) : nextWith(sql, { status, past })}`
}

function nextChunk(sql: Handle, past: Past): Fragment {
  return sql`(select f.position from import_chunks f where f.job_id = job.id and f.position > ${past.position}
    order by f.position limit 1)`
}

/** The next chunk with such a result, or with items that share such an end. */
function nextWith(sql: Handle, { status, past }: { status: ItemStatus; past: Past }): Fragment {
  return sql`least(
    (select f.position from import_chunks f where f.job_id = job.id and f.first_index <= (
        select r.index from import_results r
        where r.job_id = job.id and r.status = ${status} and r.index > ${past.index} order by r.index limit 1)
      order by f.first_index desc limit 1),
    (select f.position from import_chunks f
      where job.rest = ${status} and f.job_id = job.id and f.done_at is null and f.position > ${past.position}
      order by f.position limit 1))`
}
