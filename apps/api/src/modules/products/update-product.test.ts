import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { makeTerms, productCalls } from '../../../test/products.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10, leadTime: 6 })
})
after(() => t.close())

const { create, patch, read } = productCalls(() => ({ t, vendor }))
const eventsOf = async (id: string) => {
  const rows = await t.sql<{ type: string; changedFields: string[] }[]>`
    select type, changed_fields from events where subject_id = ${id} and type <> 'product.created' order by id`
  return rows.map(({ type, changedFields }) => [type, changedFields])
}

const plain = {
  shortDescription: 'Short\nlines',
  description: '<p>Bolt</p>',
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
  keyFeatures: ['Zinc', 'Hot'],
  videos: [
    { url: 'https://video.example/1', title: null },
    { url: 'https://video.example/2', title: 'Two' }
  ],
  accountCode: 'A',
  programCode: 'P',
  resourceCode: 'R'
}

describe('fields', () => {
  test('each field can be set without changing the others', async () => {
    const product = await create()
    let expected = product
    for (const [field, value] of Object.entries({ name: 'Hex nut', sku: `new ${product.sku}`, ...plain })) {
      const { status, body } = await patch(product.id, { [field]: value })
      assert.equal(status, 200)
      expected = { ...expected, [field]: value, updatedAt: body.updatedAt }
      assert.deepEqual(body, expected, field)
    }
    assert.deepEqual((await read(product.id)).body, expected)
  })

  test('null resets an optional field to its default', async () => {
    const fresh = await create()
    const terms = await makeTerms(t)
    const product = await create({
      ...plain,
      categoryIds: [terms.category],
      collectionIds: [terms.collection],
      tagIds: [terms.tag],
      facetValueIds: [terms.facetValue],
      variants: [{ sku: 'A', name: 'Box', vendorPrice: 1 }],
      documents: [{ title: 'Sheet', type: 'SPEC', url: 'https://supplier.example/a.pdf' }]
    })
    const fields = [
      ...Object.keys(plain),
      'categoryIds',
      'collectionIds',
      'tagIds',
      'facetValueIds',
      'documents'
    ]
    const nulls = Object.fromEntries(
      [...fields, 'slug', 'variants', 'variantStock'].map((field) => [field, null])
    )
    const { status, body } = await patch(product.id, nulls)
    assert.equal(status, 200)
    const own = ['id', 'sku', 'slug', 'createdAt', 'updatedAt', 'variants']
    const ownFields = Object.fromEntries(own.map((field) => [field, body[field]]))
    assert.deepEqual(body, { ...fresh, ...ownFields })
    assert.deepEqual([body.slug, body.variants], [product.slug, product.variants])
  })

  test('price is ignored, and the retail price is calculated from vendorPrice', async () => {
    const product = await create({ variants: [{ sku: 'A', name: 'Box', vendorPrice: 1 }] })
    const [{ id }] = product.variants
    const { status, body } = await patch(product.id, {
      price: {},
      variants: [{ id, price: 'x', vendorPrice: 2 }]
    })
    assert.deepEqual([status, body.variants[0].price], [200, '2.20'])
  })

  test('values equal to the stored ones change nothing and record no event', async () => {
    const terms = await makeTerms(t)
    const fields = { ...plain, categoryIds: [terms.category], tagIds: [terms.tag] }
    const product = await create({ ...fields, slug: `same-${terms.tag}` })
    const before = await read(product.id)
    for (const body of [
      {},
      { price: 1 },
      { ...fields, name: ' Hex bolt ', sku: product.sku, slug: product.slug }
    ]) {
      const answer = await patch(product.id, body)
      assert.deepEqual([answer.status, answer.text], [200, before.text])
      assert.equal(answer.headers.etag, before.headers.etag)
    }
    assert.deepEqual(await eventsOf(product.id), [])
  })

  test('one event names the fields that changed', async () => {
    const product = await create({ brand: 'Boltwell' })
    await patch(product.id, { brand: 'Boltwell', eccn: 'EAR99', name: 'Hex nut' }, { as: vendor.editor })
    assert.deepEqual(await eventsOf(product.id), [['product.updated', ['name', 'eccn']]])
  })

  test('the product can be found by its new values immediately', async () => {
    const word = () => `w${newId().replaceAll('-', '')}`
    const [name, brand, sku, part] = [word(), word(), word(), word()]
    const { id } = await create()
    await patch(id, {
      name,
      brand,
      sku,
      variants: [{ sku: 'A', name: 'Box', vendorPrice: 1, partNumber: part }]
    })
    for (const search of [name, brand, sku, part]) {
      const { body } = await t.call(`GET /vendor/products?search=${search}`, { as: vendor.owner })
      assert.deepEqual(
        body.products.map((product: { id: string }) => product.id),
        [id]
      )
    }
  })
})

describe('categories, collections, tags and facet values', () => {
  test('are replaced by the sent arrays in order, and omitted arrays change nothing', async () => {
    const [one, two] = [await makeTerms(t), await makeTerms(t)]
    const product = await create({
      categoryIds: [one.category],
      tagIds: [one.tag],
      facetValueIds: [one.facetValue]
    })
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    const categoryIds = [two.category.toUpperCase(), one.category]
    const { body } = await patch(product.id, { categoryIds, collectionIds: [two.collection], tagIds: [] })
    assert.deepEqual(ids(body.categories), [two.category, one.category])
    assert.deepEqual(
      [ids(body.collections), body.tags, ids(body.facetValues)],
      [[two.collection], [], [one.facetValue]]
    )
    const [event] = await eventsOf(product.id)
    assert.deepEqual(event, ['product.updated', ['categoryIds', 'collectionIds', 'tagIds']])
  })

  test('unknown ids are reported together with a taken SKU, and nothing changes', async () => {
    const { category } = await makeTerms(t)
    const [product, other] = [await create(), await create()]
    const before = await read(product.id)
    const body = {
      brand: 'Other',
      sku: other.sku,
      categoryIds: [category, newId()],
      collectionIds: [newId()],
      tagIds: [newId()],
      facetValueIds: [newId()],
      variants: [{ id: newId(), vendorPrice: 1 }],
      variantStock: [{ variantId: newId(), quantity: 1 }],
      documents: [{ id: newId(), title: 'Sheet' }]
    }
    assertFaults(await patch(product.id, body), {
      '/sku': 'SKU_TAKEN',
      '/categoryIds/1': 'UNKNOWN_CATEGORY',
      '/collectionIds/0': 'UNKNOWN_COLLECTION',
      '/tagIds/0': 'UNKNOWN_TAG',
      '/facetValueIds/0': 'UNKNOWN_FACET_VALUE',
      '/variants/0/id': 'UNKNOWN_VARIANT',
      '/variantStock/0/variantId': 'UNKNOWN_VARIANT',
      '/documents/0/id': 'UNKNOWN_DOCUMENT'
    })
    assert.equal((await read(product.id)).text, before.text)
  })
})

describe('the SKU', () => {
  test("can be that of another vendor's product, or the former SKU of another product", async () => {
    const other = await t.vendor()
    const [one, two] = [await create(), await create()]
    const foreign = await create({}, other.owner)
    assert.equal((await patch(one.id, { sku: foreign.sku })).body.sku, foreign.sku)
    assert.equal((await patch(two.id, { sku: ` ${one.sku} ` })).body.sku, one.sku)
    const answer = await patch(one.id, { sku: one.sku })
    assertFaults(answer, { '/sku': 'SKU_TAKEN' })
    assert.equal(answer.body.errors[0].productId, two.id)
  })

  test('is refused if another product takes it concurrently', async () => {
    const [one, two] = [await create(), await create()]
    const sku = newId()
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update products set sku = ${sku} where id = ${one.id}`,
      waiting: 1,
      work: () => patch(two.id, { sku, brand: 'Other' })
    })
    assertFaults(answer, { '/sku': 'SKU_TAKEN' })
    assert.equal(answer.body.errors[0].productId, one.id)
    assert.equal((await read(two.id)).body.brand, null)
  })
})

describe('the slug', () => {
  test('stays the same when the name changes, and changes when it is sent', async () => {
    const product = await create({ name: 'Stud bolt' })
    assert.equal((await patch(product.id, { name: 'Eye bolt' })).body.slug, 'stud-bolt')
    assert.equal((await patch(product.id, { slug: 'ring-bolt' })).body.slug, 'ring-bolt')
    assert.equal((await patch(product.id, { slug: null })).body.slug, 'eye-bolt')
    const unnamed = { name: '数据线', sku: `Cable ${product.id}`, slug: null }
    assert.equal((await patch(product.id, unnamed)).body.slug, `cable-${product.id}`)
  })

  test("gets a suffix if it is taken, which doesn't change if the slug is sent again", async () => {
    await create({ slug: 'toggle-bolt' })
    const { id } = await create({ slug: 'some-bolt' })
    const own = (await patch(id, { slug: 'toggle-bolt' })).body.slug
    assert.equal(own, 'toggle-bolt-2')
    for (const slug of ['toggle-bolt', own, 'toggle-bolt']) {
      assert.equal((await patch(id, { slug, leadTime: slug.length })).body.slug, own)
    }
  })

  test('has no suffix once the requested slug is available', async () => {
    const first = await create({ slug: 'wing-nut' })
    const second = await create({ slug: 'wing-nut' })
    assert.equal(second.slug, 'wing-nut-2')
    await patch(first.id, { slug: 'other-nut' })
    assert.equal((await patch(second.id, { slug: 'wing-nut' })).body.slug, 'wing-nut')
  })

  test('gets a different suffix in each of twenty concurrent requests', async () => {
    const products = await Promise.all(Array.from({ length: 20 }, () => create()))
    const answers = await Promise.all(products.map(({ id }) => patch(id, { slug: 'raced-slug' })))
    const slugs = answers.map(({ body }) => body.slug)
    assert.equal(new Set(slugs).size, 20)
    for (const slug of slugs) assert.match(slug, /^raced-slug(-\d+)?$/)
  })
})

describe('concurrent and repeated requests', () => {
  test('If-Match with another ETag is 412, and of two requests with the same ETag one succeeds', async () => {
    const product = await create()
    const { etag } = (await read(product.id)).headers
    assertProblem(
      await patch(product.id, { brand: 'X' }, { headers: { 'if-match': '"other"' } }),
      412,
      'PRECONDITION_FAILED'
    )
    const headers = { 'if-match': String(etag) }
    const answers = await Promise.all(['A', 'B'].map((brand) => patch(product.id, { brand }, { headers })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const winner = answers.find(({ status }) => status === 200)
    assert.equal((await read(product.id)).text, winner?.text)
    assert.equal((await read(product.id)).headers.etag, winner?.headers.etag)
  })

  test('the same Idempotency-Key updates once, and with another body it is 422', async () => {
    const product = await create()
    const headers = { 'idempotency-key': newId() }
    const first = await patch(product.id, { brand: 'A' }, { headers })
    await patch(product.id, { brand: 'B' })
    const second = await patch(product.id, { brand: 'A' }, { headers })
    assert.deepEqual([second.status, second.text], [200, first.text])
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await read(product.id)).body.brand, 'B')
    assertProblem(await patch(product.id, { brand: 'C' }, { headers }), 422, 'IDEMPOTENCY_KEY_REUSED')
  })
})
