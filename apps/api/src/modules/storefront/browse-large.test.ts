import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestAnswer, type TestApp, testApp } from '../../../test/app.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { refreshAllOffers } from '../../../test/storefront-offers.ts'
import type { Page } from '../../db/lists.ts'
import type { Problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { usesOffers } from './browse-queries.ts'
import { listStorefrontProducts, offersQuery } from './queries.ts'
import { type StorefrontFilters, type StorefrontSort, storefrontSorts } from './schema.ts'

// A catalog that is large enough for each way in which a list is read: in the order of an index, by sorting the
// matches of a filter, and by checking the next products of the list.

const total = 24_000
const [large, small, closed] = [newId(), newId(), newId()]
const [cheap, parent, few, many, tag, rest] = [newId(), newId(), newId(), newId(), newId(), newId()]
const [red, blue, steel, brass] = [newId(), newId(), newId(), newId()]

type Offer = {
  id: string
  n: number
  vendorId: string
  name: string
  price: number
  inStock: boolean
  categories: string[]
  collections: string[]
  tags: string[]
  values: string[]
}

/**
 * Product n: nearly all belong to the large vendor, every 50th to the small one, every 97th to the inactive one. The
 * price is a mix of digits of n, with many equal prices. The cheaper half is in the category `cheap`, which is below
 * `parent`. Every 300th is in the collection `few`, two in three are in `many`. Every second has the
 * tag `tag`, and those that aren't in `many` and the cheapest have the tag `rest`.
 */
function offerOf(n: number): Omit<Offer, 'id'> {
  const price = ((n * 7919) % 5000) / 10 + 1
  return {
    n,
    vendorId: n % 97 === 0 ? closed : n % 50 === 0 ? small : large,
    name: `${['Bolt', 'bolt', 'Äxle', 'axle', 'Washer', 'Zip tie'][n % 6]} ${(n * 31) % 1000}`,
    price,
    inStock: n % 3 !== 0,
    categories: price < 250 ? [cheap] : [],
    collections: [...(n % 300 === 0 ? [few] : []), ...(n % 3 > 0 ? [many] : [])],
    tags: [...(n % 2 === 0 ? [tag] : []), ...(n % 3 === 0 || price < 70 ? [rest] : [])],
    values: [
      ...(n % 4 < 2 ? [n % 4 === 0 ? red : blue] : []),
      ...(n % 5 < 2 ? [n % 5 === 0 ? steel : brass] : [])
    ]
  }
}

let t: TestApp
let offers: Offer[]
before(async () => {
  t = await testApp()
  const made = Array.from({ length: total }, (_, index) => offerOf(index + 1))
  await t.sql`
    insert into vendors (id, name, slug, is_active, commission_percent)
    values (${large}, 'Large', 'large', true, 0), (${small}, 'Small', 'small', true, 10), (${closed}, 'Closed', 'closed', false, 0)`
  const list = <K extends keyof Omit<Offer, 'id'>>(key: K) => made.map((offer) => offer[key])
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, search)
    select uuidv7((n - ${total}) * interval '1 second'), vendor_id, 'SKU-' || n, 'p-' || n, name, 'PUBLISHED',
      product_search(vendor_id, name, 'SKU-' || n, null, array['SKU-' || n])
    from unnest(${list('n')}::integer[], ${list('vendorId')}::uuid[], ${list('name')}::text[]) as g (n, vendor_id, name)`
  const prices = made.map(({ price, vendorId }) => (vendorId === small ? price / 1.1 : price).toFixed(4))
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, stock_on_hand, stock_reserved)
    select uuidv7(), p.id, p.vendor_id, 1, p.sku, p.name, g.price, 5, case when g.in_stock then 4 else 5 end
    from unnest(${list('n')}::integer[], ${prices}::numeric[], ${list('inStock')}::boolean[]) as g (n, price, in_stock)
      join products p on p.slug = 'p-' || g.n`
  const [color, material] = [newId(), newId()]
  await t.sql`insert into categories (id, parent_id, name, slug) values (${parent}, null, 'P', 'p'), (${cheap}, ${parent}, 'C', 'c')`
  await t.sql`insert into collections (id, name, slug) values (${few}, 'Few', 'few'), (${many}, 'Many', 'many')`
  await t.sql`insert into tags (id, name, slug) values (${tag}, 'Tag', 'tag'), (${rest}, 'Rest', 'rest')`
  await t.sql`insert into facets (id, name, slug) values (${color}, 'Color', 'color'), (${material}, 'Material', 'material')`
  await t.sql`
    insert into facet_values (id, facet_id, name, slug) values (${red}, ${color}, 'Red', 'red'), (${blue}, ${color}, 'Blue', 'blue'),
      (${steel}, ${material}, 'Steel', 'steel'), (${brass}, ${material}, 'Brass', 'brass')`
  for (const [table, column, key] of [
    ['product_categories', 'category_id', 'categories'],
    ['product_collections', 'collection_id', 'collections'],
    ['product_tags', 'tag_id', 'tags'],
    ['product_facet_values', 'facet_value_id', 'values']
  ] as const) {
    const pairs = made.flatMap((offer) => offer[key].map((term) => ({ n: offer.n, term })))
    await t.sql`
      insert into ${t.sql(table)} (product_id, vendor_id, ${t.sql(column)})
      select p.id, p.vendor_id, g.term
      from unnest(${pairs.map(({ n }) => n)}::integer[], ${pairs.map(({ term }) => term)}::uuid[]) as g (n, term)
        join products p on p.slug = 'p-' || g.n`
  }
  await refreshAllOffers(t.sql)
  await t.sql`analyze`
  const rows = await t.sql<{ id: string; slug: string }[]>`select id, slug from products`
  const idOf = new Map(rows.map(({ id, slug }) => [slug, id]))
  offers = made
    .filter(({ vendorId }) => vendorId !== closed)
    .map((offer) => ({ ...offer, id: idOf.get(`p-${offer.n}`) ?? '' }))
})
after(() => t.close())

const plainNames = new Map<string, string>()
/** Returns the name in lower case and without accents. */
function plain(name: string): string {
  const known = plainNames.get(name)
  if (known !== undefined) return known
  const key = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
  plainNames.set(name, key)
  return key
}
const compared = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

const compare: Record<StorefrontSort, (a: Offer, b: Offer) => number> = {
  newest: (a, b) => compared(b.id, a.id),
  price: (a, b) => a.price - b.price || compared(a.id, b.id),
  '-price': (a, b) => b.price - a.price || compared(b.id, a.id),
  name: (a, b) => compared(plain(a.name), plain(b.name)) || compared(a.id, b.id)
}

function matches(offer: Offer, filters: StorefrontFilters): boolean {
  const { categoryId, collectionId, tagId, vendorId, inStock, minPrice, maxPrice, search, facetValueIds } =
    filters
  const facets = [
    [red, blue],
    [steel, brass]
  ].map((values) => values.filter((value) => facetValueIds?.includes(value)))
  return (
    (categoryId === undefined || offer.categories.length > 0) &&
    (collectionId === undefined || offer.collections.includes(collectionId)) &&
    (tagId === undefined || offer.tags.includes(tagId)) &&
    (vendorId === undefined || offer.vendorId === vendorId) &&
    (inStock === undefined || offer.inStock === inStock) &&
    (minPrice === undefined || offer.price >= Number(minPrice)) &&
    (maxPrice === undefined || offer.price <= Number(maxPrice)) &&
    (search === undefined || offer.name.toLowerCase().startsWith(search)) &&
    facets.every((values) => values.length === 0 || values.some((value) => offer.values.includes(value)))
  )
}

type Query = { filters: StorefrontFilters; sort: StorefrontSort }

const list = ({ filters, sort }: Query, page: Record<string, string>) =>
  t.call(
    `GET /storefront/products?${new URLSearchParams({ ...filters, sort, ...page } as object as Record<string, string>)}`
  )
const numbersOf = ({ body, text }: TestAnswer): number[] => {
  assert.ok(body.products, text)
  return body.products.map(({ slug }: { slug: string }) => Number(slug.slice(2)))
}

const single: fc.Arbitrary<StorefrontFilters> = fc.oneof(
  fc.record({ categoryId: fc.constantFrom(cheap, parent) }),
  fc.record({ collectionId: fc.constantFrom(few, many) }),
  fc.record({ tagId: fc.constantFrom(tag, rest) }),
  fc.record({
    facetValueIds: fc.constantFrom<string[]>([red], [red, blue], [red, steel], [blue, steel, brass])
  }),
  fc.record({ vendorId: fc.constantFrom(large, small) }),
  fc.record({ inStock: fc.boolean() }),
  fc.record({ minPrice: fc.constantFrom('1', '100', '250.1', '499.90', '600') }),
  fc.record({ maxPrice: fc.constantFrom('1', '2.00', '101.20', '250', '400.5') }),
  fc.record({ search: fc.constantFrom('bolt', 'washer') })
)
/** Up to three filters. */
const filters = fc.array(single, { maxLength: 3 }).map((all): StorefrontFilters => Object.assign({}, ...all))
const sorts = fc.constantFrom<StorefrontSort>('newest', 'price', '-price', 'name')

async function check(query: Query): Promise<void> {
  const expected = offers.filter((offer) => matches(offer, query.filters)).sort(compare[query.sort])
  const numbers = expected.map(({ n }) => n)
  const first = await list(query, { first: '24' })
  assert.deepEqual(numbersOf(first), numbers.slice(0, 24))
  assert.equal(first.body.pageInfo.hasNextPage, numbers.length > 24)
  const last = await list(query, { last: '24' })
  assert.deepEqual(numbersOf(last), numbers.slice(-24))
  if (numbers.length <= 24) return
  const next = await list(query, { first: '24', after: first.body.pageInfo.endCursor })
  assert.deepEqual(numbersOf(next), numbers.slice(24, 48))
  const previous = await list(query, { last: '24', before: last.body.pageInfo.startCursor })
  assert.deepEqual(numbersOf(previous), numbers.slice(-48, -24))
  const { estimatedTotalCount } = first.body
  if (estimatedTotalCount < 1000) assert.equal(estimatedTotalCount, numbers.length)
}

test('each page is that of a plain filter and sort, for any filters and order', async () => {
  await check({ filters: { vendorId: small, facetValueIds: [red, blue] }, sort: 'newest' })
  await check({ filters: { vendorId: large, facetValueIds: [red, steel] }, sort: 'newest' })
  await fc.assert(
    fc.asyncProperty(fc.record({ filters, sort: sorts }), (query) => check(query)),
    { numRuns: randomRuns(100) }
  )
})

const singles: [string, StorefrontFilters][] = [
  ['nothing', {}],
  ['inStock', { inStock: true }],
  ['vendorId', { vendorId: large }],
  ['minPrice', { minPrice: '100' }],
  ['maxPrice and the stock', { maxPrice: '80', inStock: true }],
  ['a category', { categoryId: cheap }],
  ['a category with others below it', { categoryId: parent }],
  ['a collection with few products', { collectionId: few }],
  ['a collection with many products', { collectionId: many }],
  ['a collection and the stock', { collectionId: many, inStock: false }],
  ['a tag of the cheapest products', { tagId: rest }],
  ['a value', { facetValueIds: [steel] }],
  ['values of one facet', { facetValueIds: [red, blue] }],
  ['a vendor, a collection and the stock', { vendorId: large, collectionId: many, inStock: true }]
]

/** Returns how many blocks the statement of a page reads, and whether it reads all of a table. */
async function cost({ filters, sort }: Query, page: Partial<Page>) {
  const statement = offersQuery(t.sql, {
    ...{ filters, sort, withCount: false, assetOrigin: 'http://a.test' },
    page: { limit: 24, backward: false, key: undefined, ...page }
  })
  const rows = await t.sql<
    Record<string, [{ Plan: Plan }]>[]
  >`explain (analyze, buffers, format json) ${statement}`
  const [explained] = Object.values(rows[0] ?? {})
  assert.ok(explained)
  const { Plan: plan } = explained[0]
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], plan: JSON.stringify(plan) }
}
type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

for (const sort of storefrontSorts)
  for (const [name, filters] of singles)
    test(`by ${sort} with ${name}, the first and the last page read about the same number of blocks`, async () => {
      if (!usesOffers({ filters, sort })) return
      const first = await cost({ filters, sort }, {})
      const last = await cost({ filters, sort }, { backward: true })
      for (const { plan } of [first, last])
        assert.ok(!plan.includes('"Seq Scan","Relation Name":"storefront_offers"'), plan)
      assert.ok(
        last.blocks < 1.5 * first.blocks + 200,
        `${last.blocks} blocks of the last page, ${first.blocks} of the first`
      )
    })

const none = { near: 1, sorted: 1, far: 1 }

for (const sort of storefrontSorts)
  test(`by ${sort}, no list with one filter, or with one and the stock, depends on the limits`, async () => {
    await fc.assert(
      fc.asyncProperty(
        single,
        fc.constantFrom(undefined, true, false),
        fc.boolean(),
        async (filter, inStock, backward) => {
          const isTooWide = (filter.facetValueIds?.length ?? 0) > 1 || filter.search !== undefined
          fc.pre(!isTooWide)
          const filters = inStock === undefined ? filter : { ...filter, inStock }
          const { rows } = await listStorefrontProducts(t.sql, {
            ...{ filters, sort, limits: none, assetOrigin: 'http://a.test', withCount: false },
            page: { limit: 24, backward, key: undefined }
          })
          const expected = offers.filter((offer) => matches(offer, filters)).sort(compare[sort])
          const ids = (backward ? expected.toReversed() : expected).slice(0, 25).map(({ id }) => id)
          assert.deepEqual(
            rows.map(({ key }) => key.at(-1)),
            ids
          )
        }
      ),
      { numRuns: 15 }
    )
  })

test('a page is full even if most of the next offers are those of products that were hidden a moment ago', async () => {
  const queries: Query[] = storefrontSorts.flatMap((sort) =>
    [{ tagId: rest }, { categoryId: parent }, { minPrice: '20' }, { inStock: true }].map((filters) => ({
      sort,
      filters
    }))
  )
  const hidden = queries.flatMap(({ filters, sort }) =>
    offers
      .filter((offer) => matches(offer, filters))
      .sort(compare[sort])
      .slice(3, 70)
  )
  const ids = hidden.map(({ id }) => id)
  await t.sql`update products set status = 'HIDDEN' where id = any (${ids}::uuid[])`
  const visible = offers
  offers = offers.filter(({ id }) => !ids.includes(id))
  try {
    for (const query of queries) await check(query)
  } finally {
    offers = visible
    await t.sql`update products set status = 'PUBLISHED' where id = any (${ids}::uuid[])`
  }
})

test('filters that can be neither sorted nor found soon are refused, and the message says what helps', async () => {
  // Only the cheapest products match both filters.
  const filters: StorefrontFilters = { collectionId: many, tagId: rest }
  const read = (query: Query) =>
    listStorefrontProducts(t.sql, {
      ...{
        ...query,
        assetOrigin: 'http://a.test',
        withCount: false,
        page: { limit: 24, backward: false, key: undefined }
      },
      limits: { near: 100, sorted: 2000, far: 10_000 }
    })
  await assert.rejects(read({ filters, sort: '-price' }), (error: Problem) => {
    assert.deepEqual(
      [error.status, error.code, error.faults.map(({ code }) => code)],
      [400, 'TOO_MANY_TO_SORT', ['TOO_MANY_TO_SORT']]
    )
    assert.match(
      error.faults[0]?.message ?? '',
      /a lower maxPrice.* categoryId, facetValueIds, vendorId, search/
    )
    return true
  })
  assert.equal((await read({ filters: { ...filters, maxPrice: '80' }, sort: '-price' })).rows.length, 25)
  assert.equal((await read({ filters, sort: 'price' })).rows.length, 25)
  await check({ filters, sort: '-price' })
})
