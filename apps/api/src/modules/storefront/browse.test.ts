import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { makeTerms } from '../../../test/products.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { settleOffers } from '../../../test/storefront-offers.ts'
import { sequenceCatalogChanges } from '../../catalog-changes.ts'
import { newId } from '../../lib/ids.ts'
import { followChanges, refreshOffers } from './offers/refresh-offers.ts'
import type { StorefrontSort } from './schema.ts'

let t: TestApp
let operator: string
let vendors: TestVendor[]
let terms: Awaited<ReturnType<typeof makeTerms>>
before(async () => {
  t = await testApp()
  operator = await t.operator()
  terms = await makeTerms(t)
  vendors = [await t.vendor({ commissionPercent: 0 }), await t.vendor({ commissionPercent: 10 })]
})
after(() => t.close())

type Item = { id: string; variantId: string; owner: TestVendor }

async function newItem(owner: TestVendor, name: string, price: number, stock: number): Promise<Item> {
  const sku = newId()
  const variants = [
    { sku: `${sku}-1`, name: 'Box', vendorPrice: price, initialInventory: stock },
    { sku: `${sku}-2`, name: 'Pallet', vendorPrice: price + 100, initialInventory: 0 }
  ]
  const { body, text } = await t.call('POST /vendor/products', {
    as: owner.owner,
    body: { name, sku, variants }
  })
  assert.ok(body.id, text)
  await t.call(`POST /platform/products/${body.id}/approve`, { as: operator, body: { version: 1 } })
  return { id: body.id, variantId: body.variants[0].id, owner }
}

const patch = ({ id, owner }: Item, body: object) =>
  t.call(`PATCH /vendor/products/${id}`, { as: owner.owner, body })
const list = (query: string) => t.call(`GET /storefront/products?${query}`)
const idsOf = async (query: string): Promise<string[]> =>
  (await list(query)).body.products.map(({ id }: { id: string }) => id)

type Shown = {
  id: string
  name: string
  vendor: { id: string }
  tags: { id: string }[]
  categories: { id: string }[]
  collections: { id: string }[]
  facetValues: { id: string }[]
  variants: ShownVariant[]
}
type ShownVariant = { price: string; stockAvailable: number }

const priceOf = ({ variants }: Shown) => Math.min(...variants.map(({ price }) => Number(price)))
const isInStock = ({ variants }: Shown) => variants.some(({ stockAvailable }) => stockAvailable > 0)
const compared = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
const compare: Record<StorefrontSort, (a: Shown, b: Shown) => number> = {
  newest: (a, b) => compared(b.id, a.id),
  price: (a, b) => priceOf(a) - priceOf(b) || compared(a.id, b.id),
  '-price': (a, b) => priceOf(b) - priceOf(a) || compared(b.id, a.id),
  name: (a, b) => compared(a.name.toLowerCase(), b.name.toLowerCase()) || compared(a.id, b.id)
}

/** Returns the ids of all pages, two products each, in the order of the list. */
async function walk(query: string, backward: boolean): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&${backward ? 'before' : 'after'}=${cursor}`
    const { body, text } = await list(`${query}&${backward ? 'last' : 'first'}=2${from}`)
    assert.ok(body.products, text)
    const page: string[] = body.products.map(({ id }: Shown) => id)
    ids[backward ? 'unshift' : 'push'](...page)
    const { startCursor, endCursor, hasNextPage, hasPreviousPage } = body.pageInfo
    cursor = (backward ? hasPreviousPage : hasNextPage) ? (backward ? startCursor : endCursor) : null
  } while (cursor !== null)
  return ids
}

/** Compares each list with a filter and sort of all products on sale. */
async function checkLists(): Promise<void> {
  const all: Shown[] = (await list('first=100')).body.products
  const filters: [string, (product: Shown) => boolean][] = [
    ['', () => true],
    ['&inStock=true', isInStock],
    ['&inStock=false', (product) => !isInStock(product)],
    ['&minPrice=11', (product) => priceOf(product) >= 11],
    ['&minPrice=2.2&maxPrice=15.00', (product) => priceOf(product) >= 2.2 && priceOf(product) <= 15],
    [
      `&vendorId=${vendors[1]?.id}&inStock=true`,
      (product) => product.vendor.id === vendors[1]?.id && isInStock(product)
    ],
    [`&tagId=${terms.tag}`, ({ tags }) => tags.some(({ id }) => id === terms.tag)],
    [
      `&categoryId=${terms.category}&inStock=true`,
      (product) => product.categories.some(({ id }) => id === terms.category) && isInStock(product)
    ]
  ]
  for (const sort of Object.keys(compare) as StorefrontSort[])
    for (const [query, matches] of filters) {
      const expected = all
        .filter(matches)
        .sort(compare[sort])
        .map(({ id }) => id)
      assert.deepEqual(await walk(`sort=${sort}${query}`, false), expected, `${sort}${query}`)
      assert.deepEqual(await walk(`sort=${sort}${query}`, true), expected, `${sort}${query}, backward`)
    }
}

/** Compares the tables of terms with the products on sale and their terms. */
async function checkTerms(): Promise<void> {
  const { body } = await list('first=100')
  const expected = body.products.flatMap((product: Shown) =>
    [...product.categories, ...product.collections, ...product.tags, ...product.facetValues].map(({ id }) =>
      [id, isInStock(product), priceOf(product).toFixed(2), product.name.toLowerCase(), product.id].join()
    )
  )
  const rows = await t.sql<{ row: string }[]>`
    select concat_ws(',', term_id, in_stock::text, price, name_key, product_id) as row
    from storefront_term_newest
      full join storefront_term_prices using (term_id, in_stock, product_id)
      full join storefront_term_names using (term_id, in_stock, product_id)`
  assert.deepEqual(rows.map(({ row }) => row).sort(), expected.sort())
}

type Change = (item: Item, n: number) => Promise<unknown>
const changes: Record<string, Change> = {
  price: (item, n) => patch(item, { variants: [{ id: item.variantId, vendorPrice: n }] }),
  stock: (item, n) => patch(item, { variantStock: [{ variantId: item.variantId, quantity: n % 3 }] }),
  active: (item, n) => patch(item, { variants: [{ id: item.variantId, isActive: n % 2 === 0 }] }),
  tag: (item, n) => patch(item, { tagIds: n % 2 === 0 ? [terms.tag] : [] }),
  terms: (item, n) =>
    patch(item, {
      ...(n % 2 === 0 && { categoryIds: n % 4 === 0 ? [terms.category] : [] }),
      collectionIds: n % 3 === 0 ? [terms.collection] : [],
      facetValueIds: n % 5 > 0 ? [terms.facetValue] : []
    }),
  hide: ({ id }) =>
    t.call(`POST /platform/products/${id}/hide`, { as: operator, body: { reason: 'Recall' } }),
  publish: ({ id }) => t.call(`POST /platform/products/${id}/publish`, { as: operator }),
  remove: ({ id, owner }, n) =>
    n % 4 === 0 ? t.call(`DELETE /vendor/products/${id}`, { as: owner.owner }) : Promise.resolve(),
  commission: ({ owner }, n) =>
    t.call(`PATCH /platform/vendors/${owner.id}`, { as: operator, body: { commissionPercent: n } }),
  vendor: ({ owner }, n) =>
    t.call(`PATCH /platform/vendors/${owner.id}`, { as: operator, body: { isActive: n % 4 !== 0 } })
}

test('while others change products and vendors, the lists end with what a plain filter and sort returns', async () => {
  const names = Object.keys(changes)
  const step = fc.record({
    change: fc.constantFrom(...names),
    target: fc.nat(7),
    n: fc.integer({ min: 1, max: 20 })
  })
  const writers = fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(writers, async (scripts) => {
      await t.sql`delete from products`
      await t.sql`delete from storefront_offers`
      for (const { id } of vendors)
        await t.call(`PATCH /platform/vendors/${id}`, { as: operator, body: { isActive: true } })
      const items: Item[] = []
      for (const n of Array(8).keys())
        items.push(
          await newItem(
            vendors[n % 2] as TestVendor,
            `${n % 3 ? 'Bolt' : 'axle'} ${n % 4}`,
            1 + ((n * 7) % 20),
            n % 3
          )
        )
      let isWritten = false
      const work = async () => {
        while (!isWritten) {
          await t.sql.begin((tx) => sequenceCatalogChanges(tx, 2))
          await followChanges(t.sql, 2)
          await refreshOffers(t.sql, 2)
        }
      }
      // Two nodes refresh the offers while the writers write.
      const nodes = [work(), work()]
      await Promise.all(
        scripts.map(async (script) => {
          for (const { change, target, n } of script) await changes[change]?.(items[target] as Item, n)
        })
      )
      isWritten = true
      await Promise.all(nodes)
      await settleOffers(t.sql)
      await checkLists()
      await checkTerms()
    }),
    { numRuns: randomRuns(15) }
  )
})

test('a filter by price or stock never returns a product that has left it, even before the offers are refreshed', async () => {
  const item = await newItem(await t.vendor({ commissionPercent: 0 }), 'Gasket', 500, 1)
  await settleOffers(t.sql)
  const query = `vendorId=${item.owner.id}&inStock=true&minPrice=400&maxPrice=550`
  for (const sort of ['newest', 'price', '-price', 'name'])
    assert.deepEqual(await idsOf(`${query}&sort=${sort}`), [item.id])
  await patch(item, { variants: [{ id: item.variantId, vendorPrice: 700 }] })
  assert.deepEqual(await idsOf(`${query}&sort=price`), [])
  await patch(item, { variants: [{ id: item.variantId, vendorPrice: 500 }] })
  assert.deepEqual(await idsOf(`${query}&sort=price`), [item.id])
  await patch(item, { variantStock: [{ variantId: item.variantId, quantity: 0 }] })
  assert.deepEqual(await idsOf(`${query}&sort=price`), [])
})

test('a transaction that commits after the offers were refreshed is not lost', async () => {
  const item = await newItem(await t.vendor({ commissionPercent: 0 }), 'Late', 5, 1)
  await settleOffers(t.sql)
  await t.sql.begin(async (tx) => {
    await tx`update variants set vendor_price = 9 where id = ${item.variantId}`
    await tx`insert into catalog_outbox (kind, subject_ids) values ('PRODUCT', array[${item.id}::uuid])`
    await settleOffers(t.sql)
  })
  await settleOffers(t.sql)
  const [row] = await t.sql<{ price: string }[]>`
    select price::text from storefront_offers where product_id = ${item.id}`
  assert.equal(row?.price, '9.00')
})

test('values of one facet are alternatives, and each facet must match', async () => {
  const call = async (path: string, body: object): Promise<string> =>
    (await t.call(`POST /platform/${path}`, { as: operator, body })).body.id
  const [color, size] = [await call('facets', { name: newId() }), await call('facets', { name: newId() })]
  const value = (facetId: string, name: string) => call(`facets/${facetId}/values`, { name })
  const [red, blue, big] = [await value(color, 'Red'), await value(color, 'Blue'), await value(size, 'Big')]
  const owner = await t.vendor({ commissionPercent: 0 })
  const [first, second] = [await newItem(owner, 'Awl', 1, 1), await newItem(owner, 'Bit', 2, 1)]
  await patch(first, { facetValueIds: [red, big] })
  await patch(second, { facetValueIds: [blue] })
  await settleOffers(t.sql)
  for (const sort of ['price', 'newest']) {
    const read = async (...ids: (string | undefined)[]) =>
      (await idsOf(`sort=${sort}&facetValueIds=${ids.join()}`)).sort()
    assert.deepEqual(await read(red), [first.id])
    assert.deepEqual(await read(red, blue), [first.id, second.id].sort())
    assert.deepEqual(await read(red, blue, big), [first.id])
    assert.deepEqual(await read(big, blue), [])
    assert.deepEqual(await read(red, newId()), [])
    assert.deepEqual(await read(newId()), [])
  }
})

test('ids can be sorted', async () => {
  const owner = await t.vendor({ commissionPercent: 0 })
  const items = [await newItem(owner, 'Bit', 3, 1), await newItem(owner, 'Awl', 2, 1)]
  await settleOffers(t.sql)
  const ids = items.map(({ id }) => id)
  assert.deepEqual(await idsOf(`sort=name&ids=${ids.join()}`), ids.toReversed())
  assert.deepEqual(await idsOf(`sort=-price&ids=${ids.join()}`), ids)
})

test('every invalid order and filter is reported', async () => {
  const answer = await list(
    'sort=cheapest&minPrice=1.234&maxPrice=-1&inStock=maybe&facetValueIds=x&collectionId=y&tagId=z'
  )
  assertFaults(answer, {
    sort: 'NOT_ALLOWED',
    minPrice: 'INVALID_DECIMAL',
    maxPrice: 'TOO_SMALL',
    inStock: 'INVALID_TYPE',
    facetValueIds: 'INVALID_UUID',
    collectionId: 'INVALID_UUID',
    tagId: 'INVALID_UUID'
  })
  assertFaults(await list(`facetValueIds=${Array(51).fill(newId()).join()}`), { facetValueIds: 'TOO_MANY' })
})

test('a cursor is valid only for its order and filters', async () => {
  await newItem(await t.vendor({ commissionPercent: 0 }), 'Clamp', 3, 1)
  await settleOffers(t.sql)
  const { endCursor } = (await list('sort=price&first=1')).body.pageInfo
  for (const query of ['sort=-price', 'sort=name', 'sort=price&inStock=true', ''])
    assertProblem(await list(`${query}&after=${endCursor}`), 400, 'INVALID_CURSOR')
})

test('until the offers of an older database are complete, the lists that need them are 503', async () => {
  await t.sql`delete from storefront_offers`
  await t.sql`insert into storefront_offer_refreshes (vendor_id) values (null)`
  await refreshOffers(t.sql, 2)
  const refused = await list('sort=price')
  assertProblem(refused, 503, 'UNAVAILABLE')
  assert.ok(refused.headers['retry-after'])
  assert.equal((await list('first=1')).status, 200)
  while (await refreshOffers(t.sql, 2));
  const expected = (await list('first=100')).body.products.length
  assert.equal((await list('sort=price&first=100')).body.products.length, expected)
})

test('if changes were deleted before they were followed, all offers are computed again', async () => {
  const item = await newItem(await t.vendor({ commissionPercent: 0 }), 'Missed', 5, 1)
  while ((await t.sql.begin((tx) => sequenceCatalogChanges(tx, 100))) > 0);
  await t.sql`update catalog_feed set deleted_through = (select max(sequence) from catalog_changes)`
  await t.sql`delete from catalog_changes`
  await t.sql`insert into storefront_offers values (${newId()}, ${item.owner.id}, 1, true, 'deleted long ago')`
  await settleOffers(t.sql)
  assert.deepEqual(await idsOf(`sort=price&vendorId=${item.owner.id}`), [item.id])
  const [row] =
    await t.sql`select from storefront_offers o where not exists (select from products p where p.id = o.product_id)`
  assert.equal(row, undefined)
})
