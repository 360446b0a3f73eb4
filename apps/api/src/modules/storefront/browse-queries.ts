import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import { firstOf, inRange, type List, listOf, merged, ordered, type Page, run } from '../../db/lists.ts'
import { constant, hasWords, ofVendor, onSale, subtree, wordsOf } from './candidate-queries.ts'
import type { StorefrontFilters, StorefrontSort } from './schema.ts'

/** The filters of the products on sale, and the order of the list. Tests with few products set smaller limits. */
export type Browsing = { filters: StorefrontFilters; sort: StorefrontSort; limits?: typeof defaultLimits }

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

/** `vendor` is the first column of the index for the products of a vendor in this order. */
const orders = {
  newest: { key: { id: 'uuid' }, columns: ['o.product_id'], order: 'desc', vendor: 'o.vendor_id' },
  price: {
    key: { price: 'numeric', id: 'uuid' },
    columns: ['o.price', 'o.product_id'],
    order: 'asc',
    vendor: '(case when o.price >= 0 then o.vendor_id end)'
  },
  '-price': {
    key: { price: 'numeric', id: 'uuid' },
    columns: ['o.price', 'o.product_id'],
    order: 'desc',
    vendor: '(case when o.price >= 0 then o.vendor_id end)'
  },
  name: {
    key: { name_key: 'text collate "C"', id: 'uuid' },
    columns: ['o.name_key', 'o.product_id'],
    order: 'asc',
    vendor: "(case when o.name_key >= '' then o.vendor_id end)"
  }
} as const

const cent = 0.01

/** The list of the products on sale, in the order `sort`. A filter by price limits the range of a list by price. */
export function offerList(sql: Handle, { filters, sort }: Browsing, page: Page): List {
  const { key, order } = orders[sort]
  const { minPrice, maxPrice } = filters
  // Prices have whole cents, and the bounds of a list are excluded.
  const bounds = isByPrice(sort) && {
    after: minPrice === undefined ? undefined : (Number(minPrice) - cent).toFixed(2),
    before: maxPrice === undefined ? undefined : (Number(maxPrice) + cent).toFixed(2)
  }
  return listOf(sql, { from: 'storefront_offers o', row: 'o', key, order, page, ...bounds })
}

function isByPrice(sort: StorefrontSort): boolean {
  return sort === 'price' || sort === '-price'
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
 * Returns a query for the first products in the page's range that pass the filters.
 *
 * A term in the order `newest`, and the stock, a vendor or a price in their order, are ranges of an index (see
 * `walkOf`). With other filters, the next `limits.near` products of the list are checked. If these don't fill the page,
 * the matches of the filter that fewest products pass are sorted, if there are fewer than `limits.sorted`. Otherwise,
 * the next `limits.far` products of the list are checked.
 */
export function offerPage(list: List, browsing: Browsing): PageQuery {
  const { sql } = list
  const { filters, limits = defaultLimits } = browsing
  if (filters.ids !== undefined) {
    const named = sql`select unnest((select ${filters.ids}::uuid[])) as id`
    return { rows: sortedOffers(list, browsing, named), isUnfinished: sql`false` }
  }
  const walk = walkOf(sql, browsing)
  if (walk.isExact) return { rows: walk.rows(list, passes(sql, filters, walk.id)), isUnfinished: sql`false` }
  return {
    common: sql`
      next as materialized (${walk.rows(ofSize(list, limits.near), sql`true`)}),
      near as materialized (${firstPassing(list, filters, sql`next`)}),
      settled as materialized (
        select (select count(*) from near) = ${list.size}
          or (select count(*) from next) < ${constant(sql, limits.near)} as yes),
      ${fewestMatches(sql, browsing, sql`not (select yes from settled)`)},
      further as materialized (
        select w.* from (${walk.rows(ofSize(list, limits.far), sql`true`)}) w where (select not is_few from fewest)),
      far as materialized (${firstPassing(list, filters, sql`further`)})`,
    rows: sql`
      select * from near where (select yes from settled)
      union all
      select s.* from (${sortedOffers(list, browsing, sql`select id from matches`)}) s where (select is_few from fewest)
      union all
      select * from far`,
    isUnfinished: sql`(
      (select count(*) from further) = ${constant(sql, limits.far)} and (select count(*) from far) < ${list.size})`
  }
}

/**
 * Returns an expression for the number of products that pass the filters, at most `countLimit`. It is `countLimit` too
 * if each of several filters has too many matches to check them all.
 */
export function countOffers(sql: Handle, browsing: Browsing): Fragment {
  const { filters } = browsing
  const all = { limit: countLimit - 1, backward: false, key: undefined }
  const list = ofSize(offerList(sql, browsing, all), countLimit)
  const walk = walkOf(sql, browsing)
  if (filters.ids !== undefined || walk.isExact)
    return sql`(select count(*) from (${offerPage(list, browsing).rows}) c)`
  return sql`(
    with ${fewestMatches(sql, browsing, sql`true`)}
    select case when (select is_few from fewest) then (
      select count(*) from (
        select from (select distinct id from matches) n where ${passes(sql, filters, sql`n.id`)}
        limit ${constant(sql, countLimit)}) c)
    else ${constant(sql, countLimit)} end)`
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
  const columns = [...orders[sort].columns]
  const selected = columns.map((column, index) => `${column} as ${names[index]}`)
  return sql`
    select few.* from (
      select ${sql.unsafe(selected.join(', '))}
      from (select distinct m.id from (${matches}) m) m join storefront_offers o on o.product_id = m.id
      where ${inRange(list, columns)} ${ordered(list, columns)} offset 0) few
    where ${passes(sql, filters, sql`few.id`)} ${first}`
}

/** How to read a list in its order. */
type Walk = {
  /** Returns a query for the keys of the next products that pass the condition. It reads index ranges in order. */
  rows: (list: List, where: Fragment) => Fragment
  /** The column of the product's id, for the condition. */
  id: Fragment
  /** True if all products of the ranges pass the filters, except those that have changed a moment ago. */
  isExact: boolean
}

function walkOf(sql: Handle, browsing: Browsing): Walk {
  return (browsing.sort === 'newest' && termWalk(sql, browsing.filters)) || offerWalk(sql, browsing)
}

/** Reads the products of a collection, tag, facet or category, newest first. Returns undefined without such a filter. */
function termWalk(sql: Handle, filters: StorefrontFilters): Walk | undefined {
  const term = termOf(sql, filters)
  if (!term) return undefined
  const { table, column, ids } = term
  const rows = (list: List, where: Fragment) => {
    const lead: [string, Fragment][] = [[`r.${column}`, sql`term.id`]]
    const range = run(list, { from: `${table} r`, lead, columns: ['r.product_id'], where })
    return merged(list, sql`(${ids}) as term (id)`, firstOf(list, range))
  }
  const given = Object.values(filters).filter((value) => value !== undefined)
  return { rows, id: sql`r.product_id`, isExact: given.length === 1 && filters.facetValueIds === undefined }
}

/** Returns the table of a filter by a term, and a query for the ids of the terms that the filter includes. */
function termOf(sql: Handle, { collectionId, tagId, facetValueIds, categoryId }: StorefrontFilters) {
  if (collectionId !== undefined)
    return {
      table: 'product_collections',
      column: 'collection_id',
      ids: sql`select (select ${collectionId}::uuid)`
    }
  if (tagId !== undefined)
    return { table: 'product_tags', column: 'tag_id', ids: sql`select (select ${tagId}::uuid)` }
  if (facetValueIds !== undefined) {
    const first = sql`(select facet_id from facet_values where id = (select ${facetValueIds[0] ?? ''}::uuid))`
    const ids = valuesOf(sql, facetValueIds, first)
    return { table: 'product_facet_values', column: 'facet_value_id', ids }
  }
  if (categoryId !== undefined)
    return {
      ...{ table: 'product_categories', column: 'category_id' },
      ids: sql`select category_subtree((select ${categoryId}::uuid))`
    }
  return undefined
}

/** Reads the offers in the order of the list, those of one vendor or of all. */
function offerWalk(sql: Handle, { filters, sort }: Browsing): Walk {
  const { vendorId, inStock, minPrice, maxPrice, ...others } = filters
  const { vendor: column, columns } = orders[sort]
  const lead: [string, Fragment][] = vendorId === undefined ? [] : [[column, sql`(select ${vendorId}::uuid)`]]
  const rows = (list: List, where: Fragment) => {
    const ranges = ofStates(sql, inStock, (state) =>
      firstOf(list, run(list, { lead, columns: [...columns], where: sql`${state} and ${where}` }))
    )
    const inOrder = ordered(
      list,
      list.names.map((name) => `entry.${name}`)
    )
    return sql`select entry.* from (${ranges}) entry ${inOrder} ${list.first}`
  }
  const isWithoutTerms = Object.values(others).every((filter) => filter === undefined)
  const isRange = isByPrice(sort) || (minPrice === undefined && maxPrice === undefined)
  return { rows, id: sql`o.product_id`, isExact: isWithoutTerms && isRange }
}

/**
 * Returns the union of a query for the offers in stock and one for the others, or only one of them. Their conditions
 * are constants, because there are separate indexes.
 */
function ofStates(
  sql: Handle,
  inStock: boolean | undefined,
  query: (condition: Fragment) => Fragment
): Fragment {
  if (inStock === true) return query(sql`o.in_stock`)
  if (inStock === false) return query(sql`not o.in_stock`)
  return sql`(${query(sql`o.in_stock`)}) union all (${query(sql`not o.in_stock`)})`
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
  const sets: Fragment[] = []
  if (search !== undefined)
    sets.push(sql`
      select p.id from products p where p.search @@ ${
        vendorId === undefined
          ? wordsOf(sql, search)
          : sql`(select product_query((select ${vendorId}::uuid), ${search}))`
      }`)
  if (categoryId !== undefined)
    sets.push(sql`
      select r.product_id as id from product_categories r where r.category_id = any (${subtree(sql, categoryId)})`)
  if (collectionId !== undefined)
    sets.push(sql`
      select r.product_id as id from product_collections r where r.collection_id = (select ${collectionId}::uuid)`)
  if (tagId !== undefined)
    sets.push(sql`select r.product_id as id from product_tags r where r.tag_id = (select ${tagId}::uuid)`)
  if (facetValueIds !== undefined) sets.push(fewestOfFacets(sql, facetValueIds))
  if (vendorId !== undefined)
    sets.push(
      ofStates(
        sql,
        filters.inStock,
        (state) => sql`
          select o.product_id as id from storefront_offers o where ${state} and o.vendor_id = (select ${vendorId}::uuid)`
      )
    )
  if (!isByPrice(sort) && (minPrice !== undefined || maxPrice !== undefined))
    sets.push(
      ofStates(
        sql,
        filters.inStock,
        (state) => sql`
          select o.product_id as id from storefront_offers o where ${state} and ${isBetween(sql, 'o.price', filters)}`
      )
    )
  return sets
}

/** Returns a query for the ids of products that have one of the values. It reads those of the facet with fewest. */
function fewestOfFacets(sql: Handle, valueIds: string[]): Fragment {
  const ids = idsOf(sql, valueIds)
  const facet = sql`(
    select f.facet_id
    from (select distinct v.facet_id from facet_values v where v.id = any (${ids})) f
    cross join lateral (
      select count(*) as size from (
        select from facet_values v join product_facet_values r on r.facet_value_id = v.id
        where v.facet_id = f.facet_id and v.id = any (${ids}) limit ${constant(sql, defaultLimits.sorted)}) few) counted
    order by counted.size limit 1)`
  return sql`
    select r.product_id as id from product_facet_values r
    where r.facet_value_id = any (array(${valuesOf(sql, valueIds, facet)}))`
}

/** Returns a query for those of the facet values that belong to the facet. */
function valuesOf(sql: Handle, valueIds: string[], facet: Fragment): Fragment {
  return sql`select v.id from facet_values v where v.id = any (${idsOf(sql, valueIds)}) and v.facet_id = ${facet}`
}

function idsOf(sql: Handle, ids: string[]): Fragment {
  return sql`array(select unnest((select ${ids}::uuid[])))`
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

function isBetween(sql: Handle, column: string, { minPrice, maxPrice }: StorefrontFilters): Fragment {
  const price = sql.unsafe(column)
  const from = minPrice === undefined ? sql`true` : sql`${price} >= (select ${minPrice}::numeric)`
  return maxPrice === undefined ? from : sql`${from} and ${price} <= (select ${maxPrice}::numeric)`
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
