import type { Fragment, Handle } from '../../../db/connect.ts'
import { countLimit, plannedRows } from '../../../db/estimate.ts'
import {
  firstOf,
  inRange,
  type List,
  listOf,
  maxSorted,
  merged,
  ordered,
  type Page,
  pageStatement,
  readRows,
  run,
  sortedOrWalked
} from '../../../db/lists.ts'
import type { Listed } from '../../../http/paging.ts'
import type { ProductFilters } from '../schema.ts'
import { conditionsOf, estimable, filtersOfState, statesOf } from './filter-queries.ts'
import { fromOrigin, productColumns } from './shape-queries.ts'

type PageInput = { filters: ProductFilters; page: Page; assetOrigin: string; withCount?: boolean }

/**
 * Returns one page of products, newest first, in one statement. With `withCount`, `total` is the number of
 * the vendor's products that match the filters, at most `countLimit`.
 */
export function listProducts(sql: Handle, vendorId: string, input: PageInput): Promise<Listed> {
  return readRows(sql, pageQuery(sql, vendorId, input))
}

/** The statement of `listProducts`. */
export function pageQuery(
  sql: Handle,
  vendorId: string,
  { filters, page, assetOrigin, withCount = false }: PageInput
): Fragment {
  const list = productList(sql, vendorId, { filters, page })
  const all = { limit: countLimit - 1, backward: false, key: undefined }
  const counted = () =>
    rowsOf(productList(sql, vendorId, { filters, page: all, cap: 1000 }), vendorId, filters)
  return pageStatement(list, {
    rows: rowsOf(list, vendorId, filters),
    json: sql`select to_json(s) from (select ${sql.unsafe(productColumns.outline)}) s`,
    joins: sql`
      join products p on p.id = run.id join vendors v on v.id = p.vendor_id
      cross join ${fromOrigin(sql, assetOrigin)}`,
    count: withCount ? sql`(select count(*) from (${counted()}) matching)` : undefined
  })
}

function productList(
  sql: Handle,
  vendorId: string,
  { filters, ...range }: { filters: ProductFilters; page: Page; cap?: 1000 }
): List {
  const conditions = conditionsOf(sql, vendorId, filters)
  return listOf(sql, { ...range, from: 'products p', row: 'p', key: { id: 'uuid' }, conditions })
}

/**
 * Returns a query for the ids of the first products that match the filters. It uses the index for the first
 * filter in this list that is set: sku, search, updatedAfter, bulkImportJobId, categoryId, the filters by
 * state. If too many products match `search` or `updatedAfter` to be sorted, it uses the query of `walked`
 * instead.
 */
function rowsOf(list: List, vendorId: string, filters: ProductFilters): Fragment {
  const { sku, search, updatedAfter } = filters
  const vendor = list.sql`(select ${vendorId}::uuid)`
  if (sku !== undefined) return bySku(list, vendor, sku)
  const walk = walked(list, vendor, filters)
  if (search !== undefined) {
    return sortedOrWalked(list, { matches: searched(list, vendor), observed: ['search'], walk })
  }
  if (updatedAfter === undefined) return walk
  return sortedOrWalked(list, {
    ...{ matches: updated(list, vendor, updatedAfter), observed: ['updatedAfter'], walk }
  })
}

/**
 * Returns a query for the vendor's products in the order of their ids. It reads the index for the first of
 * these filters that is set: `bulkImportJobId`, `categoryId`, a filter by state. If none is set, it reads the
 * index of the vendor's products.
 */
function walked(list: List, vendor: Fragment, filters: ProductFilters): Fragment {
  const { sql } = list
  const { bulkImportJobId, categoryId } = filters
  if (bulkImportJobId !== undefined) {
    const job = sql`(select ${bulkImportJobId}::uuid)`
    const rows = run(list, {
      lead: [['p.bulk_import_job_id', job]],
      where: sql`(p.vendor_id = ${vendor}) is true`
    })
    return firstOf(list, rows, ['bulkImportJobId'])
  }
  if (categoryId !== undefined) {
    const rows = run(list, {
      from: 'product_categories r',
      lead: [
        ['r.vendor_id', vendor],
        ['r.category_id', sql`c.id`]
      ],
      columns: ['r.product_id']
    })
    const categories = sql`category_subtree((select ${categoryId}::uuid)) as c (id)`
    return merged(list, categories, firstOf(list, rows, ['categoryId']))
  }
  if (filtersOfState.some((name) => filters[name] !== undefined)) return byState(list, vendor, filters)
  return firstOf(list, run(list, { lead: [['p.vendor_id', vendor]] }))
}

/**
 * Returns a query that merges several subqueries, one for each state that matches the filters. Each subquery
 * reads the products in one state, in the order of their ids.
 */
function byState(list: List, vendor: Fragment, filters: ProductFilters): Fragment {
  const { sql } = list
  const states = statesOf(filters)
  const statuses = sql`(select ${states.map(({ status }) => status)}::text[])`
  const revised = sql`(select ${states.map(({ revised }) => String(revised))}::text[]::boolean[])`
  const rows = run(list, {
    lead: [
      ['p.status', sql`state.status`],
      ['p.has_pending_revision', sql`state.revised`],
      ['p.vendor_id', vendor]
    ]
  })
  const each = sql`unnest(${statuses}, ${revised}) as state (status, revised)`
  return merged(list, each, firstOf(list, rows, [...filtersOfState]))
}

/** Returns a query for the products that have the SKU themselves or have a variant with the SKU. */
function bySku(list: List, vendor: Fragment, given: string): Fragment {
  const { sql, first } = list
  const sku = sql`(select ${given}::text)`
  const ofProduct = sql`
    select p.id from products p where p.vendor_id = ${vendor} and p.sku = ${sku} and ${inRange(list, ['p.id'])}`
  const ofVariants = run(list, {
    from: 'variants x',
    lead: [
      ['x.vendor_id', vendor],
      ['x.sku', sku]
    ],
    columns: ['x.product_id']
  })
  return sql`
    (${firstOf(list, ofProduct, ['sku'])}) union (${firstOf(list, ofVariants, ['sku'])})
    ${ordered(list, ['id'])} ${first}`
}

function searched({ sql, conditions }: List, vendor: Fragment): Fragment {
  return sql`select p.id from products p where ${conditions.search || sql`true`} and (p.vendor_id = ${vendor}) is true`
}

/**
 * Returns a query for the ids of products that were updated after the timestamp, or that have a variant that
 * was updated after it. If the rows of a product and of several of its variants were updated, the id occurs
 * once for each of these rows.
 */
function updated({ sql }: List, vendor: Fragment, updatedAfter: string): Fragment {
  const timestamp = sql`(select ${updatedAfter}::timestamptz)`
  const limit = sql.unsafe(String(maxSorted))
  return sql`
    (select p.id from products p
    where p.vendor_id = ${vendor} and p.updated_at > ${timestamp}
    order by p.updated_at desc limit ${limit})
    union all
    (select x.product_id as id from variants x
    where x.vendor_id = ${vendor} and x.updated_at > ${timestamp}
    order by x.updated_at desc limit ${limit})`
}

const changes = ['product', 'variants'] as const

/** Returns the planner's estimate of how many products match the filters. */
export async function estimateProducts(
  sql: Handle,
  vendorId: string,
  filters: ProductFilters
): Promise<number> {
  const categoryIds = filters.categoryId === undefined ? [] : await listSubtree(sql, filters.categoryId)
  const kinds = filters.updatedAfter === undefined ? (['product'] as const) : changes
  const estimates = kinds.map((changed) =>
    plannedRows(sql, estimable(sql, vendorId, { filters, categoryIds, changed }))
  )
  return Math.max(...(await Promise.all(estimates)))
}

/** Returns the ids of a category and of all its descendants. */
async function listSubtree(sql: Handle, categoryId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select category_subtree(${categoryId}) as id`
  return rows.map(({ id }) => id)
}
