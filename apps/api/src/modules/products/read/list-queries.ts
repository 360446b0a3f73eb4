import type { Handle } from '../../../db/connect.ts'
import { countLimit, plannedRows } from '../../../db/estimate.ts'
import type { Page, PageRow } from '../../../http/paging.ts'
import type { ProductFilters } from '../schema.ts'
import { estimable, type Fragment } from './filter-queries.ts'
import { candidates } from './run-queries.ts'
import { fromOrigin, productColumns } from './shape-queries.ts'

type PageInput = { filters: ProductFilters; page: Page; assetOrigin: string }
type Row = { id: string | null; json: string }

/**
 * One page as rows of JSON text, newest first, in one statement; `counted` is how many products pass the filters,
 * `countLimit` at most, where that was asked for.
 */
export async function listProducts(
  sql: Handle,
  vendorId: string,
  { withCount, ...input }: PageInput & { withCount: boolean }
): Promise<{ rows: PageRow[]; counted: number | undefined }> {
  const products = pageQuery(sql, vendorId, input)
  if (!withCount) return { rows: pageRows(await sql<Row[]>`${products}`), counted: undefined }
  const all = {
    filters: input.filters,
    backward: false,
    key: undefined,
    limit: countLimit,
    cap: countLimit
  } as const
  const rows = await sql<(Row & { counted: string })[]>`
    select c.counted, s.id, s.json from (select count(*) as counted from (${candidates(sql, vendorId, all)}) run) c
    left join lateral (${products}) s on true order by s.id ${input.page.backward ? sql`asc` : sql`desc`}`
  return { rows: pageRows(rows), counted: Number(rows[0]?.counted ?? 0) }
}

/** The statement of a page, and of one product more that tells whether there are further ones. */
export function pageQuery(
  sql: Handle,
  vendorId: string,
  { filters, page, assetOrigin }: PageInput
): Fragment {
  const { backward, key, limit } = page
  const found = candidates(sql, vendorId, { filters, backward, key: key?.[0], limit: limit + 1, cap: 101 })
  return sql`
    select s.id, to_json(s)::text as json from (
      select ${sql.unsafe(productColumns.outline)}
      from (${found}) found join products p on p.id = found.id join vendors v on v.id = p.vendor_id,
        ${fromOrigin(sql, assetOrigin)}) s
    order by s.id ${backward ? sql`asc` : sql`desc`}`
}

function pageRows(rows: Row[]): PageRow[] {
  return rows.flatMap(({ id, json }) => (id === null ? [] : [{ json, key: [id] }]))
}

const changes = ['product', 'variants'] as const

/** How many products the planner expects to pass the filters; `categoryIds` are the subtree of the filter's. */
export async function estimateProducts(
  sql: Handle,
  vendorId: string,
  input: { filters: ProductFilters; categoryIds: string[] }
): Promise<number> {
  const kinds = input.filters.updatedAfter === undefined ? (['product'] as const) : changes
  const estimates = kinds.map((changed) => {
    const passing = estimable(sql, vendorId, { ...input, changed })
    return plannedRows(sql, sql`select from products p where p.vendor_id = ${vendorId} ${passing}`)
  })
  return Math.max(...(await Promise.all(estimates)))
}

/** The ids of a category and of all below it. */
export async function listSubtree(sql: Handle, categoryId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select category_subtree(${categoryId}) as id`
  return rows.map(({ id }) => id)
}
