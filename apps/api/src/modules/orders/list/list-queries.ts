import type { Handle } from '../../../db/connect.ts'
import type { Page, PageRow } from '../../../http/paging.ts'
import type { Fragment } from '../shape-queries.ts'
import { countSuborders } from './count-queries.ts'
import type { OrderFilters } from './list-schema.ts'

/** `columns` are those of a row `s` of suborders that an entry of the page shows. */
export type PageInput = { filters: OrderFilters; page: Page; columns: Fragment }

/** One page as rows of JSON text, newest first, and how many pass the filters, in one statement. */
export async function listSuborders(
  sql: Handle,
  vendorId: string,
  input: PageInput
): Promise<{ rows: PageRow[]; total: number }> {
  const found = await sql<{ total: string; placedAt: string; id: string; json: string | null }[]>`
    ${pageQuery(sql, vendorId, input)}`
  const rows = found.flatMap(({ json, placedAt, id }) =>
    json === null ? [] : [{ json, key: [placedAt, id] }]
  )
  return { rows, total: Number(found[0]?.total ?? 0) }
}

/** The statement of a page, with one entry more that tells whether there are further ones. */
export function pageQuery(sql: Handle, vendorId: string, { filters, page, columns }: PageInput): Fragment {
  const direction = page.backward ? sql`asc` : sql`desc`
  return sql`
    select counted.total, listed.* from (select ${countSuborders(sql, vendorId, filters)}::bigint as total) counted
    left join (
      select run.placed_at, run.id, (
        select to_json(shown) from (select ${columns} from suborders s where s.id = run.id) shown)::text as json
      from (select * from (${candidates(sql, vendorId, { filters, page })}) few limit 101) run) listed on true
    order by listed.placed_at ${direction}, listed.id ${direction}`
}

/** So many orders that a search or a moment of change finds are sorted; if it finds more, the list is walked. */
const mostSorted = 10_000

type List = { sql: Handle; vendorId: string; filters: OrderFilters } & ReturnType<typeof rangeOf>

/**
 * `id` and `placed_at` of the first orders behind the page's key that pass the filters. As with products, every page
 * costs the same: a run of an index begins at the key and is in the list's order, what else is asked is checked by id
 * outside of it, and values are wrapped in a select, so that the plan is kept.
 */
function candidates(
  sql: Handle,
  vendorId: string,
  { filters, page }: { filters: OrderFilters; page: Page }
): Fragment {
  const list = { sql, vendorId, filters, ...rangeOf(sql, { filters, page }) }
  const { search, updatedAfter } = filters
  return search === undefined && updatedAfter === undefined ? walk(list) : sortedOrWalked(list)
}

/**
 * Where a page begins and ends, for a row `s` of orders: behind its key, or from the moment in the filters that lies at that
 * end of the list, to the moment at the other end.
 */
function rangeOf(sql: Handle, { filters, page }: { filters: OrderFilters; page: Page }) {
  const { placedAfter, placedBefore } = filters
  const [least, greatest] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  const begin = page.backward ? [placedAfter ?? '-infinity', greatest] : [placedBefore ?? 'infinity', least]
  const [moment, id] = page.key ?? begin
  const behind = page.backward ? sql`>` : sql`<`
  const end = page.backward ? placedBefore : placedAfter
  const key = sql`(select ${moment ?? ''}::timestamptz), (select ${id ?? ''}::uuid)`
  return {
    range: sql`
      (s.placed_at, s.id) ${behind} (${key})
      ${end === undefined ? sql`` : sql`and s.placed_at ${page.backward ? sql`<` : sql`>`} (select ${end}::timestamptz)`}`,
    direction: page.backward ? sql`asc` : sql`desc`,
    first: sql`limit (select ${page.limit + 1}::integer)`
  }
}

/** The vendor's orders in the list's order, by status where one is asked for. */
function walk({ sql, vendorId, filters, range, direction, first }: List): Fragment {
  const { search, updatedAfter, status } = filters
  const run = sql`
    select s.id, s.placed_at from suborders s
    where s.vendor_id = (select ${vendorId}::uuid)
      ${status === undefined ? sql`` : sql`and s.status = (select ${status}::text)`} and ${range}
    order by s.placed_at ${direction}, s.id ${direction}`
  if (search === undefined && updatedAfter === undefined) return sql`${run} ${first}`
  return sql`
    select run.id, run.placed_at from (${run}) run
    where (
      select true ${search === undefined ? sql`` : sql`and s.search @@ (select product_query(${vendorId}, ${search}))`}
        ${updatedAfter === undefined ? sql`` : sql`and s.updated_at > (select ${updatedAfter}::timestamptz)`}
      from suborders s where s.id = run.id)
    ${first}`
}

/**
 * What a search or a moment of change finds, which is in another order than the list: sorted where it is little, else the
 * list is walked and the filter checked, as much of it passes then.
 */
function sortedOrWalked(list: List): Fragment {
  const { sql, filters, range, direction, first } = list
  const { status, updatedAfter } = filters
  const most = sql.unsafe(String(mostSorted))
  return sql`
    (with matches as materialized (${matching(list)} limit ${most}),
      size as materialized (select count(*) as n from matches)
    select few.id, few.placed_at from (
      select s.id, s.placed_at from matches s
      where ${range} ${status === undefined ? sql`` : sql`and s.status = ${status}`}
        ${updatedAfter === undefined ? sql`` : sql`and s.updated_at > ${updatedAfter}::timestamptz`}
      order by s.placed_at ${direction}, s.id ${direction} ${first}) few
    where (select n from size) < ${most}
    union all
    select many.id, many.placed_at from (${walk(list)}) many where (select n from size) = ${most})`
}

/** By the index of the search, else of the moments of change. */
function matching({ sql, vendorId, filters: { search, updatedAfter } }: List): Fragment {
  const found = sql`select s.id, s.placed_at, s.status, s.updated_at from suborders s`
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  if (search !== undefined) {
    return sql`${found} where s.search @@ (select product_query(${vendorId}, ${search})) and (${vendor}) is true`
  }
  return sql`
    ${found} where ${vendor} and s.updated_at > (select ${updatedAfter ?? ''}::timestamptz)
    order by s.updated_at desc, s.id desc`
}
