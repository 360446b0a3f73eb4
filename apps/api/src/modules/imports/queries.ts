import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit, plannedRows } from '../../db/estimate.ts'
import { type Conditions, listOf, type Page, pageStatement, passing, readRows, run } from '../../db/lists.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import type { BulkOptions } from '../bulk-items/read-items.ts'
import type { ImportJob, JobStatus, PlatformImportJob, PlatformJobFilters } from './schema.ts'

/** SQL for the JSON of a job `j`. `more` is SQL for members that only the operator sees. */
function jobShape(sql: Handle, more = sql``) {
  return sql`json_build_object('queue_id', j.id, ${more} 'type', j.type, 'status', j.status, 'dry_run', j.dry_run,
    'on_existing', j.on_existing, 'source', j.source, 'file_name', j.file_name, 'items_total', j.items_total, 'items_processed', j.items_processed,
    'items_created', j.items_created, 'items_updated', j.items_updated, 'items_skipped', j.items_skipped,
    'items_failed', j.items_failed, 'items_cancelled', j.items_cancelled, 'items_with_warnings', j.items_with_warnings,
    'images_total', j.images_total,
    'images_fetched', j.images_fetched, 'images_failed', j.images_failed, 'retry_of', j.retry_of,
    'created_by', j.origin -> 'actor' ->> 'name', 'created_at', iso_text(j.created_at),
    'started_at', iso_text(j.started_at), 'finished_at', iso_text(j.finished_at), 'error', j.error)::text`
}

/**
 * Returns SQL that is true for a job `j` that has ended with failed items which no retry has taken over (contract
 * 4.11). Dry runs don't need a retry.
 */
export function jobNeedsRetry(sql: Handle): Fragment {
  return sql`(j.items_failed > 0 and not j.dry_run and j.status in ('COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED')
    and not exists (select from import_jobs r where r.vendor_id = j.vendor_id and r.retry_of = j.id and not r.dry_run))`
}

/** Returns SQL for the JSON of a job `j` as the operator sees it. */
function platformJobShape(sql: Handle): Fragment {
  return jobShape(
    sql,
    sql`'vendor_id', j.vendor_id, 'vendor_name', (select v.name from vendors v where v.id = j.vendor_id),`
  )
}

/**
 * Returns SQL that is true for a job `j` that has failed, or of which 100 items or a tenth of the items have failed, unless it
 * was a dry run or a retry has taken over its failed items.
 */
export function hasFailedMuch(sql: Handle): Fragment {
  return sql`(
    not j.dry_run and (j.status = 'FAILED' or j.status in ('COMPLETED_WITH_ERRORS', 'CANCELLED')
      and j.items_failed > 0 and (j.items_failed >= 100 or j.items_failed * 10 >= j.items_total))
    and not exists (select from import_jobs r where r.vendor_id = j.vendor_id and r.retry_of = j.id and not r.dry_run))`
}

export type JobFilters = { status?: JobStatus; needsRetry?: boolean }

/** Returns one page of the vendor's jobs, newest first, and the total number of jobs. */
export function listJobs(
  sql: Handle,
  vendorId: string,
  { page, filters: { status, needsRetry } }: { page: Page; filters: JobFilters }
): Promise<Listed> {
  const list = listOf(sql, { from: 'import_jobs j', row: 'j', key: { id: 'uuid' }, page })
  const lead: [string, Fragment][] = [['j.vendor_id', sql`(select ${vendorId}::uuid)`]]
  if (status !== undefined) lead.push(['j.status', sql`(select ${status}::text)`])
  const where = needsRetry === undefined ? sql`true` : sql`${jobNeedsRetry(sql)} = ${needsRetry}::boolean`
  const statement = pageStatement(list, {
    rows: sql`${run(list, { lead, where })} ${list.first}`,
    json: sql`select ${jobShape(sql)} from import_jobs j where j.id = run.id`,
    count: sql`(
      select count(*) from import_jobs j
      where j.vendor_id = ${vendorId} and ${where} ${status === undefined ? sql`` : sql`and j.status = ${status}`})`
  })
  return readRows(sql, statement)
}

type PlatformJobs = { page: Page; filters: PlatformJobFilters; withCount: boolean }

/** Returns one page of the jobs of all vendors, newest first. With `withCount`, counts them up to `countLimit`. */
export function listPlatformJobs(sql: Handle, input: PlatformJobs): Promise<Listed> {
  return readRows(sql, platformJobPageQuery(sql, input))
}

/** Returns the statement that `listPlatformJobs` sends. */
export function platformJobPageQuery(sql: Handle, { page, filters, withCount }: PlatformJobs): Fragment {
  const { vendorId, status } = filters
  const list = listOf(sql, {
    ...{ from: 'import_jobs j', row: 'j', key: { id: 'uuid' }, page },
    conditions: timeConditions(sql, filters)
  })
  const lead: [string, Fragment][] = []
  if (vendorId !== undefined) lead.push(['j.vendor_id', sql`(select ${vendorId}::uuid)`])
  if (status !== undefined) lead.push(['j.status', sql`(select ${status}::text)`])
  return pageStatement(list, {
    rows: sql`${run(list, { lead, where: passing(list) })} ${list.first}`,
    json: sql`select ${platformJobShape(sql)} from import_jobs j where j.id = run.id`,
    count: withCount
      ? sql`(select count(*) from (${matchingJobs(sql, filters)} limit ${sql.unsafe(String(countLimit))}) c)`
      : undefined
  })
}

/** Returns the planner's estimate of the number of jobs that pass the filters. */
export function estimateJobs(sql: Handle, filters: PlatformJobFilters): Promise<number> {
  return plannedRows(sql, matchingJobs(sql, filters))
}

function matchingJobs(sql: Handle, filters: PlatformJobFilters): Fragment {
  const { vendorId, status } = filters
  return sql`
    select from import_jobs j
    where ${passing({ sql, conditions: timeConditions(sql, filters) })}
      ${vendorId === undefined ? sql`` : sql`and j.vendor_id = ${vendorId}`}
      ${status === undefined ? sql`` : sql`and j.status = ${status}`}`
}

function timeConditions(sql: Handle, { createdAfter, createdBefore }: PlatformJobFilters): Conditions {
  return {
    createdAfter: createdAfter !== undefined && sql`j.created_at > (select ${createdAfter}::timestamptz)`,
    createdBefore: createdBefore !== undefined && sql`j.created_at < (select ${createdBefore}::timestamptz)`
  }
}

type FoundJob = { status: JobStatus; json: JsonText<ImportJob> }

/** Returns a job as JSON text, together with its status, or undefined if the vendor has no such job. */
export async function findJob(sql: Handle, vendorId: string, id: string): Promise<FoundJob | undefined> {
  const [row] = await sql<FoundJob[]>`
    select j.status, ${jobShape(sql)} as json from import_jobs j where j.vendor_id = ${vendorId} and j.id = ${id}`
  return row
}

/** Returns the job of any vendor as JSON text, or undefined if there is no such job. */
export async function findPlatformJob(
  sql: Handle,
  id: string
): Promise<JsonText<PlatformImportJob> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${platformJobShape(sql)} as json from import_jobs j where j.id = ${id}`
  return row?.json
}

/** Returns the id of the vendor to which a job belongs, or undefined if there is no such job. */
export async function findVendorOfJob(sql: Handle, id: string): Promise<string | undefined> {
  const [row] = await sql<{ vendorId: string }[]>`select vendor_id from import_jobs where id = ${id}`
  return row?.vendorId
}

type JobOutcome = Pick<BulkOptions, 'onExisting' | 'dryRun'> & {
  status: JobStatus
  itemsFailed: number
  fileName: string | null
}

/** Returns what a retry needs to know about a job: the status, the number of failed items, the options and the file. */
export async function findOutcome(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<JobOutcome | undefined> {
  const [row] = await sql<JobOutcome[]>`
    select status, items_failed, on_existing, dry_run, file_name from import_jobs
    where vendor_id = ${vendorId} and id = ${id}`
  return row
}
