import type { Fragment, Handle } from '../../../db/connect.ts'
import type { Page, PageRow } from '../../../db/lists.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import { imageMessages, separatorHint, severalUrls } from '../images/image-messages.ts'
import type { ItemStatus } from '../schema.ts'

type ItemPage = { jobId: string; status: ItemStatus | undefined; hasWarnings?: boolean; page: Page }

/** A SQL expression for the status of items without a result, which depends on the status of their job. */
function unprocessedStatus(sql: Handle): Fragment {
  return sql`case j.status when 'CANCELLED' then 'CANCELLED' when 'FAILED' then 'FAILED' else 'PENDING' end`
}

/** The error of items that a failed job didn't process. */
export const jobFailedErrors: ItemFault[] = [
  {
    code: 'JOB_FAILED',
    field: null,
    message: 'was not processed, because the import job failed; retry the job'
  }
]

/**
 * Returns the rows of one page of a job's items in their order, or undefined if the vendor has no job with this id.
 * If another page follows, returns one row more than the page shows, so that the caller can see this. Items
 * are stored in consecutive chunks. The first items of a chunk have a result, as many as the chunk counts as processed.
 */
export async function listItems(
  sql: Handle,
  vendorId: string,
  input: ItemPage
): Promise<PageRow[] | undefined> {
  const rows = await sql<{ index: number | null; json: string }[]>`${itemQuery(sql, vendorId, input)}`
  if (rows.length === 0) return undefined
  return rows.flatMap(({ index, json }) => (index === null ? [] : [{ json, key: [String(index)] }]))
}

/**
 * Returns the statement that `listItems` sends. If the page is empty, the statement returns one row whose
 * index is null.
 */
export function itemQuery(
  sql: Handle,
  vendorId: string,
  { jobId, status, hasWarnings = false, page }: ItemPage
): Fragment {
  const { backward, limit } = page
  const key = page.key === undefined ? undefined : Number(page.key[0])
  const direction = backward ? sql`desc` : sql`asc`
  return sql`
    with job as (
      select j.id, ${unprocessedStatus(sql)} as unprocessed_status, ${backward ? 0 : (key ?? -1) + 1}::int as low,
        least(j.items_total, ${backward ? (key ?? null) : null}::int) as high
      from import_jobs j where j.vendor_id = ${vendorId} and j.id = ${jobId}),
    page as materialized (
      select found.index from job, lateral (${
        hasWarnings
          ? resultIndexes(sql, status, { backward, limit: limit + 1, hasWarnings })
          : candidates(sql, status, { backward, limit: limit + 1 })
      }) found
      order by found.index ${direction} limit ${limit + 1}),
    item as materialized (
      select job.id as job_id, job.unprocessed_status, page.index, r.status, r.code, r.product_id, r.errors, r.warnings,
        r.changes
      from job cross join page left join import_results r on r.job_id = job.id and r.index = page.index),
    unprocessed as (${unprocessedCodes(sql)})
    select item.index, json_build_object('index', item.index, 'code', coalesce(item.code, unprocessed.code),
      'status', coalesce(item.status, item.unprocessed_status), 'product_id', item.product_id,
      'errors', coalesce(item.errors,
        case when item.status is null and item.unprocessed_status = 'FAILED' then ${sql.json(jobFailedErrors)} else '[]' end),
      'warnings', coalesce(item.warnings, '[]') || coalesce(image.warnings, '[]'),
      'images', coalesce(image.images, '[]'), 'changes', item.changes -> 'listed',
      'change_count', item.changes -> 'count')::text as json
    from job left join item on true left join unprocessed on unprocessed.index = item.index
      left join lateral (${itemImages(sql)}) image on true
    order by item.index ${direction}`
}

type Candidates = { backward: boolean; limit: number; hasWarnings?: boolean }

/**
 * Returns a query for the indexes of items from `job.low` (inclusive) to `job.high` (exclusive). If `status`
 * is set, only items with this status are included.
 */
function candidates(sql: Handle, status: ItemStatus | undefined, { backward, limit }: Candidates): Fragment {
  switch (status) {
    case undefined:
      return backward
        ? sql`select generate_series(greatest(job.low, job.high - ${limit}), job.high - 1) as index`
        : sql`select generate_series(job.low, least(job.high, job.low + ${limit}) - 1) as index`
    case 'PENDING':
    case 'CANCELLED':
      return unprocessedIndexes(sql, status, { backward, limit })
    case 'FAILED':
      return sql`
        (${resultIndexes(sql, status, { backward, limit })})
        union all (${unprocessedIndexes(sql, status, { backward, limit })})`
    default:
      return resultIndexes(sql, status, { backward, limit })
  }
}

function resultIndexes(
  sql: Handle,
  status: ItemStatus | undefined,
  { backward, limit, hasWarnings }: Candidates
): Fragment {
  return sql`
    select r.index from import_results r
    where r.job_id = job.id and r.index >= job.low and r.index < job.high
      ${status === undefined ? sql`` : sql`and r.status = ${status}`}
      ${hasWarnings ? sql`and r.warnings is not null` : sql``}
    order by r.index ${backward ? sql`desc` : sql`asc`} limit ${limit}`
}

/**
 * Returns a query for the indexes of items that have no result yet. In a job, all of these have the same status.
 * If `status` is another one, the query returns no rows. It stops reading chunks when it has `limit` indexes.
 */
function unprocessedIndexes(sql: Handle, status: ItemStatus, { backward, limit }: Candidates): Fragment {
  const direction = backward ? sql`desc` : sql`asc`
  const start = backward
    ? sql`and c.position <= ${chunkOf(sql, sql`job.high - 1`)}`
    : sql`and c.position >= ${chunkOf(sql, sql`job.low`)}`
  return sql`
    select of_chunk.index
    from (
      select open.*, sum(greatest(open.high - open.low, 0)) over (order by open.position ${direction}
        rows between unbounded preceding and 1 preceding) as before
      from (
        select c.position, greatest(c.first_index + c.processed, job.low) as low,
          least(c.first_index + c.item_count, job.high) as high
        from import_chunks c
        where job.unprocessed_status = ${status} and c.job_id = job.id and c.done_at is null ${start}
        order by c.position ${direction} limit ${limit + 1}) open) enough,
      lateral (select generate_series(
        ${backward ? sql`greatest(enough.low, enough.high - ${limit})` : sql`enough.low`},
        ${backward ? sql`enough.high` : sql`least(enough.high, enough.low + ${limit})`} - 1) as index) of_chunk
    where coalesce(enough.before, 0) < ${limit}
    order by of_chunk.index ${direction} limit ${limit}`
}

/** A query for the position of the chunk that contains the item with this index. */
function chunkOf(sql: Handle, index: Fragment): Fragment {
  return sql`(select f.position from import_chunks f where f.job_id = job.id and f.first_index <= ${index}
    order by f.first_index desc limit 1)`
}

/**
 * A query for the codes (SKUs) of the items on the page that have no result. It expands only the part of each
 * chunk that the page needs.
 */
function unprocessedCodes(sql: Handle): Fragment {
  return sql`
    select c.first_index + part.low + entry.n::int - 1 as index, entry.prepared ->> 'sku' as code
    from job cross join (select min(index) as low, max(index) as high from item where status is null) span
      join import_chunks c on c.job_id = job.id and c.done_at is null
        and c.position between ${chunkOf(sql, sql`span.low`)} and ${chunkOf(sql, sql`span.high`)}
      cross join lateral (select greatest(span.low - c.first_index, 0) as low,
        least(span.high - c.first_index, c.item_count - 1) as high) part
      cross join lateral jsonb_array_elements(jsonb_path_query_array(c.prepared, '$[$low to $high]',
        jsonb_build_object('low', part.low, 'high', part.high))) with ordinality entry (prepared, n)`
}

/** A query for an item's images, and for a warning for each image that failed. */
function itemImages(sql: Handle): Fragment {
  const explained = sql`(${sql.json(imageMessages)}::jsonb ->> coalesce(i.reason, i.error))
    || case when i.error = 'COULD_NOT_FETCH' and i.url ~* ${severalUrls} then ${separatorHint} else '' end`
  return sql`
    select json_agg(json_build_object('url', i.url, 'status', i.status, 'error', i.error, 'reason', i.reason,
        'message', i.message) order by i.position) as images,
      jsonb_agg(jsonb_build_object('code', coalesce(i.error, 'COULD_NOT_FETCH'), 'field', 'images', 'message',
        'has an image that could not be added' || coalesce(', because ' || i.message, '') || ': ' || i.url)
        order by i.position) filter (where i.status = 'FAILED') as warnings
    from (
      select i.*, case when i.status = 'FAILED' then ${explained} end as message
      from import_images i where i.job_id = item.job_id and i.item_index = item.index
    ) i`
}

/** The result of one item. */
export type ItemResult = {
  index: number
  status: ItemStatus
  productId: string | null
  errors: ItemFault[] | null
  warnings: ItemFault[] | null
}

/** A chunk of a job: its submitted items, one per line, and the results that have the requested status. */
export type ReportChunk = {
  position: number
  firstIndex: number
  itemCount: number
  submitted: string
  /** The number of items, from the first, that have a result of any status. */
  processed: number
  results: ItemResult[] | null
  /** The status of items without a result. */
  unprocessedStatus: ItemStatus
}

/**
 * The end of a chunk: the chunk's position and the index of its last item. The report continues after this
 * item.
 */
export type ChunkEnd = { position: number; index: number }

/**
 * Returns the next chunk that contains items with the given status, or simply the next chunk if `status` is
 * undefined. If no such chunk follows, the property `chunk` of the result is undefined. If the vendor has no
 * such job, the result itself is undefined.
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

type ReportInput = { jobId: string; status: ItemStatus | undefined; after: ChunkEnd }

/**
 * Returns the statement that `findReportChunk` sends. If no such chunk follows, the statement returns one row
 * whose position is null.
 */
export function chunkQuery(sql: Handle, vendorId: string, { jobId, status, after }: ReportInput): Fragment {
  return sql`
    with job as (
      select j.id, j.items_total, ${unprocessedStatus(sql)} as unprocessed_status from import_jobs j
      where j.vendor_id = ${vendorId} and j.id = ${jobId})
    select c.position, c.first_index, c.item_count, c.submitted,
      case when c.done_at is null then c.processed else c.item_count end as processed, job.unprocessed_status, (
        select json_agg(json_build_object('index', r.index, 'status', r.status, 'productId', r.product_id,
          'errors', r.errors, 'warnings', r.warnings) order by r.index)
        from import_results r
        where r.job_id = job.id and r.index >= c.first_index and r.index < c.first_index + c.item_count
          ${status === undefined ? sql`` : sql`and r.status = ${status}`}) as results
    from job left join import_chunks c on c.job_id = job.id and c.first_index < job.items_total
      and c.position = ${status === undefined ? nextChunk(sql, after) : nextWith(sql, { status, after })}`
}

function nextChunk(sql: Handle, after: ChunkEnd): Fragment {
  return sql`(select f.position from import_chunks f where f.job_id = job.id and f.position > ${after.position}
    order by f.position limit 1)`
}

/**
 * A query for the position of the next chunk that contains items with the status, whether or not the chunk
 * has been processed.
 */
function nextWith(sql: Handle, { status, after }: { status: ItemStatus; after: ChunkEnd }): Fragment {
  return sql`least(
    (select f.position from import_chunks f where f.job_id = job.id and f.first_index <= (
        select r.index from import_results r
        where r.job_id = job.id and r.status = ${status} and r.index > ${after.index} order by r.index limit 1)
      order by f.first_index desc limit 1),
    (select f.position from import_chunks f
      where job.unprocessed_status = ${status} and f.job_id = job.id and f.done_at is null and f.position > ${after.position}
      order by f.position limit 1))`
}
