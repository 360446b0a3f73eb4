import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import { inRange, type List, listOf, merged, ordered, type Page } from '../../db/lists.ts'
import type { StorefrontFilters } from './schema.ts'

/** How many products a search looks at one by one before it asks its index for all that match. */
const walked = 2_000
/** So many matches among those walked, and the words are common: one product in a hundred has them. */
const common = 20

/** Whether a row `p` of products, whose vendor is the row `v`, is live: published, and of an active vendor. */
export function isLive(sql: Handle) {
  return sql`p.status = 'PUBLISHED' and v.is_active`
}

/**
 * Whether customers see it: it is live and there is something to buy. The offset keeps the planner from joining the
 * variants instead, which it would read from the newest on for a page in the middle of a list.
 */
export function onSale(sql: Handle) {
  return sql`
    ${isLive(sql)} and exists (select from variants x where x.product_id = p.id and x.is_active offset 0)`
}

/** The products on sale, newest first. */
export function saleList(sql: Handle, page: Page): List {
  return listOf(sql, { from: 'products p', row: 'p', key: { id: 'uuid' }, page })
}

/**
 * The ids of the first products on sale in the page's range that pass the filters. Values are wrapped in a select, so that
 * the planner does not see them and keeps one plan, which is right for all of them.
 */
export function candidates(list: List, filters: StorefrontFilters): Fragment {
  if (filters.search !== undefined) return searchRun(list, filters, filters.search)
  if (filters.categoryId !== undefined) return categoryRun(list, filters, filters.categoryId)
  return newestRun(list)
}

/** The number written out tells the planner that few rows are wanted: it reads the index in order, sorting nothing. */
function newestRun(list: List): Fragment {
  const { sql, first } = list
  return sql`
    select run.id from (
      select p.id from products p join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} and ${inRange(list, ['p.id'])}
      ${ordered(list, ['p.id'])} limit ${constant(sql, countLimit)}) run
    ${first}`
}

/** Each category at or below the given one is read in order, no further than the page, and the runs are merged. */
function categoryRun(list: List, filters: StorefrontFilters, categoryId: string): Fragment {
  const { sql, first } = list
  const rows = sql`
    select r.product_id as id
    from product_categories r join products p on p.id = r.product_id join vendors v on v.id = p.vendor_id
    where r.category_id = c.id and ${inRange(list, ['r.product_id'])} and ${onSale(sql)} ${hasWords(sql, filters)}
    ${ordered(list, ['r.product_id'])} ${first}`
  return merged(list, sql`category_subtree((select ${categoryId}::uuid)) as c (id)`, rows)
}

/**
 * Words that many products have are looked for along the list, which fills a page soon. Others are taken from the
 * index of words, which gives all that match, in no order. Which it is, the next products of the list tell.
 */
function searchRun(list: List, filters: StorefrontFilters, search: string): Fragment {
  const { sql, size, first } = list
  const { categoryId } = filters
  const enough = categoryId === undefined ? size : constant(sql, common)
  const along = categoryId === undefined ? sql`select id from near` : categoryRun(list, filters, categoryId)
  return sql`
    (with near as materialized (
      select p.id from (
        select p.id, p.vendor_id, p.status, p.search from products p
        where p.status = 'PUBLISHED' and ${inRange(list, ['p.id'])}
        ${ordered(list, ['p.id'])} limit ${constant(sql, walked)}) p
      join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} ${hasWords(sql, filters)}
      ${ordered(list, ['p.id'])} limit ${enough}
    ), matching as materialized (
      select p.id from products p join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} and p.search @@ ${wordsOf(sql, search)} ${inCategory(sql, filters)}
        and (select count(*) from near) < ${enough}
    )
    select found.id from (
      select common.id from (${along}) common where (select count(*) from near) = ${enough}
      union all
      select id from matching where ${inRange(list, ['id'])}) found
    ${ordered(list, ['found.id'])} ${first})`
}

function constant(sql: Handle, value: number): Fragment {
  return sql.unsafe(String(value))
}

/** Every word of the text as a prefix; a text without words matches nothing. */
function wordsOf(sql: Handle, search: string): Fragment {
  return sql`(select words_query(${search}))`
}

function hasWords(sql: Handle, { search }: StorefrontFilters): Fragment {
  return search === undefined ? sql`` : sql`and p.search @@ ${wordsOf(sql, search)}`
}

function subtree(sql: Handle, categoryId: string): Fragment {
  return sql`array(select category_subtree((select ${categoryId}::uuid)))`
}

/** Looked up for each product, as the words of a search leave few. */
function inCategory(sql: Handle, { categoryId }: StorefrontFilters): Fragment {
  if (categoryId === undefined) return sql``
  return sql`
    and exists (
      select from product_categories r
      where r.product_id = p.id and r.category_id = any (${subtree(sql, categoryId)}) offset 0)`
}

/** How many products on sale pass the filters, `countLimit` at most, as an expression. */
export function counted(sql: Handle, filters: StorefrontFilters): Fragment {
  const inNoOrder = sql`
    select p.id from products p join vendors v on v.id = p.vendor_id
    where ${onSale(sql)} ${hasWords(sql, filters)} limit ${constant(sql, countLimit)}`
  const all = { limit: countLimit - 1, backward: false, key: undefined }
  const counting = filters.categoryId === undefined ? inNoOrder : candidates(saleList(sql, all), filters)
  return sql`(select count(*) from (${counting}) c)`
}

/** The search as a tsquery's text, which the planner can look into. */
export function searchTerms(sql: Handle, search: string): Fragment {
  return sql`select ${wordsOf(sql, search)}::text as terms`
}

/** The live products of the category that have the terms, for the planner to say how many there are. */
export function liveProducts(
  sql: Handle,
  { categoryId, terms }: { categoryId: string | undefined; terms: string | undefined }
): Fragment {
  return sql`
    select from products p join vendors v on v.id = p.vendor_id
    where ${isLive(sql)} ${terms === undefined ? sql`` : sql`and p.search @@ ${terms}::tsquery`}
      ${
        categoryId === undefined
          ? sql``
          : sql`and p.id in (
              select r.product_id from product_categories r
              where r.category_id = any (${subtree(sql, categoryId)}))`
      }`
}
