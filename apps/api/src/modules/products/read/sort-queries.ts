import type { Fragment, Handle } from '../../../db/connect.ts'
import { inRange, type List, listOf, ordered, type Page, passingById, run } from '../../../db/lists.ts'
import type { ProductFilters, ProductSort } from '../schema.ts'
import { conditionsOf } from './filter-queries.ts'

/** Which products are listed in which order. Tests with few products set smaller limits. */
export type Sorting = {
  vendorId: string | undefined
  filters: ProductFilters
  sort: ProductSort
  limits?: typeof sortLimits
}

/**
 * `sorted`: how many matches are sorted at most. `near` and `far`: how many entries of an index are read at most, before
 * the matches are counted and if there are too many of them.
 */
export const sortLimits = { near: 2_000, sorted: 50_000, far: 100_000 }

type SortedField = 'updatedAt' | 'name' | 'sku' | 'price' | 'stock'

type Order = {
  /** The type of the values by which products are sorted. */
  type: 'timestamptz' | 'text' | 'text collate "C"' | 'numeric'
  /** Returns a query for the value of the product with this id. Compact rows show the same values. */
  value: (sql: Handle, id: Fragment, vendor: Fragment | undefined) => Fragment
  /** The value of a product that has none. With it, the product is the last in both directions. */
  absent?: { asc: string; desc: string }
}

const orders: Record<SortedField, Order> = {
  updatedAt: {
    type: 'timestamptz',
    value: (sql, id) => sql`
      select greatest(p.updated_at, (select max(x.updated_at) from variants x where x.product_id = p.id))
      from products p where p.id = ${id}`
  },
  name: {
    type: 'text collate "C"',
    // In ASCII, this is what name_key returns. It takes a fifth of the time.
    value: (sql, id) => sql`
      select case when octet_length(p.name) = length(p.name) then left(lower(p.name collate "C"), 200)
        else name_key(p.name) collate "C" end
      from products p where p.id = ${id}`
  },
  sku: { type: 'text', value: (sql, id) => sql`select p.sku from products p where p.id = ${id}` },
  price: {
    type: 'numeric',
    value: (sql, id, vendor) => sql`
      select retail_price(min(x.vendor_price), (
        select v.commission_percent from vendors v where v.id = ${vendor ?? sql`any_value(x.vendor_id)`}))
      from variants x where x.product_id = ${id}`,
    absent: { asc: '1e30', desc: '-1' }
  },
  stock: {
    type: 'numeric',
    value: (sql, id) => sql`
      select coalesce(sum(x.stock_on_hand), 0)::numeric from variants x where x.product_id = ${id}`
  }
}

function orderOf(sort: ProductSort) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return { field: sort.replace('-', '') as SortedField, direction } as const
}

/** The list of the products that match the filters, in the order `sort`. Products with the same value are in the order of their ids. */
export function sortedList(sql: Handle, { vendorId, filters, sort }: Sorting, page: Page): List {
  const { field, direction } = orderOf(sort)
  return listOf(sql, {
    ...{ from: 'products p', row: 'p', page, order: direction, cap: page.limit <= 100 ? 101 : 501 },
    key: { sorted_by: orders[field].type, id: 'uuid' },
    conditions: conditionsOf(sql, vendorId, filters),
    // The filter is the same as a range of this order.
    ...(field === 'updatedAt' && { after: filters.updatedAfter })
  })
}

/** The parts of the statement that reads a page. */
type PageQuery = {
  /** Common table expressions that `rows` and `isUnfinished` refer to. */
  common: Fragment
  /** A query for the keys of the page. */
  rows: Fragment
  /** An expression that is true if too many products match to sort them. */
  isUnfinished: Fragment
}

/**
 * Returns a query for the first products in the page's range. `matching` returns a query for the ids of the first products
 * that match the filters, as many as its limit, in any order.
 *
 * - If the order has an index with which a page is cheap to find, the next `limits.near` entries are checked.
 * - If these don't fill the page, all matches are sorted, if there are at most `limits.sorted`.
 * - Otherwise, the next `limits.far` entries of an index are checked, if the order has one.
 */
export function sortedPage(list: List, sorting: Sorting, matching: (limit: number) => Fragment): PageQuery {
  const { sql, size } = list
  const { limits = sortLimits } = sorting
  const walk = walkOf(list, sorting)
  const max = constant(sql, limits.sorted)
  const isSettled = walk?.isNear ? sql`(select yes from settled)` : sql`false`
  const isRefused = sql`(select not is_few from found)`
  // True if the page isn't full although the index has further entries.
  const isShort = (page: string, rows: Fragment, limit: number) => sql`(
    (select count(*) from ${sql(page)}) < ${size} and (select count(*) from (${rows}) n) = ${constant(sql, limit)})`
  const near = walk?.isNear
    ? sql`
      near as materialized (${firstPassing(list, sorting, walk.rows(limits.near))}),
      settled as materialized (select not ${isShort('near', walk.rows(limits.near), limits.near)} as yes),`
    : sql``
  const far = walk
    ? sql`,
      far as materialized (
        select f.* from (${firstPassing(list, sorting, walk.rows(limits.far))}) f where ${isRefused})`
    : sql``
  return {
    common: sql`
      ${near}
      matches as materialized (
        select m.id from (${matching(limits.sorted + 1)}) m where not ${isSettled} limit ${max} + 1),
      found as materialized (select count(*) <= ${max} as is_few from matches) ${far}`,
    rows: sql`
      ${walk?.isNear ? sql`select * from near where ${isSettled} union all` : sql``}
      select s.* from (${sortedMatches(list, sorting)}) s where not ${isRefused}
      ${walk ? sql`union all select * from far` : sql``}`,
    isUnfinished: walk
      ? sql`case when ${isRefused} then ${isShort('far', walk.rows(limits.far), limits.far)} else false end`
      : isRefused
  }
}

function constant(sql: Handle, value: number): Fragment {
  return sql.unsafe(String(value))
}

/** Returns an expression for the value by which the product with this id is sorted. */
function sortedValue(sql: Handle, { vendorId, sort }: Sorting, id: Fragment): Fragment {
  const { field, direction } = orderOf(sort)
  const { type, value, absent } = orders[field]
  const found = sql`(${value(sql, id, vendorOf(sql, vendorId))})`
  return absent ? sql`coalesce(${found}, ${sql.unsafe(`${absent[direction]}::${type}`)})` : found
}

function vendorOf(sql: Handle, vendorId: string | undefined): Fragment | undefined {
  return vendorId === undefined ? undefined : sql`(select ${vendorId}::uuid)`
}

/** Returns a query for the first of the rows in `matches` that are in the page's range. */
function sortedMatches(list: List, sorting: Sorting): Fragment {
  const { sql, first } = list
  const columns = ['few.sorted_by', 'few.id']
  return sql`
    select few.* from (
      select ${sortedValue(sql, sorting, sql`m.id`)} as sorted_by, m.id from matches m offset 0) few
    where ${inPage(list, columns)} ${ordered(list, columns)} ${first}`
}

/** Like `inRange`. A text has no highest value, so the first page of a list by SKU has no bound. */
function inPage(list: List, columns: string[]): Fragment {
  return list.continued || list.end ? inRange(list, columns) : list.sql`true`
}

/**
 * Returns a query for the first products of the page that pass the filters, among the entries of an index. Entries that are
 * not at the position of their product are skipped. The entries are in the order of the list, so that only those before the
 * end of the page are compared with the products.
 */
function firstPassing(list: List, sorting: Sorting, entries: Fragment): Fragment {
  const { sql, first } = list
  // See `sortedList`.
  const observed = orderOf(sorting.sort).field === 'updatedAt' ? ['updatedAfter'] : []
  const columns = ['n.sorted_by', 'n.id']
  return sql`
    select n.* from (select distinct e.sorted_by, e.id from (${entries}) e ${ordered(list, ['e.sorted_by', 'e.id'])} offset 0) n
    where n.sorted_by = ${sortedValue(sql, sorting, sql`n.id`)} and ${passingById(list, observed, sql`n.id`)}
    ${ordered(list, columns)} ${first}`
}

/** How to read the products in the order of an index. */
type Walk = {
  /** Returns a query for the next entries of the index, as many as the limit. A product may have several entries. */
  rows: (limit: number) => Fragment
  /** True if the entries of a page are next to each other in the index. */
  isNear: boolean
}

function walkOf(list: List, { vendorId, sort }: Sorting): Walk | undefined {
  const { field } = orderOf(sort)
  const vendor = vendorOf(list.sql, vendorId)
  if (field === 'updatedAt' && vendor)
    return { rows: (limit) => changeWalk(list, vendor, limit), isNear: true }
  if (field === 'sku') return { rows: (limit) => skuWalk(list, vendor, limit), isNear: !vendor }
  return undefined
}

/**
 * Reads the times when the vendor's products and variants were changed. The latest of the times of a product and its
 * variants is the position of the product, the others are not.
 */
function changeWalk(list: List, vendor: Fragment, limit: number): Fragment {
  const { sql } = list
  const times = (table: string, id: string) => {
    const where = sql.unsafe(`${table}.updated_at > '-infinity'`)
    const entries = run(list, {
      from: `${table === 'p' ? 'products' : 'variants'} ${table}`,
      lead: [[`${table}.vendor_id`, vendor]],
      columns: [`${table}.updated_at`, `${table}.${id}`],
      where
    })
    return sql`(select e.* from (${entries}) e limit ${constant(sql, limit)})`
  }
  return sql`
    select e.* from (${times('p', 'id')} union all ${times('x', 'product_id')}) e
    ${ordered(list, ['e.sorted_by', 'e.id'])} limit ${constant(sql, limit)}`
}

/**
 * Reads the SKUs of the products. The only index of them begins with the SKU and also contains the vendor, so that the
 * SKUs of other vendors are skipped without reading the products. A vendor has each SKU once.
 */
function skuWalk(list: List, vendor: Fragment | undefined, limit: number): Fragment {
  const { sql, behind } = list
  const max = sql`limit ${constant(sql, limit)}`
  if (!vendor) {
    const columns = ['p.sku', 'p.id']
    return sql`
      select p.sku as sorted_by, p.id from products p where ${inPage(list, columns)} ${ordered(list, columns)} ${max}`
  }
  const after = list.continued?.values[0]
  const range = after ? sql`(p.sku, p.vendor_id) ${sql.unsafe(behind)} (${after}, ${vendor})` : sql`true`
  return sql`
    select n.sku as sorted_by, p.id
    from (
      select p.sku from products p where (p.vendor_id = ${vendor}) is true and ${range}
      ${ordered(list, ['p.sku', 'p.vendor_id'])} ${max}) n
    cross join lateral (
      select p.id from products p where p.sku = n.sku and p.vendor_id = ${vendor} offset 0) p
    ${ordered(list, ['n.sku', 'p.id'])}`
}
