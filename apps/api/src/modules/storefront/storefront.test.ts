import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 15, leadTime: 6 })
})
after(() => t.close())

const variant = { sku: 'A', name: 'Box of 100', vendorPrice: 10 }

type Product = { id: string; slug: string; variants: { id: string }[] }

/** Creates and publishes a product; returns it as its vendor sees it. */
async function published(body: object = {}, owner = vendor): Promise<Product> {
  const answer = await t.call('POST /vendor/products', {
    as: owner.owner,
    body: { name: 'Hex bolt M8', sku: newId(), variants: [variant], ...body }
  })
  assert.equal(answer.status, 201, answer.text)
  await t.sql`update products set status = 'PUBLISHED' where id = ${answer.body.id}`
  return answer.body
}

const read = (slug: string, headers = {}) => t.call(`GET /storefront/products/${slug}`, { headers })
const list = (query = '') => t.call(`GET /storefront/products?first=100${query}`)
const slugsOf = ({ body }: TestAnswer): string[] => body.products.map(({ slug }: Product) => slug)

async function assertHidden(slug: string): Promise<void> {
  const [hidden, missing] = [await read(slug), await read(newId())]
  assertProblem(hidden, 404, 'NOT_FOUND')
  assert.deepEqual({ ...hidden.body, requestId: '' }, { ...missing.body, requestId: '' })
  assert.ok(!slugsOf(await list()).includes(slug))
}

async function assertShown(slug: string): Promise<void> {
  assert.equal((await read(slug)).status, 200)
  assert.ok(slugsOf(await list()).includes(slug))
}

/** Returns the keys of all objects at any depth of a JSON value. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysOf(member)])
}

describe('a product on sale', () => {
  test('can be read by its slug without a token, and shows its vendor', async () => {
    const { id, slug } = await published({ name: 'Cup washer', brand: 'Boltwell', keyFeatures: ['Brass'] })
    const { status, body } = await read(slug)
    assert.equal(status, 200)
    const { variants, createdAt, ...rest } = body
    assert.deepEqual(rest, {
      ...{
        id,
        slug,
        name: 'Cup washer',
        sku: rest.sku,
        brand: 'Boltwell',
        keyFeatures: ['Brass'],
        attributes: {},
        leadTime: 6
      },
      vendor: { id: vendor.id, name: `Vendor ${vendor.id}`, slug: `vendor-${vendor.id}` },
      ...{
        shortDescription: null,
        description: null,
        warranty: null,
        pageTitle: null,
        pageDescription: null
      },
      ...{
        countryOfOrigin: null,
        manufacturer: null,
        unspc: null,
        commodityCode: null,
        eccn: null,
        videos: null
      },
      ...{ freeShipping: false, abilityOne: false, madeInUsa: false, greenProduct: false },
      ...{ images: [], documents: [], categories: [], collections: [], tags: [], facetValues: [] },
      ...{ reviews: [], averageRating: 0, totalReviews: 0 }
    })
    assert.match(createdAt, /Z$/)
    assert.equal(variants.length, 1)
  })

  test('shows its active variants in order, each with its retail price and available stock', async () => {
    const { slug, variants } = await published({
      variants: [
        {
          ...variant,
          vendorPrice: '10.01',
          listPrice: '19.5',
          weight: 2.5,
          initialInventory: 7,
          attributes: { size: 8 }
        },
        { ...variant, sku: 'B', isActive: false },
        { ...variant, sku: 'C', upc: '012345678905', unitOfMeasure: 'BX', partNumber: 'P-1' }
      ]
    })
    await t.sql`update variants set stock_reserved = 3 where id = ${variants[0]?.id ?? ''}`
    await t.sql`update variants set stock_reserved = 3 where id = ${variants[2]?.id ?? ''}`
    const unset = {
      upc: null,
      unitOfMeasure: null,
      partNumber: null,
      listPrice: null,
      weight: null,
      attributes: {}
    }
    assert.deepEqual((await read(slug)).body.variants, [
      {
        ...unset,
        ...{
          id: variants[0]?.id,
          sku: 'A',
          name: 'Box of 100',
          price: '11.51',
          listPrice: '19.50',
          weight: '2.5'
        },
        ...{ attributes: { size: 8 }, stockAvailable: 4 }
      },
      {
        ...unset,
        ...{ id: variants[2]?.id, sku: 'C', name: 'Box of 100', price: '11.50', stockAvailable: 0 },
        ...{ upc: '012345678905', unitOfMeasure: 'BX', partNumber: 'P-1' }
      }
    ])
  })

  const listPrices: [string, string, string | null][] = [
    ['below the retail price', '11.49', null],
    ['equal to the retail price', '11.5', null],
    ['above the retail price', '11.5001', '11.5001']
  ]
  for (const [relation, listPrice, shown] of listPrices) {
    test(`a list price ${relation} is ${shown === null ? 'not shown' : 'shown'}`, async () => {
      const { slug } = await published({ variants: [{ ...variant, listPrice }] })
      assert.equal((await read(slug)).body.variants[0].listPrice, shown)
    })
  }

  test('shows its live values while edits wait for approval', async () => {
    const { id, slug } = await published({ name: 'Live name' })
    await t.sql`
      update products set pending_revision = ${t.sql.json({ name: 'Proposed name' })},
        pending_revision_submitted_at = now()
      where id = ${id}`
    const { text, body } = await read(slug)
    assert.equal(body.name, 'Live name')
    assert.doesNotMatch(text + (await list()).text, /Proposed name/)
  })

  test('has the same fields in the list', async () => {
    const { slug } = await published({ name: 'Anchor', variants: [{ ...variant, initialInventory: 5 }] })
    const listed = (await list()).body.products.find((product: Product) => product.slug === slug)
    assert.deepEqual(listed, (await read(slug)).body)
  })
})

describe("the vendor's internal fields", () => {
  test('appear in no response under any name', async () => {
    const secret = 'INTERNAL-VALUE'
    const { id, slug } = await published({
      ...{ accountCode: secret, programCode: secret, resourceCode: secret },
      variants: [{ ...variant, vendorPrice: '31.4159', listPrice: '12.3456', initialInventory: 4_711_471 }]
    })
    await t.sql`
      update products set metadata = ${t.sql.json({ note: secret })},
        moderation = ${t.sql.json({ decision: 'APPROVED', target: 'PRODUCT', reason: secret, decidedAt: '', proposed: null })},
        pending_revision = ${t.sql.json({ name: secret })}, pending_revision_submitted_at = now(),
        bulk_import_job_id = ${newId()}
      where id = ${id}`
    await t.sql`update variants set stock_reserved = 4242424 where product_id = ${id}`
    for (const answer of [await read(slug), await list()]) {
      assert.equal(answer.status, 200)
      assert.doesNotMatch(answer.text, /INTERNAL-VALUE|31\.4159|12\.3456|\b4711471\b|\b4242424\b/)
      const keys = new Set(keysOf(answer.body))
      for (const key of [
        ...[
          'vendorPrice',
          'commissionPercent',
          'vendorId',
          'stockOnHand',
          'stockReserved',
          'initialInventory'
        ],
        ...[
          'metadata',
          'accountCode',
          'programCode',
          'resourceCode',
          'status',
          'isActive',
          'bulkImportJobId'
        ],
        ...['pendingRevision', 'pendingRevisionSubmittedAt', 'moderation', 'moderationVersion', 'submittedAt']
      ]) {
        assert.ok(!keys.has(key), key)
      }
    }
  })
})

describe('products that are not on sale', () => {
  for (const status of ['PENDING_APPROVAL', 'HIDDEN', 'DRAFT']) {
    test(`a product that is ${status} gets the same 404 as one that does not exist`, async () => {
      const { id, slug } = await published()
      await assertShown(slug)
      await t.sql`update products set status = ${status} where id = ${id}`
      await assertHidden(slug)
    })
  }

  test('products are hidden while their vendor is inactive', async () => {
    const other = await t.vendor()
    const { slug } = await published({}, other)
    await t.sql`update vendors set is_active = false where id = ${other.id}`
    await assertHidden(slug)
    await t.sql`update vendors set is_active = true where id = ${other.id}`
    await assertShown(slug)
  })

  test('a product is hidden while it has no active variant', async () => {
    const [none, retired] = [await published({ variants: [] }), await published()]
    await assertHidden(none.slug)
    await assertShown(retired.slug)
    await t.sql`update variants set is_active = false where product_id = ${retired.id}`
    await assertHidden(retired.slug)
  })

  test("a text that isn't a slug gets 404 or 400", async () => {
    for (const odd of ['%00', '%F0%9F%94%A9', '..%2Fvendor', `${'x'.repeat(290)}`, "'--"]) {
      const { status } = await read(odd)
      assert.ok(status === 404 || status === 400, `${odd}: ${status}`)
    }
  })
})

describe('caching', () => {
  test('any cache may store responses but must revalidate them', async () => {
    const { id, slug } = await published()
    for (const path of [`/storefront/products/${slug}`, '/storefront/products', '/storefront/categories']) {
      const first = await t.call(`GET ${path}`)
      assert.equal(first.headers['cache-control'], 'public, no-cache')
      const again = await t.call(`GET ${path}`, { headers: { 'if-none-match': first.headers.etag ?? '' } })
      assert.equal(again.status, 304, path)
      assert.equal(again.headers['cache-control'], 'public, no-cache')
      assert.equal(again.text, '')
    }
    const { etag = '' } = (await read(slug)).headers
    await t.sql`update variants set stock_on_hand = 9 where product_id = ${id}`
    assert.equal((await read(slug, { 'if-none-match': etag })).status, 200)
  })

  test("error responses aren't cached", async () => {
    assert.equal((await read(newId())).headers['cache-control'], 'no-store')
  })
})

describe('categories', () => {
  test('the category tree is the one that vendors see and needs no token', async () => {
    await t.sql`insert into categories (name, slug) values ('Fasteners', 'fasteners')`
    await t.sql`
      insert into categories (name, slug, parent_id)
      select 'Bolts', 'bolts', id from categories where slug = 'fasteners'`
    const { status, body } = await t.call('GET /storefront/categories')
    assert.equal(status, 200)
    assert.equal(body.categories[0].children[0].slug, 'bolts')
    assert.deepEqual(body, (await t.call('GET /vendor/categories', { as: vendor.viewer })).body)
  })
})
