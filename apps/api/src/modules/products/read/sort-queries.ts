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
export const sortLimits = { near: 2_000, sorted: 50_000, far: 50_000 }

type SortedField = 'updatedAt' | 'name' | 'sku' | 'price' | 'stock'

/**
 * The type of the values that each order compares, and a query for the value of the product `id`. These are the values
 * that compact rows show. `absent` is the value of a product without one, so that it is the last in both directions.
 */
const orders = {
  updatedAt: {
    type: 'timestamptz',
    value: `select greatest(p.updated_at, (select max(x.updated_at) from variants x where x.product_id = p.id))
      from products p where p.id =`
  },
  name: {
    type: 'text collate "C"',
    value: 'select name_key(p.name) collate "C" from products p where p.id ='
  },
  sku: { type: 'text', value: 'select p.sku from products p where p.id =' },
  price: {
    type: 'numeric',
    value: `select min(retail_price(x.vendor_price, v.commission_percent))
      from variants x join vendors v on v.id = x.vendor_id where x.product_id =`,
    absent: { asc: '1e30', desc: '-1' }
  },
  stock: {
    type: 'numeric',
    value: 'select coalesce(sum(x.stock_on_hand), 0)::numeric from variants x where x.product_id ='
  }
} as const

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
  const isSettled = walk?.isNear ? sql`(select yes from settled)` : sql`false`
  const near = walk?.isNear
    ? sql`
      next as materialized (${walk.rows(limits.near)}),
      near as materialized (${firstPassing(list, sorting, sql`next`)}),
      settled as materialized (
        select (select count(*) from near) = ${size}
          or (select count(*) from next) < ${constant(sql, limits.near)} as yes),`
    : sql``
  const far =
    walk &&
    sql`,
      further as materialized (select w.* from (${walk.rows(limits.far)}) w where (select not is_few from found)),
      far as materialized (${firstPassing(list, sorting, sql`further`)})`
  return {
    common: sql`${near}
      matches as materialized (
        select m.id from (${matching(limits.sorted + 1)}) m where not ${isSettled}
        limit ${constant(sql, limits.sorted + 1)}),
      found as materialized (select count(*) <= ${constant(sql, limits.sorted)} as is_few from matches) ${far ?? sql``}`,
    rows: sql`
      ${walk?.isNear ? sql`select * from near where ${isSettled} union all` : sql``}
      select s.* from (${sortedMatches(list, sorting)}) s where (select is_few from found)
      ${far ? sql`union all select * from far` : sql``}`,
    isUnfinished: sql`(
      (select not is_few from found) ${
        far
          ? sql`and (select count(*) from far) < ${size}
            and (select count(*) from further) = ${constant(sql, limits.far)}`
          : sql``
      })`
  }
}

function constant(sql: Handle, value: number): Fragment {
  return sql.unsafe(String(value))
}

/** Returns a query for the value by which the product with this id is sorted. */
function sortedValue(sql: Handle, sort: ProductSort, id: Fragment): Fragment {
  const { field, direction } = orderOf(sort)
  const order = orders[field]
  const value = sql`(${sql.unsafe(order.value)} ${id})`
  return 'absent' in order
    ? sql`coalesce(${value}, ${sql.unsafe(`${order.absent[direction]}::${order.type}`)})`
    : value
}

/** Returns a query for the first of the rows in `matches` that are in the page's range. */
function sortedMatches(list: List, { sort }: Sorting): Fragment {
  const { sql, first } = list
  const columns = ['few.sorted_by', 'few.id']
  return sql`
    select few.* from (
      select ${sortedValue(sql, sort, sql`m.id`)} as sorted_by, m.id from matches m offset 0) few
    where ${inPage(list, columns)} ${ordered(list, columns)} ${first}`
}

/** Like `inRange`. A text has no highest value, so the first page of a list by SKU has no bound. */
function inPage(list: List, columns: string[]): Fragment {
  return list.continued || list.end ? inRange(list, columns) : list.sql`true`
}

/** Returns a query for the first entries of an index that are the position of a product that passes the filters. */
function firstPassing(list: List, { sort }: Sorting, entries: Fragment): Fragment {
  const { sql, first } = list
  // See `sortedList`.
  const observed = orderOf(sort).field === 'updatedAt' ? ['updatedAfter'] : []
  const columns = ['n.sorted_by', 'n.id']
  return sql`
    select n.* from (select distinct n.sorted_by, n.id from ${entries} n ${ordered(list, columns)} offset 0) n
    where n.sorted_by = ${sortedValue(sql, sort, sql`n.id`)} and ${passingById(list, observed, sql`n.id`)}
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
  const vendor = vendorId === undefined ? undefined : list.sql`(select ${vendorId}::uuid)`
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
      select p.id from products p where p.sku = n.sku and p.vendor_id = ${vendor} offset 0) p`
}
