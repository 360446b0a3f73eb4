import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import { inRange, type List, ordered } from '../../db/lists.ts'
import { constant, hasWords, ofVendor, onSale, subtree, wordsOf } from './candidate-queries.ts'
import type { StorefrontFilters } from './schema.ts'
import {
  idsOf,
  isBetween,
  isByPrice,
  keyColumns,
  type Order,
  offerList,
  ofStates,
  valuesOf,
  walkOf
} from './walk-queries.ts'

/** The filters of the products on sale, and the order of the list. Tests with few products set smaller limits. */
export type Browsing = Order & { limits?: typeof defaultLimits }

/** How many products the statement of a page reads at most, in each of the ways of `offerPage`. */
const defaultLimits = { near: 1_000, sorted: 50_000, far: 20_000 }

/**
 * True if the list is read from `storefront_offers` (docs/decisions/0039). All others are lists of products, newest
 * first.
 */
export function usesOffers({ filters, sort }: Browsing): boolean {
  const { minPrice, maxPrice, inStock, facetValueIds, collectionId, tagId } = filters
  return (
    sort !== 'newest' ||
    [minPrice, maxPrice, inStock, facetValueIds, collectionId, tagId].some((filter) => filter !== undefined)
  )
}

/** The parts of the statement that reads a page. */
type PageQuery = {
  /** Common table expressions that `rows` and `isUnfinished` refer to, if there are any. */
  common?: Fragment
  /** A query for the keys of the page. */
  rows: Fragment
  /** An expression that is true if the page couldn't be read within the limits. */
  isUnfinished: Fragment
}

/**
 * Returns a query for the first products in the page's range that pass the filters. First, twice as many of the next
 * products of the list are checked as the page needs. If these don't fill the page, it depends on the filters:
 *
 * - With one filter, and with some combinations, the list is a few ranges of indexes (see `walkOf`). Only products that have
 *   changed a moment ago don't pass, so all of the next ones are checked.
 * - With other filters, the next `limits.near` products of the list are checked. If these don't fill the page, the matches of
 *   the filter that fewest products pass are sorted, if there are fewer than `limits.sorted`. Otherwise, the next
 *   `limits.far` products of the list are checked.
 */
export function offerPage(list: List, browsing: Browsing): PageQuery {
  const { sql } = list
  const { filters, limits = defaultLimits } = browsing
  if (filters.ids !== undefined) {
    const named = sql`select unnest((select ${filters.ids}::uuid[])) as id`
    return { rows: sortedOffers(list, browsing, named), isUnfinished: sql`false` }
  }
  const walk = walkOf(sql, browsing)
  const double = twice(list)
  const next = sql`
    next as materialized (${walk.rows(double, sql`true`)}),
    first as materialized (${firstPassing(list, filters, sql`next`)}),
    is_first as materialized (${isSettled(list, { passing: sql`first`, rows: sql`next`, size: double.size })})`
  const firstRows = sql`select * from first where (select yes from is_first)`
  if (walk.isExact)
    return {
      common: next,
      rows: sql`
        ${firstRows}
        union all
        select w.* from (${walk.rows(list, passes(sql, filters, walk.id))}) w where not (select yes from is_first)`,
      isUnfinished: sql`false`
    }
  const nearSize = constant(sql, limits.near)
  return {
    common: sql`
      ${next},
      nearest as materialized (
        select w.* from (${walk.rows(ofSize(list, limits.near), sql`true`)}) w where not (select yes from is_first)),
      near as materialized (${firstPassing(list, filters, sql`nearest`)}),
      is_near as materialized (
        select n.yes and not (select yes from is_first) as yes
        from (${isSettled(list, { passing: sql`near`, rows: sql`nearest`, size: nearSize })}) n),
      ${fewestMatches(sql, browsing, sql`not (select yes from is_first) and not (select yes from is_near)`)},
      further as materialized (
        select w.* from (${walk.rows(ofSize(list, limits.far), sql`true`)}) w where (select not is_few from fewest)),
      far as materialized (${firstPassing(list, filters, sql`further`)})`,
    rows: sql`
      ${firstRows}
      union all
      select * from near where (select yes from is_near)
      union all
      select s.* from (${sortedOffers(list, browsing, sql`select id from matches`)}) s where (select is_few from fewest)
      union all
      select * from far`,
    isUnfinished: sql`(
      (select count(*) from further) = ${constant(sql, limits.far)} and (select count(*) from far) < ${list.size})`
  }
}

/** Returns a query for `yes`: true if the rows that pass fill the page, or if the list has fewer rows than were read. */
function isSettled(
  list: List,
  { passing, rows, size }: Record<'passing' | 'rows' | 'size', Fragment>
): Fragment {
  return list.sql`select (select count(*) from ${passing}) = ${list.size} or (select count(*) from ${rows}) < ${size} as yes`
}

/**
 * Returns an expression for the number of products that pass the filters, at most `countLimit`. It is `countLimit` too
 * if each of several filters has too many matches to check them all, or if some of the first `countLimit` offers no longer
 * pass.
 */
export function countOffers(sql: Handle, browsing: Browsing): Fragment {
  const { filters } = browsing
  const max = constant(sql, countLimit)
  const list = ofSize(
    offerList(sql, browsing, { limit: countLimit - 1, backward: false, key: undefined }),
    countLimit
  )
  if (filters.ids !== undefined) return sql`(select count(*) from (${offerPage(list, browsing).rows}) c)`
  const walk = walkOf(sql, browsing)
  if (walk.isExact)
    return sql`(
      with counted as materialized (${walk.rows(list, sql`true`)})
      select case when (select count(*) from counted) = ${max} then ${max}
        else (select count(*) from counted n where ${passes(sql, filters, sql`n.id`)}) end)`
  return sql`(
    with ${fewestMatches(sql, browsing, sql`true`)}
    select case when (select is_few from fewest) then (
      select count(*) from (
        select from (select distinct id from matches) n where ${passes(sql, filters, sql`n.id`)} limit ${max}) c)
    else ${max} end)`
}

/** Returns the list with pages of twice the size. */
function twice(list: List): List {
  const { sql } = list
  const size = sql`(2 * ${list.size})`
  return { ...list, size, first: sql`limit ${size}`, cap: sql`limit 1000` }
}

function ofSize(list: List, size: number): List {
  const { sql } = list
  const first = sql`limit ${constant(sql, size)}`
  return { ...list, size: constant(sql, size), first, cap: first }
}

/** Returns a query for the first rows of a common table expression with keys of the list that pass the filters. */
function firstPassing(list: List, filters: StorefrontFilters, rows: Fragment): Fragment {
  const { sql, names, first } = list
  const inOrder = ordered(
    list,
    names.map((name) => `n.${name}`)
  )
  return sql`
    select n.* from (select * from ${rows} n ${inOrder} offset 0) n where ${passes(sql, filters, sql`n.id`)} ${first}`
}

/** Returns a query for the products in the page's range that pass the filters, among those with the ids of `matches`. */
function sortedOffers(list: List, { filters, sort }: Browsing, matches: Fragment): Fragment {
  const { sql, first, names } = list
  const columns = keyColumns(sort, 'o')
  const selected = columns.map((column, index) => `${column} as ${names[index]}`)
  return sql`
    select few.* from (
      select ${sql.unsafe(selected.join(', '))}
      from (select distinct m.id from (${matches}) m) m join storefront_offers o on o.product_id = m.id
      where ${inRange(list, columns)} ${ordered(list, columns)} offset 0) few
    where ${passes(sql, filters, sql`few.id`)} ${first}`
}

/**
 * Returns the common table expressions `fewest` and `matches`. For each filter with an index, the ids of its matches
 * are read, up to the limit, if the condition holds. `fewest` says whether the smallest of these sets is complete
 * (`is_few`), and `matches` are then its ids, which may repeat.
 */
function fewestMatches(sql: Handle, browsing: Browsing, condition: Fragment): Fragment {
  const max = constant(sql, (browsing.limits ?? defaultLimits).sorted)
  const sets = matchesOf(sql, browsing).map((ids, index) => ({
    ids,
    name: sql.unsafe(`matches_${index}`),
    index
  }))
  const read = sets.map(
    ({ ids, name }) =>
      sql`${name} as materialized (select m.id from (${ids}) m where ${condition} limit ${max})`
  )
  const sizes = sets.map(
    ({ name, index }) => sql`select ${constant(sql, index)} as number, (select count(*) from ${name}) as size`
  )
  const chosen = sets.map(
    ({ name, index }) =>
      sql`select id from ${name} where (select is_few and number = ${constant(sql, index)} from fewest)`
  )
  return sql`
    ${joined(sql, read, ', ')},
    fewest as materialized (
      select number, size < ${max} as is_few from (${joined(sql, sizes, ' union all ')}) s
      where ${condition} order by size limit 1),
    matches as materialized (${joined(sql, chosen, ' union all ')})`
}

/** Returns, for each filter with an index, a query for the ids of the products that match it. */
function matchesOf(sql: Handle, { filters, sort }: Browsing): Fragment[] {
  const { categoryId, collectionId, tagId, facetValueIds, vendorId, search, minPrice, maxPrice } = filters
  const offers = (condition: Fragment) =>
    ofStates(
      sql,
      filters.inStock,
      (state) => sql`select o.product_id as id from storefront_offers o where ${state} and ${condition}`
    )
  const sets: Fragment[] = []
  if (search !== undefined)
    sets.push(sql`
      select p.id from products p where p.search @@ ${
        vendorId === undefined
          ? wordsOf(sql, search)
          : sql`(select product_query((select ${vendorId}::uuid), ${search}))`
      }`)
  if (categoryId !== undefined)
    sets.push(ofTerms(sql, filters, sql`select category_subtree((select ${categoryId}::uuid))`))
  if (collectionId !== undefined) sets.push(ofTerms(sql, filters, sql`select (select ${collectionId}::uuid)`))
  if (tagId !== undefined) sets.push(ofTerms(sql, filters, sql`select (select ${tagId}::uuid)`))
  if (facetValueIds !== undefined) sets.push(fewestOfFacets(sql, filters, facetValueIds))
  if (vendorId !== undefined) sets.push(offers(sql`o.vendor_id = (select ${vendorId}::uuid)`))
  if (!isByPrice(sort) && (minPrice !== undefined || maxPrice !== undefined))
    sets.push(offers(isBetween(sql, 'o.price', filters)))
  return sets
}

/** Returns a query for the ids of products that have one of the terms and pass the filters by stock and price. */
function ofTerms(sql: Handle, filters: StorefrontFilters, terms: Fragment): Fragment {
  const { inStock } = filters
  const states = inStock === undefined ? sql`array[true, false]` : sql`array[(select ${inStock}::boolean)]`
  return sql`
    select r.product_id as id
    from (${terms}) as term (id) cross join unnest(${states}) as state (in_stock)
      join storefront_term_prices r on r.term_id = term.id and r.in_stock = state.in_stock and ${isBetween(sql, 'r.price', filters)}`
}

/** Returns a query for the ids of products that have one of the values. It reads those of the facet with fewest. */
function fewestOfFacets(sql: Handle, filters: StorefrontFilters, valueIds: string[]): Fragment {
  const ids = idsOf(sql, valueIds)
  const facet = sql`(
    select f.facet_id
    from (select distinct v.facet_id from facet_values v where v.id = any (${ids})) f
    cross join lateral (
      select count(*) as size from (
        select from facet_values v join product_facet_values r on r.facet_value_id = v.id
        where v.facet_id = f.facet_id and v.id = any (${ids}) limit ${constant(sql, defaultLimits.sorted)}) few) counted
    order by counted.size limit 1)`
  return ofTerms(sql, filters, valuesOf(sql, valueIds, facet))
}

/**
 * SQL that is true if the product with this id is on sale and passes the filters at this moment. The rows of
 * `storefront_offers` can be older.
 */
function passes(sql: Handle, filters: StorefrontFilters, id: Fragment): Fragment {
  const product = sql`(
    select ${onSale(sql)} ${hasWords(sql, filters)} ${ofVendor(sql, filters, 'p')} ${hasOffer(sql, filters)}
    from products p join vendors v on v.id = p.vendor_id where p.id = ${id})`
  const terms = hasTerms(sql, filters, id)
  if (terms.length === 0) return product
  // The terms are in indexes, so they are compared first. The planner would do it in any order.
  return sql`case when ${joined(sql, terms, ' and ')} then ${product} end`
}

/** Returns conditions on the terms of the product with this id. */
function hasTerms(sql: Handle, filters: StorefrontFilters, id: Fragment): Fragment[] {
  const { categoryId, collectionId, tagId, facetValueIds } = filters
  const hasRow = (table: string, term: Fragment) =>
    sql`exists (select from ${sql(table)} r where r.product_id = ${id} and ${term} offset 0)`
  const conditions: Fragment[] = []
  if (collectionId !== undefined)
    conditions.push(hasRow('product_collections', sql`r.collection_id = (select ${collectionId}::uuid)`))
  if (tagId !== undefined) conditions.push(hasRow('product_tags', sql`r.tag_id = (select ${tagId}::uuid)`))
  if (facetValueIds !== undefined) conditions.push(hasValueOfEachFacet(sql, facetValueIds, id))
  if (categoryId !== undefined)
    conditions.push(hasRow('product_categories', sql`r.category_id = any (${subtree(sql, categoryId)})`))
  return conditions
}

/** A value that doesn't exist counts as one of a facet that no product has a value of. */
function hasValueOfEachFacet(sql: Handle, valueIds: string[], id: Fragment): Fragment {
  const ids = idsOf(sql, valueIds)
  return sql`
    (
      select count(distinct f.facet_id) from product_facet_values r join facet_values f on f.id = r.facet_value_id
      where r.product_id = ${id} and r.facet_value_id = any (${ids})
    ) = (
      select count(distinct coalesce(f.facet_id, given.id))
      from unnest(${ids}) as given (id) left join facet_values f on f.id = given.id)`
}

/** Returns the keyword `and`, followed by the filters by price and stock as conditions on the active variants. */
function hasOffer(sql: Handle, filters: StorefrontFilters): Fragment {
  const { inStock, minPrice, maxPrice } = filters
  if (inStock === undefined && minPrice === undefined && maxPrice === undefined) return sql``
  const inState = inStock === undefined ? sql`` : sql`and live.in_stock = (select ${inStock}::boolean)`
  return sql`
    and (
      select ${isBetween(sql, 'live.price', filters)} ${inState}
      from (
        select min(retail_price(x.vendor_price, v.commission_percent)) as price,
          bool_or(x.stock_on_hand > x.stock_reserved) as in_stock
        from variants x where x.product_id = p.id and x.is_active) live)`
}

/** Returns a query for the offers that pass the filters, only to get the planner's estimate of their number. */
export function estimableOffers(
  sql: Handle,
  filters: Omit<StorefrontFilters, 'ids' | 'search'> & { terms: string | undefined }
): Fragment {
  const { categoryId, collectionId, tagId, facetValueIds, vendorId, inStock, terms } = filters
  const having = (given: unknown, condition: () => Fragment) =>
    given === undefined ? sql`` : sql`and ${condition()}`
  const isIn = (ids: Fragment) => sql`o.product_id in (${ids})`
  return sql`
    select from storefront_offers o where ${isBetween(sql, 'o.price', filters)}
      ${having(vendorId, () => sql`o.vendor_id = ${vendorId ?? null}`)}
      ${having(inStock, () => sql`o.in_stock = ${inStock ?? null}`)}
      ${having(terms, () => isIn(sql`select p.id from products p where p.search @@ ${terms ?? null}::tsquery`))}
      ${having(categoryId, () =>
        isIn(sql`
          select r.product_id from product_categories r where r.category_id = any (${subtree(sql, categoryId ?? '')})`)
      )}
      ${having(collectionId, () =>
        isIn(
          sql`select r.product_id from product_collections r where r.collection_id = ${collectionId ?? null}`
        )
      )}
      ${having(tagId, () => isIn(sql`select r.product_id from product_tags r where r.tag_id = ${tagId ?? null}`))}
      ${having(facetValueIds, () =>
        isIn(sql`
          select r.product_id from product_facet_values r where r.facet_value_id = any (${facetValueIds ?? []}::uuid[])`)
      )}`
}

function joined(sql: Handle, fragments: Fragment[], separator: string): Fragment {
  return fragments.reduce((all, fragment) => sql`${all}${sql.unsafe(separator)}${fragment}`)
}
