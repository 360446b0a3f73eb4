import type { Tx } from '../apps/api/src/db/connect.ts'

/** The ids of terms by name. Each name says which products have the term. */
export type FilledTerms = {
  collections: Record<(typeof collections)[number][0], string>
  tagId: string
  /** A category with nine others below it, which have the products. */
  departmentId: string
  /** Ten values of a facet, each of a tenth of the products, and five of another facet, by price. */
  colors: string[]
  grades: string[]
}

/** Collections, with the condition for their products. `n` is the number of a product, `total` that of the last one. */
const collections = [
  ['even', 'n % 8 = 3'],
  ['cheapest', 'price < 60'],
  ['dearest', 'price >= 940'],
  ['oldest', 'n < total * 0.06'],
  ['last names', 'n % 7 = 5'],
  ['few', 'n % 10007 = 3']
] as const

/** The number of a product, as SQL. `p` is its row. */
const number = `split_part(p.sku, '-', -1)::integer`

/**
 * Gives the products of `fill` prices from 5.00 to 1,004.90, so that every fifth is sold out, and terms that are unevenly
 * spread over the orders of the storefront's lists. A product has about four terms.
 */
export async function fillTerms(sql: Tx): Promise<FilledTerms> {
  await sql`
    update variants v set vendor_price = round((5 + ${sql.unsafe(number)}::bigint * 7919 % 99991 / 100.0) / 1.2, 4),
      stock_on_hand = case when ${sql.unsafe(number)} % 5 = 0 then 0 else 100 end
    from products p where p.id = v.product_id`
  await sql`
    create temporary table numbered on commit drop as
    select p.id, p.vendor_id, ${sql.unsafe(number)} as n, x.price, max(${sql.unsafe(number)}) over () as total
    from products p cross join lateral (
      select min(v.vendor_price) * 1.2 as price from variants v where v.product_id = p.id) x`
  const names = collections.map(([name]) => name)
  const made = await sql<{ id: string }[]>`
    insert into collections (name, slug) select name, replace(name, ' ', '-') from unnest(${[...names]}::text[]) as name returning id`
  const ids = made.map(({ id }) => id)
  for (const [index, [, condition]] of collections.entries())
    await sql`
      insert into product_collections (product_id, vendor_id, collection_id)
      select id, vendor_id, ${ids[index] ?? ''} from numbered where ${sql.unsafe(condition)}`
  const [tag] = await sql<
    { id: string }[]
  >`insert into tags (name, slug) values ('Third', 'third') returning id`
  await sql`
    insert into product_tags (product_id, vendor_id, tag_id)
    select id, vendor_id, ${tag?.id ?? ''} from numbered where n % 3 = 0`
  const colors = await fillFacet(sql, 'color', { values: 10, index: 'n / 7 % 10' })
  const grades = await fillFacet(sql, 'grade', { values: 5, index: 'least(4, floor(price / 200))' })
  const [department] = await sql<{ id: string }[]>`select id from categories where slug = 'department-1'`
  const [even = '', cheapest = '', dearest = '', oldest = '', last = '', few = ''] = ids
  return {
    collections: { even, cheapest, dearest, oldest, 'last names': last, few },
    ...{ tagId: tag?.id ?? '', departmentId: department?.id ?? '', colors, grades }
  }
}

/** Inserts a facet with values, and gives each product the value with the index that the expression returns. */
async function fillFacet(sql: Tx, name: string, { values, index }: { values: number; index: string }) {
  const rows = await sql<{ id: string }[]>`
    with facet as (insert into facets (name, slug) values (${name}, ${name}) returning id)
    insert into facet_values (facet_id, name, slug)
    select f.id, ${name} || ' ' || v, ${name} || '-' || v from facet f, generate_series(1, ${values}::integer) as v
    returning id`
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into product_facet_values (product_id, vendor_id, facet_value_id)
    select id, vendor_id, (${ids}::uuid[])[1 + ${sql.unsafe(index)}] from numbered`
  return ids
}
