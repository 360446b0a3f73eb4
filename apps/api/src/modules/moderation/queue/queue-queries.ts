import type { Fragment, Handle } from '../../../db/connect.ts'
import { plannedRows } from '../../../db/estimate.ts'
import { type PageRow, pageStatement, readCounted } from '../../../db/lists.ts'
import { listSubtree } from '../../products/read/list-queries.ts'
import type { EntryFilters, EntryKindName, QueueCounts } from '../schema.ts'
import { entryKindNames, entrySources } from './entry-kind-queries.ts'
import { changesColumn, claimColumns, summaryColumns } from './entry-queries.ts'
import { estimableEntries } from './filter-queries.ts'
import { countOf, type QueuePage, queueList, waiting } from './waiting-queries.ts'

/**
 * Returns one page of the moderation queue. Entries of all kinds are sorted together, by time and id. The time
 * of a new product is when it was submitted; the time of a revision is when it last changed. With
 * `withCounts`, `count` has the number of entries of each kind, at most `countLimit`.
 */
export async function listQueue(
  sql: Handle,
  { assetOrigin, withCounts, ...queue }: QueuePage & { assetOrigin: string; withCounts: boolean }
): Promise<{ rows: PageRow[]; count: QueueCounts | undefined }> {
  const statement = pageStatement(queueList(sql, queue), {
    rows: waiting(sql, queue),
    json: sql`
      select to_json(e) from (
        select run.kind, iso_text(run.at) as "submittedAt", ${summaryColumns(sql, assetOrigin)}, ${claimColumns(sql)},
          ${changesColumn(sql, assetOrigin)} as changes) e`,
    joins: sql`join products p on p.id = run.id join vendors v on v.id = p.vendor_id`,
    count: withCounts ? countsOf(sql, queue.filters) : undefined
  })
  return readCounted<QueueCounts>(sql, statement)
}

/** Returns the planner's estimate of the number of entries of one kind in the moderation queue. */
export async function estimateQueue(
  sql: Handle,
  kind: EntryKindName,
  filters: EntryFilters
): Promise<number> {
  if (filters.kind !== undefined && filters.kind !== kind) return 0
  const categoryIds = filters.categoryId === undefined ? [] : await listSubtree(sql, filters.categoryId)
  return plannedRows(sql, estimableEntries(sql, kind, { filters, categoryIds }))
}

/** Returns SQL for a JSON object with the number of entries of each kind. */
function countsOf(sql: Handle, filters: EntryFilters): Fragment {
  const members = entryKindNames.map(
    (kind) => sql`${sql.unsafe(`'${entrySources[kind].counted}'`)}, ${countOf(sql, kind, filters)}`
  )
  return sql`json_build_object(${members.reduce((all, member) => sql`${all}, ${member}`)})`
}
