import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type Body, makeTerms, newProduct, productCalls } from '../../../test/products.ts'
import { withLocksHeld } from '../../../test/races.ts'
import type { Tx } from '../../db/connect.ts'
import { systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'
import { draftProduct, insertDrafts } from './write/new-products.ts'
import { termIdsOf, unknownTermFaults } from './write/references.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 12.5, leadTime: 6 })
})
after(() => t.close())

const product = (fields: Body = {}) => newProduct({ name: 'Hex bolt M8', ...fields })
const { post: create } = productCalls(() => ({ t, vendor }))
const variant = (fields: Body = {}) => ({ sku: 'HB-100', name: 'Box of 100', vendorPrice: 12.5, ...fields })

describe('a created product', () => {
  test('needs only a name and a SKU, and other fields are unset', async () => {
    const { status, body, headers } = await create({ name: '  Hex bolt  ', sku: ' HB-1 ' })
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, ...rest } = body
    assert.equal(headers.location, `/api/v1/vendor/products/${id}`)
    assert.match(String(headers.etag), /^"[\w-]+"$/)
    assert.equal(createdAt, updatedAt)
    const unset = [
      ...[
        'shortDescription',
        'warranty',
        'description',
        'pageTitle',
        'pageDescription',
        'brand',
        'countryOfOrigin'
      ],
      ...[
        'manufacturer',
        'unspc',
        'commodityCode',
        'eccn',
        'videos',
        'accountCode',
        'programCode',
        'resourceCode'
      ],
      ...['pendingRevision', 'pendingRevisionSubmittedAt', 'moderation', 'bulkImportJobId']
    ]
    const empty = [
      'keyFeatures',
      'attributeIssues',
      'corrections',
      'variants',
      'images',
      'documents',
      'categories',
      'collections',
      'tags',
      'facetValues'
    ]
    const off = ['freeShipping', 'abilityOne', 'madeInUsa', 'greenProduct']
    assert.deepEqual(rest, {
      name: 'Hex bolt',
      slug: 'hex-bolt',
      sku: 'HB-1',
      leadTime: 6,
      metadata: {},
      attributes: {},
      status: 'PENDING_APPROVAL',
      averageRating: 0,
      totalReviews: 0,
      reviews: [],
      ...Object.fromEntries(unset.map((name) => [name, null])),
      ...Object.fromEntries(empty.map((name) => [name, []])),
      ...Object.fromEntries(off.map((name) => [name, false]))
    })
  })

  test('has every field as it was sent', async () => {
    const terms = await makeTerms(t)
    const fields = {
      name: 'Gewindestange 数据线 🔩',
      sku: 'Full-1',
      slug: 'gewindestange-m8',
      shortDescription: 'a & b\nsecond line',
      description: 'Black & Decker, 5 < 6',
      warranty: '2 years',
      pageTitle: 'Title',
      pageDescription: 'Two\nlines',
      brand: 'Boltwell',
      countryOfOrigin: 'US',
      manufacturer: 'Boltwell Inc.',
      leadTime: 0,
      unspc: '3116162012',
      commodityCode: '7318.15',
      eccn: 'EAR99',
      freeShipping: true,
      abilityOne: true,
      madeInUsa: true,
      greenProduct: true,
      keyFeatures: ['Zinc', 'Zinc', 'Hot'],
      accountCode: 'A',
      programCode: 'P',
      resourceCode: 'R'
    }
    const { body } = await create({
      ...fields,
      videos: [{ url: 'https://video.example/1' }, { url: 'http://video.example/2', title: 'Two' }],
      categoryIds: [terms.category.toUpperCase()],
      collectionIds: [terms.collection],
      tagIds: [terms.tag],
      facetValueIds: [terms.facetValue],
      variants: [
        variant({
          sku: 'b',
          price: 1,
          listPrice: '19.9',
          vendorPrice: '0.0125',
          weight: 1.5,
          initialInventory: 7
        }),
        variant({
          sku: 'a',
          attributes: { finish: { colour: ['zinc', 1, null] } },
          isActive: false,
          upc: '0123'
        }),
        variant({ sku: 'c', unitOfMeasure: 'BX', partNumber: 'M8', vendorPrice: 0, listPrice: 0, weight: 0 })
      ],
      documents: [
        { title: 'Second', type: 'SDS', url: 'https://supplier.example/Größe.pdf', sortOrder: 5 },
        { title: 'First', type: 'SPEC', url: 'http://supplier.example/a.pdf' }
      ]
    })
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(body[name], value, name)
    assert.deepEqual(body.videos, [
      { url: 'https://video.example/1', title: null },
      { url: 'http://video.example/2', title: 'Two' }
    ])
    assert.deepEqual(
      ['categories', 'collections', 'tags', 'facetValues'].map((name) =>
        body[name].map(({ id }: { id: string }) => id)
      ),
      [[terms.category], [terms.collection], [terms.tag], [terms.facetValue]]
    )
    assert.deepEqual(Object.keys(body.facetValues[0].facet), ['id', 'name', 'slug'])
    assert.deepEqual(
      body.variants.map((v: Body) => [
        v.sku,
        v.price,
        v.listPrice,
        v.vendorPrice,
        v.weight,
        v.isActive,
        v.productId
      ]),
      [
        ['b', '0.01', '19.90', '0.0125', '1.5', true, body.id],
        ['a', '14.06', null, '12.50', null, false, body.id],
        ['c', '0.00', '0.00', '0.00', '0', true, body.id]
      ]
    )
    assert.deepEqual(
      body.variants.map((v: Body) => [v.initialInventory, v.stockOnHand, v.stockReserved, v.stockAvailable]),
      [
        [7, 7, 0, 7],
        [0, 0, 0, 0],
        [0, 0, 0, 0]
      ]
    )
    assert.deepEqual(body.variants[1].attributes, { finish: { colour: ['zinc', 1, null] } })
    assert.deepEqual(
      body.documents.map((d: Body) => [d.title, d.type, d.url, d.document, d.size, d.sortOrder]),
      [
        ['First', 'SPEC', 'http://supplier.example/a.pdf', null, null, 1],
        ['Second', 'SDS', 'https://supplier.example/Größe.pdf', null, null, 5]
      ]
    )
    const read = await t.call(`GET /vendor/products/${body.id}`, { as: vendor.viewer })
    // The UPC of the second variant is no UPC. The warning doesn't belong to the product.
    const { warnings, ...created } = body
    assert.deepEqual(read.body, created)
    assert.deepEqual(
      warnings.map(({ pointer, code }: Body) => [pointer, code]),
      [['/variants/1/upc', 'INVALID_UPC']]
    )
  })

  test('treats null like an omitted field', async () => {
    const texts = [
      'slug',
      'shortDescription',
      'description',
      'warranty',
      'pageTitle',
      'pageDescription',
      'brand',
      'eccn'
    ]
    const others = [
      'leadTime',
      'unspc',
      'freeShipping',
      'keyFeatures',
      'videos',
      'categoryIds',
      'variants',
      'documents'
    ]
    const { status, body } = await create(
      product(Object.fromEntries([...texts, ...others].map((name) => [name, null])))
    )
    assert.equal(status, 201)
    assert.deepEqual([body.leadTime, body.freeShipping, body.videos, body.variants], [6, false, null, []])
    const optional = ['listPrice', 'upc', 'weight', 'initialInventory', 'attributes', 'isActive']
    const inner = await create(
      product({ variants: [variant(Object.fromEntries(optional.map((name) => [name, null])))] })
    )
    assert.equal(inner.status, 201)
    assert.deepEqual([inner.body.variants[0].attributes, inner.body.variants[0].isActive], [{}, true])
  })

  test('has a sanitised description, while HTML in other fields stays unchanged', async () => {
    const html = '<p onclick="x()">Bolt<script>x()</script></p>'
    const { body } = await create(product({ description: html, shortDescription: html }))
    assert.equal(body.description, '<p>Bolt</p>')
    assert.equal(body.shortDescription, html)
  })

  test('ignores price in the product and in variants, whatever its value', async () => {
    const { status, body } = await create(product({ price: [], variants: [variant({ price: 'free' })] }))
    assert.equal(status, 201)
    assert.equal(body.variants[0].price, '14.06')
  })

  test('is recorded as one event', async () => {
    const { body } = await create(product({ sku: 'Event-1' }), vendor.editor)
    const events = await t.sql`
      select type, vendor_id, subject_type, actor_type, details from events where subject_id = ${body.id}`
    assert.deepEqual(
      [...events],
      [
        {
          type: 'product.created',
          vendorId: vendor.id,
          subjectType: 'product',
          actorType: 'USER',
          details: { sku: 'Event-1' }
        }
      ]
    )
  })

  test('is created once if the request is repeated with its Idempotency-Key', async () => {
    const call = { as: vendor.owner, body: product(), headers: { 'idempotency-key': newId() } }
    const [first, second] = [
      await t.call('POST /vendor/products', call),
      await t.call('POST /vendor/products', call)
    ]
    assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text])
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.headers.location, first.headers.location)
  })
})

describe('creating a product is refused', () => {
  test('for a taken SKU and unknown ids, which are reported together', async () => {
    const { category } = await makeTerms(t)
    const own = await t.vendor()
    await create(product({ sku: 'Taken' }), own.owner)
    const body = product({
      sku: 'Taken',
      categoryIds: [category, newId()],
      collectionIds: [newId()],
      tagIds: [newId(), newId()],
      facetValueIds: [newId()]
    })
    assertFaults(await create(body, own.owner), {
      '/sku': 'SKU_TAKEN',
      '/categoryIds/1': 'UNKNOWN_CATEGORY',
      '/collectionIds/0': 'UNKNOWN_COLLECTION',
      '/tagIds/0': 'UNKNOWN_TAG',
      '/tagIds/1': 'UNKNOWN_TAG',
      '/facetValueIds/0': 'UNKNOWN_FACET_VALUE'
    })
    assertFaults(await create({ ...body, sku: 'Free' }, own.owner), {
      '/categoryIds/1': 'UNKNOWN_CATEGORY',
      '/collectionIds/0': 'UNKNOWN_COLLECTION',
      '/tagIds/0': 'UNKNOWN_TAG',
      '/tagIds/1': 'UNKNOWN_TAG',
      '/facetValueIds/0': 'UNKNOWN_FACET_VALUE'
    })
    const [{ count } = { count: '' }] = await t.sql`select count(*) from products where vendor_id = ${own.id}`
    assert.equal(count, '1')
  })

  test('without a token and for a viewer, before the body is validated', async () => {
    assertProblem(await t.call('POST /vendor/products', { body: product() }), 401, 'UNAUTHENTICATED')
    assertProblem(await create({ broken: true }, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    for (const token of [vendor.admin, vendor.editor])
      assert.equal((await create(product(), token)).status, 201)
  })
})

test('a category that is deleted concurrently is unknown', async () => {
  const { category } = await makeTerms(t)
  const answer = await withLocksHeld(t, {
    hold: (tx) => tx`delete from categories where id = ${category}`,
    waiting: 1,
    work: () => create(product({ categoryIds: [category] }))
  })
  assertFaults(answer, { '/categoryIds/0': 'UNKNOWN_CATEGORY' })
})

test("a category can't be deleted while a product is being assigned to it", async () => {
  const { category } = await makeTerms(t)
  const deleted = await withLocksHeld(t, {
    hold: (tx) => unknownTermFaults(tx, termIdsOf({ categoryIds: [category] })),
    waiting: 1,
    release: (tx) => insertInCategory(tx, category),
    work: () =>
      t.sql`delete from categories where id = ${category}`.catch((error) => (error as { code?: string }).code)
  })
  assert.equal(deleted, '23001')
})

async function insertInCategory(tx: Tx, category: string) {
  const draft = draftProduct({ name: 'Filed', sku: newId(), categoryIds: [category] })
  await Promise.all(insertDrafts(tx, vendor.id, { drafts: [draft], origin: systemOrigin }).parts)
}
