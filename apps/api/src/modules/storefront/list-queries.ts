import type { Handle } from '../../db/connect.ts'
import { plannedRows } from '../../db/estimate.ts'
import type { Page, PageRow } from '../../http/paging.ts'
import { fromOrigin } from '../products/read/shape-queries.ts'
import { candidates, counted, liveProducts, searchTerms } from './candidate-queries.ts'
import type { StorefrontFilters } from './schema.ts'
import { storefrontColumns } from './shape-queries.ts'

type StorefrontPageInput = { filters: StorefrontFilters; page: Page; assetOrigin: string; withCount: boolean }
type Row = { id: string | null; json: string }

/**
 * One page of the products on sale, newest first, in one statement; `counted` is how many there are in all,
 * `countLimit` at most, where it was asked for.
 */
export async function listStorefrontProducts(
  sql: Handle,
  { filters, page, assetOrigin, withCount }: StorefrontPageInput
): Promise<{ rows: PageRow[]; counted: number | undefined }> {
  const { limit, backward, key } = page
  const found = candidates(sql, { filters, limit: limit + 1, backward, key: key?.[0] })
  const products = sql`
    select s.id, to_json(s)::text as json from (
      select ${sql.unsafe(storefrontColumns)}
      from (${found}) f join products p on p.id = f.id join vendors v on v.id = p.vendor_id,
        ${fromOrigin(sql, assetOrigin)}) s`
  const order = backward ? sql`order by s.id` : sql`order by s.id desc`
  if (!withCount) return { rows: pageRows(await sql<Row[]>`${products} ${order}`), counted: undefined }
  const rows = await sql<(Row & { counted: number })[]>`
    select c.counted, s.id, s.json from (${counted(sql, filters)}) c left join lateral (${products}) s on true ${order}`
  return { rows: pageRows(rows), counted: rows[0]?.counted ?? 0 }
}

function pageRows(rows: Row[]): PageRow[] {
  return rows.flatMap(({ id, json }) => (id === null ? [] : [{ json, key: [id] }]))
}

/** The planner's estimate of how many products on sale pass the filters. */
export async function estimateStorefrontProducts(sql: Handle, filters: StorefrontFilters): Promise<number> {
  const { search, categoryId } = filters
  const [row] = search === undefined ? [] : await sql<{ terms: string | null }[]>`${searchTerms(sql, search)}`
  return plannedRows(sql, liveProducts(sql, { categoryId, terms: row?.terms ?? undefined }))
}
