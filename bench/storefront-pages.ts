import type { Fragment, Handle } from '../apps/api/src/db/connect.ts'
import type { Page } from '../apps/api/src/db/lists.ts'
import { usesOffers } from '../apps/api/src/modules/storefront/browse-queries.ts'
import { offersQuery, saleQuery } from '../apps/api/src/modules/storefront/queries.ts'
import type { StorefrontFilters, StorefrontSort } from '../apps/api/src/modules/storefront/schema.ts'
import type { FilledTerms } from './fill-term-queries.ts'
import { median } from './median.ts'

/** A list of the storefront, with a query for the ids of its products. */
export type StorefrontList = { name: string; filters: StorefrontFilters; ids: (sql: Handle) => Fragment }

/** The lists with one filter, and some with the stock as second filter. */
export function storefrontLists(
  terms: FilledTerms,
  vendorId: string,
  categoryIds: string[]
): StorefrontList[] {
  const [categoryId = ''] = categoryIds
  const offers = (where: (sql: Handle) => Fragment) => (sql: Handle) =>
    sql`select o.product_id from storefront_offers o where ${where(sql)}`
  const ofTerm = (table: string, column: string, ids: string[]) => (sql: Handle) =>
    sql`select r.product_id from ${sql(table)} r where ${sql(column)} = any (${ids}::uuid[])`
  const collection = (name: keyof FilledTerms['collections']) => {
    const id = terms.collections[name]
    return { filters: { collectionId: id }, ids: ofTerm('product_collections', 'collection_id', [id]) }
  }
  const values = (ids: string[]) => ({
    filters: { facetValueIds: ids },
    ids: ofTerm('product_facet_values', 'facet_value_id', ids)
  })
  const price = (filters: StorefrontFilters) => ({
    filters,
    ids: offers(
      (sql) => sql`o.price between ${filters.minPrice ?? '0'} and ${filters.maxPrice ?? 'Infinity'}`
    )
  })
  return [
    { name: 'all', filters: {}, ids: offers((sql) => sql`true`) },
    { name: 'in stock', filters: { inStock: true }, ids: offers((sql) => sql`o.in_stock`) },
    { name: 'sold out', filters: { inStock: false }, ids: offers((sql) => sql`not o.in_stock`) },
    { name: 'the large vendor', filters: { vendorId }, ids: offers((sql) => sql`o.vendor_id = ${vendorId}`) },
    { name: 'from 900.00', ...price({ minPrice: '900.00' }) },
    { name: 'up to 63.21', ...price({ maxPrice: '63.21' }) },
    {
      name: 'a category',
      filters: { categoryId },
      ids: ofTerm('product_categories', 'category_id', [categoryId])
    },
    {
      name: 'a department with nine categories',
      filters: { categoryId: terms.departmentId },
      ids: (sql) => sql`
        select r.product_id from product_categories r join categories c on c.id = r.category_id
        where c.parent_id = ${terms.departmentId}`
    },
    { name: 'an even collection', ...collection('even') },
    { name: 'the cheapest', ...collection('cheapest') },
    { name: 'the dearest', ...collection('dearest') },
    { name: 'the oldest', ...collection('oldest') },
    { name: 'the last names', ...collection('last names') },
    { name: 'a small collection', ...collection('few') },
    {
      name: 'a tag',
      filters: { tagId: terms.tagId },
      ids: ofTerm('product_tags', 'tag_id', [terms.tagId])
    },
    { name: 'a facet value', ...values(terms.colors.slice(0, 1)) },
    { name: 'the value of the highest prices', ...values(terms.grades.slice(4)) },
    { name: 'three values of a facet', ...values(terms.colors.slice(0, 3)) },
    {
      name: 'the dearest, in stock',
      filters: { collectionId: terms.collections.dearest, inStock: true },
      ids: (sql) => sql`
        select r.product_id from product_collections r join storefront_offers o using (product_id)
        where r.collection_id = ${terms.collections.dearest} and o.in_stock`
    }
  ]
}

/** The blocks that the statement of a page reads, and its execution time in ms. */
export type PageCost = { blocks: number; ms: number }
/** The costs of three pages of 24 products. Undefined if the response would be a 400. */
export type ListCosts = Record<'first' | 'middle' | 'last', PageCost | undefined>

/** Measures the first and last page of a list, and one in its middle. */
export async function costsOf(
  sql: Handle,
  { filters, ids }: StorefrontList,
  sort: StorefrontSort
): Promise<ListCosts> {
  const keys = sort === 'newest' ? ['product_id'] : [sort === 'name' ? 'name_key' : 'price', 'product_id']
  const key = keys.map((column) => `o.${column}`).join(', ')
  const [middle] = await sql<{ key: string[] }[]>`
    with listed as materialized (
      select o.* from storefront_offers o where o.product_id in (${ids(sql)}))
    select array[${sql.unsafe(keys.map((column) => `o.${column}::text`).join(', '))}] as key
    from listed o order by ${sql.unsafe(key)} offset (select count(*) / 2 from listed) limit 1`
  const cost = (page: Partial<Page>) => costOf(sql, { filters, sort, page })
  return {
    first: await cost({}),
    middle: await cost({ key: middle?.key }),
    last: await cost({ backward: true })
  }
}

type Query = { filters: StorefrontFilters; sort: StorefrontSort; page: Partial<Page> }

async function costOf(sql: Handle, { filters, sort, page }: Query): Promise<PageCost | undefined> {
  const statement = (usesOffers({ filters, sort }) ? offersQuery : saleQuery)(sql, {
    ...{ filters, sort, withCount: false, assetOrigin: 'http://bench.test' },
    page: { limit: 24, backward: false, key: undefined, ...page }
  })
  const [row] = await sql<{ total: { isUnfinished: boolean } | null }[]>`${statement}`
  if (row?.total?.isUnfinished) return undefined
  const costs: PageCost[] = []
  for (let run = 0; run < 3; run++) {
    const explained = await sql<Record<string, [Explained]>[]>`
      explain (analyze, buffers, timing off, format json) ${statement}`
    const [found] = Object.values(explained[0] ?? {})
    if (!found) throw new Error('EXPLAIN returned no plan.')
    const { Plan: plan, 'Execution Time': ms } = found[0]
    costs.push({ blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms })
  }
  return { blocks: median(costs.map(({ blocks }) => blocks)), ms: median(costs.map(({ ms }) => ms)) }
}

type Explained = {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  'Execution Time': number
}
