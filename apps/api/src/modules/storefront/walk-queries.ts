import type { Fragment, Handle } from '../../db/connect.ts'
import { firstOf, type List, listOf, merged, ordered, type Page, run } from '../../db/lists.ts'
import type { StorefrontFilters, StorefrontSort } from './schema.ts'

// The ranges of indexes from which lists of the storefront are read in their order.

/** The filters of the products on sale, and the order of a list. */
export type Order = { filters: StorefrontFilters; sort: StorefrontSort }

/**
 * The columns of each order. `vendor` and `band` are the first columns of the indexes of `storefront_offers` for the products
 * of a vendor, and for those whose prices are in a band. `terms` is the table for those of a term.
 */
const orders = {
  newest: {
    key: { id: 'uuid' },
    columns: ['product_id'],
    order: 'desc',
    vendor: 'o.vendor_id',
    band: 'price_band(o.price)',
    terms: 'storefront_term_newest'
  },
  price: {
    key: { price: 'numeric', id: 'uuid' },
    columns: ['price', 'product_id'],
    order: 'asc',
    vendor: '(case when o.price >= 0 then o.vendor_id end)',
    band: undefined,
    terms: 'storefront_term_prices'
  },
  '-price': {
    key: { price: 'numeric', id: 'uuid' },
    columns: ['price', 'product_id'],
    order: 'desc',
    vendor: '(case when o.price >= 0 then o.vendor_id end)',
    band: undefined,
    terms: 'storefront_term_prices'
  },
  name: {
    key: { name_key: 'text collate "C"', id: 'uuid' },
    columns: ['name_key', 'product_id'],
    order: 'asc',
    vendor: "(case when o.name_key >= '' then o.vendor_id end)",
    band: "(case when o.name_key >= '' then price_band(o.price) end)",
    terms: 'storefront_term_names'
  }
} as const

const cent = 0.01

/** The list of the products on sale, in the order `sort`. A filter by price limits the range of a list by price. */
export function offerList(sql: Handle, { filters, sort }: Order, page: Page): List {
  const { key, order } = orders[sort]
  const { minPrice, maxPrice } = filters
  // Prices have whole cents, and the bounds of a list are excluded.
  const bounds = isByPrice(sort) && {
    after: minPrice === undefined ? undefined : (Number(minPrice) - cent).toFixed(2),
    before: maxPrice === undefined ? undefined : (Number(maxPrice) + cent).toFixed(2)
  }
  return listOf(sql, { from: 'storefront_offers o', row: 'o', key, order, page, ...bounds })
}

export function isByPrice(sort: StorefrontSort): boolean {
  return sort === 'price' || sort === '-price'
}

/** Returns the columns of the order's key, in the row `alias` of `storefront_offers` or of the table of terms. */
export function keyColumns(sort: StorefrontSort, alias: string): string[] {
  return orders[sort].columns.map((column) => `${alias}.${column}`)
}

/** How to read a list in its order. */
export type Walk = {
  /** Returns a query for the keys of the next products that pass the condition. It reads index ranges in order. */
  rows: (list: List, where: Fragment) => Fragment
  /** The column of the product's id, for the condition. */
  id: Fragment
  /** True if all products of the ranges pass the filters, except those that have changed a moment ago. */
  isExact: boolean
}

/** Returns the walk through the smallest ranges that an index has for these filters and this order. */
export function walkOf(sql: Handle, order: Order): Walk {
  return termWalk(sql, order) ?? bandWalk(sql, order) ?? offerWalk(sql, order)
}

/** Reads the products of a collection, tag, facet or category. Returns undefined without such a filter. */
function termWalk(sql: Handle, { filters, sort }: Order): Walk | undefined {
  const term = termOf(sql, filters)
  if (!term) return undefined
  const { inStock } = filters
  const others = { ...filters, inStock: undefined, [term.filter]: undefined }
  const states = inStock === undefined ? sql`unnest(array[true, false])` : sql`(select ${inStock}::boolean)`
  const rows = (list: List, where: Fragment) => {
    const lead: [string, Fragment][] = [
      ['r.term_id', sql`term.id`],
      ['r.in_stock', sql`state.in_stock`]
    ]
    const range = run(list, { from: `${orders[sort].terms} r`, lead, columns: keyColumns(sort, 'r'), where })
    return merged(
      list,
      sql`(${term.ids}) as term (id) cross join ${states} as state (in_stock)`,
      firstOf(list, range)
    )
  }
  return { rows, id: sql`r.product_id`, isExact: term.isOne && isWithoutOthers(others, sort) }
}

/** True if there is no other filter than a range of prices in the order of the prices, which limits the list itself. */
function isWithoutOthers(
  { minPrice, maxPrice, ...others }: StorefrontFilters,
  sort: StorefrontSort
): boolean {
  const given = isByPrice(sort) ? others : { ...others, minPrice, maxPrice }
  return Object.values(given).every((filter) => filter === undefined)
}

/**
 * Returns the filter by a term, and a query for the ids of the terms of which a product must have one. `isOne` is false if it
 * may have to have others, too.
 */
function termOf(sql: Handle, { collectionId, tagId, facetValueIds, categoryId }: StorefrontFilters) {
  const one = (id: string) => sql`select (select ${id}::uuid)`
  if (collectionId !== undefined)
    return { filter: 'collectionId', ids: one(collectionId), isOne: true } as const
  if (tagId !== undefined) return { filter: 'tagId', ids: one(tagId), isOne: true } as const
  if (facetValueIds !== undefined) {
    const [first = ''] = facetValueIds
    if (facetValueIds.length === 1) return { filter: 'facetValueIds', ids: one(first), isOne: true } as const
    const ids = valuesOf(
      sql,
      facetValueIds,
      sql`(select facet_id from facet_values where id = (select ${first}::uuid))`
    )
    return { filter: 'facetValueIds', ids, isOne: false } as const
  }
  if (categoryId !== undefined)
    return {
      ...{ filter: 'categoryId', isOne: true },
      ids: sql`select category_subtree((select ${categoryId}::uuid))`
    } as const
  return undefined
}

/**
 * Reads the offers in a range of prices, in another order than by price: those of each band of prices. Returns undefined
 * with other filters.
 */
function bandWalk(sql: Handle, { filters, sort }: Order): Walk | undefined {
  const { minPrice, maxPrice, inStock, ...others } = filters
  const { band } = orders[sort]
  if (band === undefined || (minPrice === undefined && maxPrice === undefined)) return undefined
  if (!isWithoutOthers(others, sort)) return undefined
  const bandOf = (price: string) => sql`price_band((select ${price}::numeric))`
  const bands = sql`generate_series(${bandOf(minPrice ?? '0')}, ${bandOf(maxPrice ?? 'Infinity')}) as band (number)`
  const inPrices = isBetween(sql, 'o.price', filters)
  const rows = (list: List, where: Fragment) =>
    merged(
      list,
      bands,
      ofStates(sql, inStock, (state) =>
        firstOf(
          list,
          run(list, {
            lead: [[band, sql`band.number`]],
            columns: keyColumns(sort, 'o'),
            where: sql`${state} and ${inPrices} and ${where}`
          })
        )
      )
    )
  return { rows, id: sql`o.product_id`, isExact: true }
}

/** Reads the offers in the order of the list, those of one vendor or of all. */
function offerWalk(sql: Handle, { filters, sort }: Order): Walk {
  const { vendorId, inStock, ...others } = filters
  const { vendor } = orders[sort]
  const lead: [string, Fragment][] = vendorId === undefined ? [] : [[vendor, sql`(select ${vendorId}::uuid)`]]
  const rows = (list: List, where: Fragment) => {
    const ranges = ofStates(sql, inStock, (state) =>
      firstOf(list, run(list, { lead, columns: keyColumns(sort, 'o'), where: sql`${state} and ${where}` }))
    )
    const inOrder = ordered(
      list,
      list.names.map((name) => `entry.${name}`)
    )
    return sql`select entry.* from (${ranges}) entry ${inOrder} ${list.first}`
  }
  return { rows, id: sql`o.product_id`, isExact: isWithoutOthers(others, sort) }
}

/**
 * Returns the union of a query for the offers in stock and one for the others, or only one of them. Their conditions
 * are constants, because there are separate indexes.
 */
export function ofStates(
  sql: Handle,
  inStock: boolean | undefined,
  query: (condition: Fragment) => Fragment
): Fragment {
  if (inStock === true) return query(sql`o.in_stock`)
  if (inStock === false) return query(sql`not o.in_stock`)
  return sql`(${query(sql`o.in_stock`)}) union all (${query(sql`not o.in_stock`)})`
}

/** Returns a query for those of the facet values that belong to the facet. */
export function valuesOf(sql: Handle, valueIds: string[], facet: Fragment): Fragment {
  return sql`select v.id from facet_values v where v.id = any (${idsOf(sql, valueIds)}) and v.facet_id = ${facet}`
}

export function idsOf(sql: Handle, ids: string[]): Fragment {
  return sql`array(select unnest((select ${ids}::uuid[])))`
}

/** SQL that is true if the price in the column is in the range of the filters. */
export function isBetween(sql: Handle, column: string, { minPrice, maxPrice }: StorefrontFilters): Fragment {
  const price = sql.unsafe(column)
  const from = minPrice === undefined ? sql`true` : sql`${price} >= (select ${minPrice}::numeric)`
  return maxPrice === undefined ? from : sql`${from} and ${price} <= (select ${maxPrice}::numeric)`
}
