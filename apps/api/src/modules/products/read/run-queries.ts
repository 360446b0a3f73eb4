import type { Handle } from '../../../db/connect.ts'
import type { ProductFilters } from '../schema.ts'
import { type Filter, type Fragment, passes } from './filter-queries.ts'
import { filtersOfState, statesOf } from './states.ts'

type Candidates = {
  filters: ProductFilters
  backward: boolean
  /** The id that the page begins behind. */
  key: string | undefined
  limit: number
  /** A limit that the planner sees, so that it expects few rows: how large `limit` can get. */
  cap: 101 | 1000
}

/** So many products that a search or a moment of change finds are sorted; if it finds more, the list is walked. */
const mostSorted = 10_000

/**
 * The ids of the first `limit` of the vendor's products that pass the filters and lie behind `key`, in order: newest
 * first, or oldest first when `backward`. They are read from the index of one filter, the first there is of sku,
 * search, updatedAfter, bulkImportJobId, categoryId and those by state; the others are checked on each product.
 *
 * Three things keep every page as cheap as the first, whatever the planner believes:
 * - A run of an index is bounded by comparing rows and ordered by all of its columns, and no other index begins with
 *   the same column. With `vendor_id = …` alone the planner may walk the primary key, past everybody else's products.
 * - What is checked on each product is asked by its id, outside of the run, so that no other index is considered.
 * - Values are wrapped in a select. Where the planner sees them it takes each call for cheaper than the plan it has
 *   kept, and plans anew each time: 1 ms on top of a page's 1.6 ms.
 */
export function candidates(sql: Handle, vendorId: string, input: Candidates): Fragment {
  const list = { sql, vendorId, filters: input.filters, ...rangeOf(sql, vendorId, input) }
  const { sku, search, updatedAfter } = input.filters
  if (sku !== undefined) return bySku(list, sku)
  if (search !== undefined) return sortedOrWalked(list, 'search', searchIds(list, search))
  if (updatedAfter !== undefined) return sortedOrWalked(list, 'updatedAfter', updatedIds(list, updatedAfter))
  return walk(list)
}

type List = { sql: Handle; vendorId: string; filters: ProductFilters } & ReturnType<typeof rangeOf>

/** What the runs of a page share: wrapped values and the comparisons of its direction. */
function rangeOf(sql: Handle, vendorId: string, { key, backward, limit, cap }: Candidates) {
  const [least, greatest] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  return {
    vendor: sql`(select ${vendorId}::uuid)`,
    key: sql`(select ${key ?? (backward ? least : greatest)}::uuid)`,
    behind: backward ? sql`>` : sql`<`,
    within: backward ? sql`<=` : sql`>=`,
    direction: backward ? sql`asc` : sql`desc`,
    first: sql`limit (select ${limit}::integer)`,
    most: sql.unsafe(String(mostSorted)),
    cap: cap === 101 ? sql`limit 101` : sql`limit 1000`
  }
}

/** The first of a run's ids that pass the filters which the run does not observe by itself. */
function firstOf(list: List, run: Fragment, observed: readonly Filter[] = []): Fragment {
  const { sql, first, cap } = list
  return sql`
    select few.id from (
      select run.id from (${run}) run where true ${unless(list, observed, sql`run.id`)} ${first}) few ${cap}`
}

/** The filters but for those observed already, as a condition begun by `and`. */
function unless({ sql, vendorId, filters }: List, observed: readonly Filter[], id: Fragment): Fragment {
  const left = Object.entries(filters).filter(([name]) => !observed.some((filter) => filter === name))
  return left.length > 0
    ? sql`and ${passes(sql, vendorId, { filters: Object.fromEntries(left), id })}`
    : sql``
}

/** The vendor's products in the order of ids, from the index that leaves out most. */
function walk(list: List): Fragment {
  const { bulkImportJobId, categoryId } = list.filters
  if (bulkImportJobId !== undefined) return byJob(list, bulkImportJobId)
  if (categoryId !== undefined) return byCategory(list, categoryId)
  if (filtersOfState.some((name) => list.filters[name] !== undefined)) return byState(list)
  return byVendor(list)
}

function byVendor(list: List): Fragment {
  const { sql, vendor, key, behind, within, direction } = list
  const run = sql`
    select p.id from products p
    where (p.vendor_id, p.id) ${behind} (${vendor}, ${key}) and p.vendor_id ${within} ${vendor}
    order by p.vendor_id ${direction}, p.id ${direction}`
  return firstOf(list, run)
}

function byState(list: List): Fragment {
  const { sql, vendor, key, behind, within, direction, first } = list
  const states = statesOf(list.filters)
  const statuses = sql`(select ${states.map(({ status }) => status)}::text[])`
  const revised = sql`(select ${states.map(({ revised }) => String(revised))}::text[]::boolean[])`
  const run = sql`
    select p.id from products p
    where (p.status, p.has_pending_revision, p.vendor_id, p.id) ${behind} (state.status, state.revised, ${vendor}, ${key})
      and (p.status, p.has_pending_revision, p.vendor_id) ${within} (state.status, state.revised, ${vendor})
    order by p.status ${direction}, p.has_pending_revision ${direction}, p.vendor_id ${direction}, p.id ${direction}`
  return sql`
    select found.id from unnest(${statuses}, ${revised}) as state (status, revised)
    cross join lateral (${firstOf(list, run, filtersOfState)}) found
    order by found.id ${direction} ${first}`
}

function byCategory(list: List, categoryId: string): Fragment {
  const { sql, vendor, key, behind, within, direction, first } = list
  const run = sql`
    select r.product_id as id from product_categories r
    where (r.vendor_id, r.category_id, r.product_id) ${behind} (${vendor}, c.id, ${key})
      and (r.vendor_id, r.category_id) ${within} (${vendor}, c.id)
    order by r.vendor_id ${direction}, r.category_id ${direction}, r.product_id ${direction}`
  return sql`
    select distinct found.id from category_subtree((select ${categoryId}::uuid)) as c (id)
    cross join lateral (${firstOf(list, run, ['categoryId'])}) found
    order by found.id ${direction} ${first}`
}

function byJob(list: List, jobId: string): Fragment {
  const { sql, vendor, key, behind, within, direction } = list
  const job = sql`(select ${jobId}::uuid)`
  const run = sql`
    select p.id from products p
    where (p.bulk_import_job_id, p.id) ${behind} (${job}, ${key}) and p.bulk_import_job_id ${within} ${job}
      and (p.vendor_id = ${vendor}) is true
    order by p.bulk_import_job_id ${direction}, p.id ${direction}`
  return firstOf(list, run, ['bulkImportJobId'])
}

/** A SKU is one product's, but may be a variant's of many. */
function bySku(list: List, given: string): Fragment {
  const { sql, vendor, key, behind, within, direction, first } = list
  const sku = sql`(select ${given}::text)`
  const ofProduct = sql`
    select p.id from products p where p.vendor_id = ${vendor} and p.sku = ${sku} and p.id ${behind} ${key}`
  const ofVariants = sql`
    select x.product_id as id from variants x
    where (x.vendor_id, x.sku, x.product_id) ${behind} (${vendor}, ${sku}, ${key})
      and (x.vendor_id, x.sku) ${within} (${vendor}, ${sku})
    order by x.vendor_id ${direction}, x.sku ${direction}, x.product_id ${direction}`
  return sql`
    (${firstOf(list, ofProduct, ['sku'])}) union (${firstOf(list, ofVariants, ['sku'])})
    order by id ${direction} ${first}`
}

function searchIds({ sql, vendorId, vendor }: List, search: string): Fragment {
  return sql`
    select p.id from products p
    where p.search @@ (select product_query(${vendorId}, ${search})) and (p.vendor_id = ${vendor}) is true`
}

/** A product that was changed with its variants is found more than once. */
function updatedIds({ sql, vendor, most }: List, updatedAfter: string): Fragment {
  const moment = sql`(select ${updatedAfter}::timestamptz)`
  return sql`
    (select p.id from products p
    where p.vendor_id = ${vendor} and p.updated_at > ${moment}
    order by p.updated_at desc limit ${most})
    union all
    (select x.product_id as id from variants x
    where x.vendor_id = ${vendor} and x.updated_at > ${moment}
    order by x.updated_at desc limit ${most})`
}

/**
 * What a filter finds in another order than the list's: sorted where it is little, else the list is walked and the
 * filter checked, as much of it passes then. So neither a search for one product nor a first reading of everything
 * goes through many that it does not want.
 */
function sortedOrWalked(list: List, filter: 'search' | 'updatedAfter', ids: Fragment): Fragment {
  const { sql, key, behind, direction, first, most } = list
  return sql`
    (with matches as materialized (${ids} limit ${most}), size as materialized (select count(*) as n from matches)
    select few.id from (
      select distinct m.id from matches m where m.id ${behind} ${key} ${unless(list, [filter], sql`m.id`)}
      order by m.id ${direction} ${first}) few
    where (select n from size) < ${most}
    union all
    select many.id from (${walk(list)}) many where (select n from size) = ${most}
    order by id ${direction})`
}
