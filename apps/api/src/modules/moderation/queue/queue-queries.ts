import type { Fragment, Handle } from '../../../db/connect.ts'
import { plannedRows } from '../../../db/estimate.ts'
import type { PageRow } from '../../../db/lists.ts'
import { listSubtree } from '../../products/read/list-queries.ts'
import type { EntryFilters, EntryKindName, QueueCounts } from '../schema.ts'
import { entryKindNames, entrySources } from './entry-kind-queries.ts'
import { changesColumn, claimColumns, summaryColumns } from './entry-queries.ts'
import { estimable } from './filter-queries.ts'
import { countOf, keyOf, ordered, type QueuePage, waiting } from './waiting-queries.ts'

/**
 * Returns one page of the moderation queue. Entries of all kinds are sorted together, by time and id. The time
 * of a new product is when it was submitted; the time of a revision is when it last changed. With
 * `withCounts`, `counted` is the number of entries of each kind, at most `countLimit`.
 */
export async function listQueue(
  sql: Handle,
  { filters, sort, page, assetOrigin, withCounts }: QueuePage & { assetOrigin: string; withCounts: boolean }
): Promise<{ rows: PageRow[]; counted: QueueCounts | undefined }> {
  const key = keyOf({ filters, sort })
  const columns = key.map((_, index): `key${number}` => `key${index}`)
  const selected = key.map((column, index) => `q.${column} as key${index}`)
  const entries = sql`
    select ${sql.unsafe(selected.join(', '))}, (
      select to_json(e) from (
        select q.kind, iso_text(q.at) as "submittedAt", ${summaryColumns(sql, assetOrigin)},
          ${claimColumns(sql)},
          ${changesColumn(sql, assetOrigin)} as changes) e)::text as json
    from (${waiting(sql, { filters, sort, page })}) q
      join products p on p.id = q.id join vendors v on v.id = p.vendor_id`
  const counts = withCounts ? entryKindNames : []
  const rows = await sql<Row[]>`
    select e.*, ${countsOf(sql, filters, counts)} as counts
    from (select) one left join (${entries}) e on true ${ordered(sql, page, columns)}`
  return { rows: pageRows(rows, columns), counted: withCounts ? rows[0]?.counts : undefined }
}

type Row = { json: string | null; counts: QueueCounts } & { [column: `key${number}`]: string }

function pageRows(rows: Row[], columns: `key${number}`[]): PageRow[] {
  return rows.flatMap((row) =>
    row.json === null ? [] : [{ json: row.json, key: columns.map((name) => row[name] ?? '') }]
  )
}

/** Returns the planner's estimate of the number of entries of one kind in the moderation queue. */
export async function estimateQueue(
  sql: Handle,
  kind: EntryKindName,
  filters: EntryFilters
): Promise<number> {
  if (filters.kind !== undefined && filters.kind !== kind) return 0
  const categoryIds = filters.categoryId === undefined ? [] : await listSubtree(sql, filters.categoryId)
  return plannedRows(sql, estimable(sql, kind, { filters, categoryIds }))
}

/** Returns SQL for a JSON object with the number of entries of each of the kinds. */
function countsOf(sql: Handle, filters: EntryFilters, kinds: EntryKindName[]): Fragment {
  const members = kinds.map(
    (kind) => sql`${sql.unsafe(`'${entrySources[kind].counted}'`)}, ${countOf(sql, kind, filters)}`
  )
  const [first, ...others] = members
  if (!first) return sql`null`
  return sql`(select json_build_object(${others.reduce((all, one) => sql`${all}, ${one}`, first)}))`
}
