import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { idsOf, productList } from '../../../../test/listed-products.ts'
import { newId } from '../../../lib/ids.ts'
import type { PlatformProduct } from '../platform-schema.ts'
import type { Product } from '../schema.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
})
after(() => t.close())

const { list, create, insertMany } = productList(() => t)
const listAll = (query = '') => t.call(`GET /platform/products${query}`, { as: operator })

/** Returns the row that a complete product has in a list of compact rows. */
function rowOf(product: Product | PlatformProduct) {
  const { id, sku, name, status, variants, images, updatedAt, pendingRevision } = product
  const sorted = (amounts: string[]) => amounts.toSorted((a, b) => Number(a) - Number(b))
  const costs = sorted(variants.map(({ vendorPrice }) => vendorPrice))
  const prices = sorted(variants.map(({ price }) => price))
  const sum = (field: 'stockOnHand' | 'stockAvailable') =>
    variants.reduce((total, variant) => total + variant[field], 0)
  const only = variants.length === 1 ? variants[0] : undefined
  return {
    ...{ id, sku, name, status },
    variantCount: variants.length,
    variantId: only?.id ?? null,
    vendorPrice: only?.vendorPrice ?? null,
    listPrice: only?.listPrice ?? null,
    vendorPriceMin: costs[0] ?? null,
    vendorPriceMax: costs.at(-1) ?? null,
    priceMin: prices[0] ?? null,
    priceMax: prices.at(-1) ?? null,
    stockOnHand: sum('stockOnHand'),
    stockAvailable: sum('stockAvailable'),
    imageUrl: images.find(({ isPrimary }) => isPrimary)?.url ?? null,
    updatedAt,
    hasPendingRevision: pendingRevision !== null,
    ...('vendorId' in product && { vendorId: product.vendorId })
  }
}

const given = fc.record({
  variants: fc.array(
    fc.record({
      price: fc.constantFrom('0', '0.0125', '9.9', '10', '9999999999.9999'),
      listPrice: fc.constantFrom(null, '0', '12.5', '9999999999.9999'),
      stock: fc.integer({ min: 0, max: 2_147_483_647 }),
      reserved: fc.nat(20),
      isActive: fc.boolean()
    }),
    { maxLength: 4 }
  ),
  images: fc.nat(3),
  primary: fc.nat(2),
  isStaged: fc.boolean(),
  commission: fc.constantFrom(0, 12.5, 33.33)
})
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never

/** Creates a product of the vendor with variants, images and staged edits. */
async function store(vendor: TestVendor, { variants, images, primary, isStaged }: Given): Promise<void> {
  const { id } = await create(vendor)
  for (const [index, { price, listPrice, stock, reserved, isActive }] of variants.entries()) {
    await t.sql`
      insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, list_price, stock_on_hand,
        stock_reserved, is_active, updated_at)
      values (${newId()}, ${id}, ${vendor.id}, ${index}, ${index}, 'One', ${price}, ${listPrice}, ${stock}, ${reserved},
        ${isActive}, now() + make_interval(secs => ${index}))`
  }
  await t.sql`
    insert into product_images (id, product_id, vendor_id, path, sort_order, is_primary)
    select uuidv7(), ${id}, ${vendor.id}, 'products/' || n || '.webp', n, n = ${primary % Math.max(1, images)}::int
    from generate_series(0, ${images}::int - 1) n`
  if (!isStaged) return
  await t.sql`
    update products set status = 'PUBLISHED', pending_revision = '{"name": "New"}', pending_revision_submitted_at = now()
    where id = ${id}`
}

describe('compact rows', () => {
  test('have the values of the complete products in the same list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 5 }), async (products) => {
        const vendor = await t.vendor({ commissionPercent: products[0]?.commission ?? 0 })
        for (const product of products) await store(vendor, product)
        const [whole, rows] = [await list(vendor), await list(vendor, '?view=row')]
        assert.equal(rows.status, 200, rows.text)
        assert.deepEqual(rows.body, { ...whole.body, products: whole.body.products.map(rowOf) })
        const filter = `?vendorId=${vendor.id}`
        const [all, allRows] = [await listAll(filter), await listAll(`${filter}&view=row`)]
        assert.deepEqual(allRows.body, { ...all.body, products: all.body.products.map(rowOf) })
      }),
      { numRuns: 25 }
    )
  })

  test('of a product without variants have no prices and no stock', async () => {
    const vendor = await t.vendor()
    const { id, sku, name, updatedAt } = await create(vendor)
    const row = {
      ...{ id, sku, name, status: 'PENDING_APPROVAL', variantCount: 0, variantId: null, vendorPrice: null },
      ...{
        listPrice: null,
        vendorPriceMin: null,
        vendorPriceMax: null,
        priceMin: null,
        priceMax: null,
        stockOnHand: 0,
        stockAvailable: 0,
        imageUrl: null,
        updatedAt
      },
      hasPendingRevision: false
    }
    assert.deepEqual((await list(vendor, '?view=row')).body.products, [row])
    const { body } = await listAll(`?view=row&vendorId=${vendor.id}`)
    assert.deepEqual(body.products, [{ ...row, vendorId: vendor.id }])
  })

  test('are 24 on a page by default and at most 500, complete products at most 100', async () => {
    const vendor = await t.vendor()
    const all = (await insertMany(vendor.id, 505)).reverse()
    for (const [query, size] of [
      ['', 24],
      ['&first=500', 500]
    ] as const) {
      assert.deepEqual(idsOf(await list(vendor, `?view=row${query}`)), all.slice(0, size), query)
      const platformList = await listAll(`?vendorId=${vendor.id}&view=row${query}`)
      assert.deepEqual(idsOf(platformList), all.slice(0, size), query)
    }
    assert.deepEqual(idsOf(await list(vendor, '?view=row&last=500')), all.slice(-500))
    for (const query of ['?first=101', '?first=500', '?first=501', '?view=row&first=501']) {
      for (const answer of [await list(vendor, query), await listAll(query)]) {
        assertFaults(answer, { first: 'TOO_LARGE' })
        assert.equal(answer.body.errors[0].message, 'must be at most 100, or 500 with view=row')
      }
    }
    assertFaults(await list(vendor, '?last=101&view=table'), { view: 'NOT_ALLOWED' })
    assertFaults(await list(vendor, '?last=101&sku='), { last: 'TOO_LARGE' })
  })

  test('can be continued as complete products, because the cursors are the same', async () => {
    const vendor = await t.vendor()
    const all = (await insertMany(vendor.id, 4)).reverse()
    const { endCursor } = (await list(vendor, '?view=row&first=2')).body.pageInfo
    assert.deepEqual(idsOf(await list(vendor, `?first=2&after=${endCursor}`)), all.slice(2))
    assertProblem(await listAll(`?vendorId=${vendor.id}&after=${endCursor}`), 400, 'INVALID_CURSOR')
  })

  test('can be filtered like complete products', async () => {
    const vendor = await t.vendor()
    const variant = { sku: 'V-1', name: 'One', vendorPrice: 1, upc: '0123' }
    const { id } = await create(vendor, { name: 'Hex bolt', sku: 'HB-1', variants: [variant] })
    await create(vendor, { name: 'Nut' })
    for (const query of ['search=hex', 'search=0123', 'sku=V-1', 'search=bolt&status=PENDING_APPROVAL']) {
      assert.deepEqual(idsOf(await list(vendor, `?view=row&${query}`)), [id], query)
    }
    assert.deepEqual(idsOf(await list(vendor, '?view=row&status=DRAFT')), [])
  })

  test('are the only other view', async () => {
    for (const view of ['rows', '', 'ROW']) {
      assertFaults(await list(await t.vendor(), `?view=${view}`), { view: 'NOT_ALLOWED' })
      assertFaults(await listAll(`?view=${view}`), { view: 'NOT_ALLOWED' })
    }
  })
})
