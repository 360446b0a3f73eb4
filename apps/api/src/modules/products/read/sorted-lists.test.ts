import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { idsOf, productList } from '../../../../test/listed-products.ts'
import type { Page } from '../../../db/lists.ts'
import type { Problem } from '../../../errors.ts'
import { newId } from '../../../lib/ids.ts'
import { type ProductFilters, type ProductRow, type ProductSort, productSorts } from '../schema.ts'
import { listProducts } from './list-queries.ts'
import type { Sorting } from './sort-queries.ts'

let t: TestApp
let operator: string
const categoryId = newId()
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
  await t.sql`insert into categories (id, name, slug) values (${categoryId}, 'C', 'c')`
})
after(() => t.close())

const { create, insertMany } = productList(() => t)

/** One of the two lists, and who reads it. */
type List = { path: string; as: string }
const listsOf = ({ id, viewer }: TestVendor): List[] => [
  { path: '/vendor/products?', as: viewer },
  { path: `/platform/products?vendorId=${id}&`, as: operator }
]
const read = ({ path, as }: List, query: string) => t.call(`GET ${path}${query}`, { as })

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
const compared = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
const values = {
  updatedAt: ({ updatedAt }: ProductRow) => updatedAt,
  name: ({ name }: ProductRow) => plain(name),
  sku: ({ sku }: ProductRow) => sku,
  price: ({ priceMin }: ProductRow) => (priceMin === null ? null : Number(priceMin)),
  stock: ({ stockOnHand }: ProductRow) => stockOnHand
}

/** Returns the ids of the rows in this order. Products without a value are last in both directions. */
function sorted(rows: ProductRow[], sort: ProductSort): string[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const shown = values[sort.replace('-', '') as keyof typeof values]
  const inOrder = rows.toSorted((a, b) => {
    const [x, y] = [shown(a), shown(b)]
    const byId = sign * compared(a.id, b.id)
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byId
    return sign * compared<string | number>(x, y) || byId
  })
  return inOrder.map(({ id }) => id)
}

const given = fc.record({
  name: fc.constantFrom('Bolt', 'bolt', 'Äxle', 'axle', 'Zip tie', 'Axle bolt'),
  status: fc.constantFrom('PUBLISHED', 'HIDDEN'),
  changed: fc.nat(3),
  isInCategory: fc.boolean(),
  variants: fc.array(
    fc.record({
      price: fc.constantFrom('0', '9.994', '9.9949', '12', '9999999999.9999'),
      stock: fc.constantFrom(0, 3, 2_147_483_647),
      changed: fc.nat(3),
      isActive: fc.boolean()
    }),
    { maxLength: 3 }
  )
})
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never

const timeOf = (changed: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + changed).toISOString()

async function store(vendor: TestVendor, products: Given[]): Promise<void> {
  for (const { name, status, changed, isInCategory, variants } of products) {
    const id = newId()
    const sku = `${['b', 'A', 'a-1', 'Z'][id.charCodeAt(35) % 4]}${id.slice(24)}`
    await t.sql`
      insert into products (id, vendor_id, sku, slug, name, status, updated_at, search)
      values (${id}, ${vendor.id}, ${sku}, ${id}, ${name}, ${status}, ${timeOf(changed)},
        product_search(${vendor.id}, ${name}, ${sku}, null, '{}'))`
    if (isInCategory)
      await t.sql`
        insert into product_categories (product_id, category_id, vendor_id) values (${id}, ${categoryId}, ${vendor.id})`
    for (const [index, variant] of variants.entries())
      await t.sql`
        insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, stock_on_hand, is_active,
          updated_at)
        values (${newId()}, ${id}, ${vendor.id}, ${index}, ${index}, 'One', ${variant.price}, ${variant.stock},
          ${variant.isActive}, ${timeOf(variant.changed)})`
  }
}

/** Reads all pages of a list over HTTP, and returns the ids in the order of the list. */
async function walk(list: List, query: string, backward: boolean): Promise<string[]> {
  const ids: string[] = []
  let from = ''
  for (;;) {
    const page = await read(list, `${query}&view=row&${backward ? 'last' : 'first'}=2${from}`)
    assert.equal(page.status, 200, page.text)
    ids[backward ? 'unshift' : 'push'](...idsOf(page))
    const { startCursor, endCursor, hasNextPage, hasPreviousPage } = page.body.pageInfo
    if (!(backward ? hasPreviousPage : hasNextPage)) return ids
    from = backward ? `&before=${startCursor}` : `&after=${endCursor}`
  }
}

/** Does the same without HTTP, with the limits of `sorting`. */
async function walkWith({ vendorId, ...sorting }: Sorting, backward: boolean): Promise<string[]> {
  const ids: string[] = []
  let page: Page = { limit: 2, backward, key: undefined }
  for (;;) {
    const { rows } = await listProducts(t.sql, vendorId, { ...sorting, page, shape: 'row', assetOrigin: '' })
    for (const { json } of rows.slice(0, 2)) ids[backward ? 'unshift' : 'push'](JSON.parse(json).id)
    if (rows.length < 3) return ids
    page = { ...page, key: rows[1]?.key }
  }
}

const filters = fc.constantFrom<ProductFilters>(
  {},
  { status: 'PUBLISHED' },
  { search: 'bolt' },
  { updatedAfter: timeOf(1) },
  { updatedAfter: timeOf(0), search: 'axle', status: 'HIDDEN' },
  { maxStockAvailable: 3 },
  { categoryId, updatedAfter: timeOf(0) },
  { isRejected: false, maxStockAvailable: 0 }
)
const onlyOfVendor: (keyof ProductFilters)[] = ['maxStockAvailable', 'categoryId', 'isRejected']

/** Limits with which a small catalog is read like one with more products. Only some orders have an index. */
const limitsOf = (sort: ProductSort) => [
  { near: 1, sorted: 50, far: 1 },
  ...(/sku|updatedAt/.test(sort) ? [{ near: 1, sorted: 0, far: 40 }] : [])
]

for (const sort of productSorts)
  test(`by ${sort}, all pages from both ends have each product once, in the order of the values`, async () => {
    const products = fc.array(given, { minLength: 1, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(products, filters, fc.nat(40), async (stored, filters, commissionPercent) => {
        const vendor = await t.vendor({ commissionPercent })
        await store(vendor, stored)
        await store(await t.vendor(), stored.slice(0, 1))
        const query = new URLSearchParams(filters as Record<string, string>).toString()
        const lists = listsOf(vendor)
        if (onlyOfVendor.some((name) => name in filters)) lists.pop()
        for (const list of lists) {
          const { body } = await read(list, `${query}&view=row&first=500`)
          const expected = sorted(body.products, sort)
          for (const backward of [false, true]) {
            assert.deepEqual(await walk(list, `${query}&sort=${sort}`, backward), expected, list.path)
            for (const limits of limitsOf(sort)) {
              const ids = await walkWith({ vendorId: vendor.id, filters, sort, limits }, backward)
              assert.deepEqual(ids, expected, JSON.stringify(limits))
            }
          }
        }
      }),
      { numRuns: 5 }
    )
  })

test('the products of all vendors are sorted together', async () => {
  const vendors = [await t.vendor(), await t.vendor({ commissionPercent: 25 })]
  const names = ['Bolt', 'axle', 'Äxle', 'bolt']
  for (const vendor of vendors)
    for (const [index, name] of names.entries())
      await create(vendor, {
        name: `Shared ${name}`,
        sku: `SHARED-${index}`,
        variants: [{ sku: `V-${index}`, name: 'One', vendorPrice: 10 + (index % 2), initialInventory: index }]
      })
  const list = { path: '/platform/products?search=shared&', as: operator }
  const { body } = await read(list, 'view=row')
  assert.equal(body.products.length, 8)
  for (const sort of productSorts) {
    const expected = sorted(body.products, sort)
    for (const backward of [false, true])
      assert.deepEqual(await walk(list, `sort=${sort}`, backward), expected, sort)
    const all = { vendorId: undefined, filters: { search: 'shared' }, sort }
    for (const limits of sort.includes('sku') ? [{ near: 1, sorted: 0, far: 10_000 }] : [])
      assert.deepEqual(await walkWith({ ...all, limits }, false), expected, sort)
  }
})

test('complete products are in the same order as rows, and their cursors are the same', async () => {
  const vendor = await t.vendor()
  await insertMany(vendor.id, 5)
  for (const list of listsOf(vendor)) {
    const rows = await read(list, 'sort=-name&view=row')
    assert.deepEqual(idsOf(await read(list, 'sort=-name')), idsOf(rows))
    const { endCursor } = (await read(list, 'sort=-name&view=row&first=2')).body.pageInfo
    assert.deepEqual(idsOf(await read(list, `sort=-name&after=${endCursor}`)), idsOf(rows).slice(2))
  }
})

test('the number of products is the same as without an order', async () => {
  const vendor = await t.vendor()
  await insertMany(vendor.id, 3)
  for (const list of listsOf(vendor))
    assert.equal((await read(list, 'sort=price&first=1')).body.estimatedTotalCount, 3)
})

test('a cursor is refused with another order, and with other filters', async () => {
  const vendor = await t.vendor()
  await insertMany(vendor.id, 3)
  for (const list of listsOf(vendor)) {
    const cursorOf = async (query: string) => (await read(list, `${query}&first=1`)).body.pageInfo.endCursor
    const cursor = await cursorOf('sort=name')
    assert.equal((await read(list, `sort=name&after=${cursor}`)).status, 200)
    for (const query of ['sort=-name', 'sort=sku', '', 'sort=name&status=HIDDEN'])
      assertProblem(await read(list, `${query}&after=${cursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await read(list, `sort=name&after=${await cursorOf('')}`), 400, 'INVALID_CURSOR')
  }
})

test('an unknown order is 400', async () => {
  for (const list of listsOf(await t.vendor()))
    for (const sort of ['', 'Name', '--name', '+name', 'newest', 'id', 'name,sku'])
      assertFaults(await read(list, `sort=${encodeURIComponent(sort)}`), { sort: 'NOT_ALLOWED' })
})

test('if more products match than can be sorted, the response is 400 and names filters that help', async () => {
  const vendor = await t.vendor()
  const ids = await insertMany(vendor.id, 9)
  await t.sql`update products set status = 'HIDDEN' where id = ${ids[8] ?? ''}`
  const limits = { near: 1, sorted: 3, far: 5 }
  const page = { limit: 2, backward: false, key: undefined }
  const list = (sort: ProductSort, filters: ProductFilters, shape: 'row' | 'platformRow' = 'row') =>
    listProducts(t.sql, vendor.id, { filters, sort, limits, page, shape, assetOrigin: '' })
  for (const sort of ['name', '-price', 'stock'] as const) {
    await assert.rejects(list(sort, { status: 'PENDING_APPROVAL' }), (error: Problem) => {
      assert.deepEqual([error.status, error.code], [400, 'TOO_MANY_TO_SORT'])
      const [fault] = error.faults
      assert.ok(fault && 'parameter' in fault)
      assert.deepEqual([fault.parameter, fault.code], ['sort', 'TOO_MANY_TO_SORT'])
      assert.match(
        fault?.message ?? '',
        /more than 3 products match.* filters search, categoryId, updatedAfter,/
      )
      return true
    })
    await assert.rejects(
      list(sort, {}, 'platformRow'),
      /more of the filters search, categoryId, status, updatedAfter, or/
    )
    assert.equal((await list(sort, { search: '2' })).rows.length, 1)
    assert.equal((await list(sort, { status: 'HIDDEN' })).rows.length, 1)
  }
  for (const sort of ['sku', '-sku', 'updatedAt', '-updatedAt'] as const)
    assert.equal((await list(sort, { status: 'PENDING_APPROVAL' })).rows.length, 3)
  // None of the next five products in the order of the index passes the filters, and more than three others do.
  await t.sql`update products set pending_revision = '{"name": "New"}', pending_revision_submitted_at = now(), status = 'PUBLISHED'
    where id = any (${ids.slice(5)}::uuid[])`
  await assert.rejects(list('sku', { hasPendingRevision: true }), /more than 3 products match/)
  assert.equal((await list('-sku', { hasPendingRevision: true })).rows.length, 3)
})
