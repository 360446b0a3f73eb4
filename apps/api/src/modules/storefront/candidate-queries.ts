import type postgres from 'postgres'
import type { Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import type { StorefrontFilters } from './schema.ts'
import { isLive, onSale } from './shape-queries.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** How many products a search looks at one by one before it asks its index for all that match. */
const walked = 2_000
/** So many matches among those walked, and the words are common: one product in a hundred has them. */
const common = 20

type Candidates = {
  filters: StorefrontFilters
  limit: number
  backward: boolean
  /** The id that the page begins behind. */
  key: string | undefined
}
type List = { sql: Handle; filters: StorefrontFilters } & ReturnType<typeof rangeOf>

/**
 * The ids of the first `limit` products on sale that pass the filters and lie behind `key`, in order: newest first,
 * or oldest first when `backward`. Values are wrapped in a select, so that the planner does not see them and keeps
 * one plan, which is right for all of them.
 */
export function candidates(sql: Handle, { filters, ...range }: Candidates): Fragment {
  const list = { sql, filters, ...rangeOf(sql, range) }
  if (filters.search !== undefined) return searchRun(list, filters.search)
  if (filters.categoryId !== undefined) return categoryRun(list, filters.categoryId)
  return newestRun(list)
}

function rangeOf(sql: Handle, { key, backward, limit }: Omit<Candidates, 'filters'>) {
  const [least, greatest] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  return {
    key: sql`(select ${key ?? (backward ? least : greatest)}::uuid)`,
    behind: backward ? sql`>` : sql`<`,
    direction: backward ? sql`asc` : sql`desc`,
    first: sql`(select ${limit}::integer)`
  }
}

/** The number written out tells the planner that few rows are wanted: it reads the index in order, sorting nothing. */
function newestRun({ sql, key, behind, direction, first }: List): Fragment {
  return sql`
    select run.id from (
      select p.id from products p join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} and p.id ${behind} ${key}
      order by p.id ${direction} limit ${constant(sql, countLimit)}) run
    limit ${first}`
}

/** Each category at or below the given one is read in order, no further than the page, and the runs are merged. */
function categoryRun({ sql, filters, key, behind, direction, first }: List, categoryId: string): Fragment {
  return sql`
    select distinct run.id from category_subtree((select ${categoryId}::uuid)) as c (id)
    cross join lateral (
      select r.product_id as id
      from product_categories r join products p on p.id = r.product_id join vendors v on v.id = p.vendor_id
      where r.category_id = c.id and r.product_id ${behind} ${key} and ${onSale(sql)} ${hasWords(sql, filters)}
      order by r.product_id ${direction} limit ${first}) run
    order by run.id ${direction} limit ${first}`
}

/**
 * Words that many products have are looked for along the list, which fills a page soon. Others are taken from the
 * index of words, which gives all that match, in no order. Which it is, the next products of the list tell.
 */
function searchRun(list: List, search: string): Fragment {
  const { sql, filters, key, behind, direction, first } = list
  const { categoryId } = filters
  const enough = categoryId === undefined ? first : constant(sql, common)
  const along = categoryId === undefined ? sql`select id from near` : categoryRun(list, categoryId)
  return sql`
    (with near as materialized (
      select p.id from (
        select p.id, p.vendor_id, p.status, p.search from products p
        where p.status = 'PUBLISHED' and p.id ${behind} ${key}
        order by p.id ${direction} limit ${constant(sql, walked)}) p
      join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} ${hasWords(sql, filters)}
      order by p.id ${direction} limit ${enough}
    ), matching as materialized (
      select p.id from products p join vendors v on v.id = p.vendor_id
      where ${onSale(sql)} and p.search @@ ${wordsOf(sql, search)} ${inCategory(sql, filters)}
        and (select count(*) from near) < ${enough}
    )
    select found.id from (
      select common.id from (${along}) common where (select count(*) from near) = ${enough}
      union all
      select id from matching where id ${behind} ${key}) found
    order by found.id ${direction} limit ${first})`
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

/** How many products on sale pass the filters, `countLimit` at most, as `counted`. */
export function counted(sql: Handle, filters: StorefrontFilters): Fragment {
  const inNoOrder = sql`
    select p.id from products p join vendors v on v.id = p.vendor_id
    where ${onSale(sql)} ${hasWords(sql, filters)} limit ${constant(sql, countLimit)}`
  const counting =
    filters.categoryId === undefined
      ? inNoOrder
      : candidates(sql, { filters, limit: countLimit, backward: false, key: undefined })
  return sql`select count(*)::integer as counted from (${counting}) c`
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
