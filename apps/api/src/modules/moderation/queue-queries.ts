import type { Handle } from '../../db/connect.ts'
import { plannedRows } from '../../db/estimate.ts'
import type { PageRow } from '../../db/lists.ts'
import { changesColumn, summaryColumns } from './entry-queries.ts'
import type { EntryKind } from './schema.ts'
import { countOf, everyOf, type QueuePage, waiting } from './waiting-queries.ts'

/** The numbers of new products and of revisions in the moderation queue. */
type QueueCounts = { products: number; revisions: number }

/**
 * Returns one page of the moderation queue, oldest first. New products and revisions are sorted together, by
 * time and id. The time of a new product is when it was submitted; the time of a revision is when it last
 * changed. With `withCounts`, `counted` is the number of entries of each kind, at most `countLimit`.
 */
export async function listQueue(
  sql: Handle,
  { filters, page, assetOrigin, withCounts }: QueuePage & { assetOrigin: string; withCounts: boolean }
): Promise<{ rows: PageRow[]; counted: QueueCounts | undefined }> {
  const order = page.backward ? sql`desc` : sql`asc`
  const entries = sql`
    select q.at, q.id, (
      select to_json(e) from (
        select q.kind, iso_text(q.at) as "submittedAt", ${summaryColumns(sql)},
          ${changesColumn(sql, assetOrigin)} as changes) e)::text as json
    from (${waiting(sql, { filters, page })}) q
      join products p on p.id = q.id join vendors v on v.id = p.vendor_id`
  if (!withCounts) {
    const rows = await sql<Row[]>`${entries} order by q.at ${order}, q.id ${order}`
    return { rows: pageRows(rows), counted: undefined }
  }
  const rows = await sql<(Row & QueueCounts)[]>`
    select c.products, c.revisions, e.at, e.id, e.json
    from (select ${countOf(sql, 'PRODUCT', filters)} as products, ${countOf(sql, 'REVISION', filters)} as revisions) c
      left join lateral (${entries}) e on true
    order by e.at ${order}, e.id ${order}`
  const { products = 0, revisions = 0 } = rows[0] ?? {}
  return { rows: pageRows(rows), counted: { products, revisions } }
}

type Row = { at: string | null; id: string | null; json: string }

function pageRows(rows: Row[]): PageRow[] {
  return rows.flatMap(({ at, id, json }) => (at === null || id === null ? [] : [{ json, key: [at, id] }]))
}

/** Returns the planner's estimate of the number of entries of one kind in the moderation queue. */
export function estimateQueue(sql: Handle, kind: EntryKind, filters: QueuePage['filters']): Promise<number> {
  return plannedRows(sql, everyOf(sql, kind, { filters, exposeValues: true }))
}
