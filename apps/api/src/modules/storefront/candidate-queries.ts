import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import {
  inRange,
  type List,
  listOf,
  merged,
  ordered,
  type Page,
  run,
  sortedOrWalked
} from '../../db/lists.ts'
import type { StorefrontFilters } from './schema.ts'

/**
 * A search first scans this many products in the order of the list. If too few of them match, it then uses
 * the text search index.
 */
const maxScanned = 2_000
/**
 * If a search matches at least this many of the scanned products, the words of the search are considered
 * common. This is one product in a hundred.
 */
const commonMatches = 20

/** SQL that is true if the row `p` of products is published and the row `v`, its vendor, is active. */
export function isPublished(sql: Handle) {
  return sql`p.status = 'PUBLISHED' and v.is_active`
}

/**
 * SQL that is true if customers see the row `p` of products: it is published and has an active variant. `offset 0`
 * stops the planner from turning the subquery into a join. For a page in the middle of a list, the join would
 * read all newer variants.
 */
export function onSale(sql: Handle) {
  return sql`
    ${isPublished(sql)} and exists (select from variants x where x.product_id = p.id and x.is_active offset 0)`
}

/** The list of the products on sale, newest first. */
export function saleList(sql: Handle, page: Page): List {
  return listOf(sql, { from: 'products p', row: 'p', key: { id: 'uuid' }, page })
}

/**
 * Returns a query for the ids of the first products on sale that are in the page's range and pass the
 * filters. Values are wrapped in a select, so that the planner doesn't see them. It then uses one generic
 * plan, which is good for all values.
 */
export function storefrontCandidates(list: List, filters: StorefrontFilters): Fragment {
  if (filters.ids !== undefined) return idsRun(list, filters, filters.ids)
  if (filters.vendorId !== undefined) return vendorRun(list, filters, filters.vendorId)
  if (filters.search !== undefined) return searchRun(list, filters, filters.search)
  if (filters.categoryId !== undefined) return categoryRun(list, filters, filters.categoryId)
  return newestRun(list)
}

/**
 * Returns a query for the newest products on sale. Its constant limit tells the planner to expect few rows,
 * so that it reads an index in order instead of sorting.
 */
function newestRun(list: List): Fragment {
  const { sql, first } = list
  return sql`
    select run.id from (
      select p.id from products p join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} and ${inRange(list, ['p.id'])}
      ${ordered(list, ['p.id'])} limit ${constant(sql, countLimit)}) run
    ${first}`
}

/** Returns a query that looks up the products with these ids and checks the other filters. */
function idsRun(list: List, filters: StorefrontFilters, ids: string[]): Fragment {
  const { sql, first } = list
  return sql`
    select p.id
    from (select distinct unnest((select ${ids}::uuid[])) as id) named
    join products p on p.id = named.id join vendors v on v.id = p.vendor_id
    where ${onSale(sql)} and ${inRange(list, ['p.id'])} ${hasWords(sql, filters)} ${inCategory(sql, filters)}
      ${ofVendor(sql, filters, 'p')}
    ${ordered(list, ['p.id'])} ${first}`
}

/**
 * Returns a query for the products of a vendor. Without a search, it reads the vendor's published products or
 * the products of a category in the order of the list. With a search, it uses the text search index, unless
 * very many of the vendor's products match.
 */
function vendorRun(list: List, filters: StorefrontFilters, vendorId: string): Fragment {
  const { sql, first } = list
  const { categoryId, search } = filters
  const vendor = sql`(select ${vendorId}::uuid)`
  const published = run(list, {
    lead: [
      ['p.status', sql`'PUBLISHED'`],
      ['p.has_pending_revision', sql`state.revised`],
      ['p.vendor_id', vendor]
    ],
    where: sql`(select ${onSale(sql)} from vendors v where v.id = p.vendor_id) ${hasWords(sql, filters)}`
  })
  const walk =
    categoryId === undefined
      ? merged(list, sql`unnest(array[false, true]) as state (revised)`, sql`${published} ${first}`)
      : categoryRun(list, filters, categoryId)
  if (search === undefined) return walk
  const matches = sql`
    select p.id from products p join vendors v on v.id = p.vendor_id
    where ${onSale(sql)} and p.search @@ (select product_query(${vendorId}::uuid, ${search}))
      ${hasWords(sql, filters)} ${inCategory(sql, filters)}`
  return sortedOrWalked(list, { matches, observed: [], walk })
}

/**
 * Returns a query that merges several subqueries: one for the category, and one for each category below it.
 * Each subquery reads the products of one category in the order of the list, at most one page.
 */
function categoryRun(list: List, filters: StorefrontFilters, categoryId: string): Fragment {
  const { sql, first } = list
  const rows = sql`
    select r.product_id as id
    from product_categories r join products p on p.id = r.product_id join vendors v on v.id = p.vendor_id
    where r.category_id = c.id and ${inRange(list, ['r.product_id'])} and ${onSale(sql)} ${hasWords(sql, filters)}
      ${ofVendor(sql, filters, 'r')}
    ${ordered(list, ['r.product_id'])} ${first}`
  return merged(list, sql`category_subtree((select ${categoryId}::uuid)) as c (id)`, rows)
}

/**
 * Returns a query for the products that match a search. The query first scans the next products of the list.
 * If enough of them match, the words of the search are common, so a scan in the order of the list soon finds
 * a page of matches. Otherwise the query uses the text search index, which returns all matches in no order.
 */
function searchRun(list: List, filters: StorefrontFilters, search: string): Fragment {
  const { sql, size, first } = list
  const { categoryId } = filters
  const enough = categoryId === undefined ? size : constant(sql, commonMatches)
  const scanned = categoryId === undefined ? sql`select id from near` : categoryRun(list, filters, categoryId)
  return sql`
    (with near as materialized (
      select p.id from (
        select p.id, p.vendor_id, p.status, p.search from products p
        where p.status = 'PUBLISHED' and ${inRange(list, ['p.id'])}
        ${ordered(list, ['p.id'])} limit ${constant(sql, maxScanned)}) p
      join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} ${hasWords(sql, filters)}
      ${ordered(list, ['p.id'])} limit ${enough}
    ), matching as materialized (
      select p.id from products p join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} and p.search @@ ${wordsOf(sql, search)} ${inCategory(sql, filters)}
        and (select count(*) from near) < ${enough}
    )
    select hit.id from (
      select common.id from (${scanned}) common where (select count(*) from near) = ${enough}
      union all
      select id from matching where ${inRange(list, ['id'])}) hit
    ${ordered(list, ['hit.id'])} ${first})`
}

export function constant(sql: Handle, value: number): Fragment {
  return sql.unsafe(String(value))
}

/** A tsquery that matches every word of the text as a prefix. A text without words matches nothing. */
export function wordsOf(sql: Handle, search: string): Fragment {
  return sql`(select words_query(${search}))`
}

export function hasWords(sql: Handle, { search }: StorefrontFilters): Fragment {
  return search === undefined ? sql`` : sql`and p.search @@ ${wordsOf(sql, search)}`
}

/** Returns the keyword `and`, followed by the condition that the row `alias` belongs to the vendor. */
export function ofVendor(sql: Handle, { vendorId }: StorefrontFilters, alias: 'p' | 'r'): Fragment {
  return vendorId === undefined ? sql`` : sql`and ${sql(alias)}.vendor_id = (select ${vendorId}::uuid)`
}

export function subtree(sql: Handle, categoryId: string): Fragment {
  return sql`array(select category_subtree((select ${categoryId}::uuid)))`
}

/**
 * Returns the keyword `and`, followed by the condition that the product is in the category. The condition is
 * checked for each product separately, because few products match the words of a search. Returns an empty
 * fragment if the filters have no category.
 */
function inCategory(sql: Handle, { categoryId }: StorefrontFilters): Fragment {
  if (categoryId === undefined) return sql``
  return sql`
    and exists (
      select from product_categories r
      where r.product_id = p.id and r.category_id = any (${subtree(sql, categoryId)}) offset 0)`
}

/** An expression for the number of products on sale that pass the filters, at most `countLimit`. */
export function countOnSale(sql: Handle, filters: StorefrontFilters): Fragment {
  const unordered = sql`
    select p.id from products p join vendors v on v.id = p.vendor_id
    where ${onSale(sql)} ${hasWords(sql, filters)} limit ${constant(sql, countLimit)}`
  const all = { limit: countLimit - 1, backward: false, key: undefined }
  const { categoryId, vendorId, ids } = filters
  const isUnordered = categoryId === undefined && vendorId === undefined && ids === undefined
  const counting = isUnordered ? unordered : storefrontCandidates(saleList(sql, all), filters)
  return sql`(select count(*) from (${counting}) c)`
}

/**
 * Returns a statement that converts a search to the text of a tsquery. Run this statement first and pass its
 * result to `liveProducts` as `terms`, so that the planner can estimate the number of matches.
 */
export function searchTerms(sql: Handle, search: string): Fragment {
  return sql`select ${wordsOf(sql, search)}::text as terms`
}

/**
 * Returns a query for the live products that pass the filters; `terms` replaces the search. It serves only to
 * get the planner's estimate of the number of rows. A list with the filter `ids` is short, so it needs none.
 */
export function liveProducts(
  sql: Handle,
  { categoryId, vendorId, terms }: Omit<StorefrontFilters, 'ids'> & { terms: string | undefined }
): Fragment {
  return sql`
    select from products p join vendors v on v.id = p.vendor_id
    where ${isPublished(sql)} ${terms === undefined ? sql`` : sql`and p.search @@ ${terms}::tsquery`}
      ${vendorId === undefined ? sql`` : sql`and p.vendor_id = ${vendorId}`}
      ${
        categoryId === undefined
          ? sql``
          : sql`and p.id in (
              select r.product_id from product_categories r
              where r.category_id = any (${subtree(sql, categoryId)}))`
      }`
}
