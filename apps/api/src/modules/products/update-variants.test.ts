import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type Body, type Product, productCalls, variant } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
})
after(() => t.close())

const { createWith: create, patch, read } = productCalls(() => ({ t, vendor }))
const skus = (product: Product) => product.variants.map(({ sku }) => sku)
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => variant(`${from + index}`))

describe('variants', () => {
  test('an entry with an id updates only the given fields, and new variants are added last', async () => {
    const { id, a, b } = await create()
    const given = {
      sku: 'A2',
      name: 'Bag',
      vendorPrice: '0.0125',
      listPrice: 20,
      upc: '0123',
      unitOfMeasure: 'BX',
      partNumber: 'M8',
      weight: 1.5,
      attributes: { finish: ['zinc'] },
      isActive: false
    }
    const { status, body } = await patch(id, {
      variants: [{ id: a.id.toUpperCase(), ...given }, variant('C', { initialInventory: 5 })]
    })
    assert.equal(status, 200)
    const [first, second, third] = body.variants
    const written = { vendorPrice: '0.0125', price: '0.01', listPrice: '20.00', weight: '1.5' }
    assert.deepEqual(first, { ...a, ...given, ...written, updatedAt: first.updatedAt })
    assert.deepEqual(second, b)
    assert.deepEqual([third.sku, third.initialInventory, third.stockOnHand], ['C', 5, 5])
    assert.equal(body.variants.length, 3)
  })

  test('null clears optional fields', async () => {
    const full = {
      listPrice: 1,
      upc: 'u',
      unitOfMeasure: 'b',
      partNumber: 'p',
      weight: 1,
      attributes: { a: 1 }
    }
    const { id, a } = await create([variant('A', { ...full, isActive: false })])
    const fields = [...Object.keys(full), 'isActive']
    const { body } = await patch(id, {
      variants: [
        { id: a.id, initialInventory: null, ...Object.fromEntries(fields.map((field) => [field, null])) }
      ]
    })
    const { listPrice, upc, unitOfMeasure, partNumber, weight, attributes, isActive } = body.variants[0]
    assert.deepEqual([listPrice, upc, unitOfMeasure, partNumber, weight], [null, null, null, null, null])
    assert.deepEqual([attributes, isActive], [{}, true])
  })

  test('a new vendorPrice changes the retail price, and without one both stay unchanged', async () => {
    const { id, a } = await create()
    const prices = async (entry: Body) => {
      const [first] = (await patch(id, { variants: [{ id: a.id, ...entry }] })).body.variants
      return [first.vendorPrice, first.price]
    }
    assert.deepEqual(await prices({ name: 'Bag' }), ['10.00', '11.00'])
    assert.deepEqual(await prices({ vendorPrice: 0.045 }), ['0.045', '0.05'])
  })

  test('equal values change nothing, even in another notation', async () => {
    const { id, a } = await create([variant('A', { weight: 1.5, initialInventory: 3 })])
    const before = (await read(id)).text
    const entry = {
      id: a.id,
      vendorPrice: '10.000',
      weight: '1.5',
      initialInventory: 3,
      attributes: {},
      isActive: true
    }
    const answer = await patch(id, { variants: [entry], variantStock: [{ variantId: a.id, quantity: 3 }] })
    assert.deepEqual([answer.status, answer.text], [200, before])
  })

  test('two variants can swap their SKUs, and three can rotate them', async () => {
    const { id, product } = await create([variant('A'), variant('B'), variant('C')])
    const [a, b, c] = product.variants.map((entry) => entry.id)
    const swap = [
      { id: a, sku: 'B' },
      { id: b, sku: 'A' }
    ]
    assert.deepEqual(skus((await patch(id, { variants: swap })).body), ['B', 'A', 'C'])
    const rotate = [
      { id: a, sku: 'A' },
      { id: b, sku: 'C' },
      { id: c, sku: 'B' }
    ]
    assert.deepEqual(skus((await patch(id, { variants: rotate })).body), ['A', 'C', 'B'])
    const renamed = [{ id: a, sku: 'Z' }, variant('A')]
    assert.deepEqual(skus((await patch(id, { variants: renamed })).body), ['Z', 'C', 'B', 'A'])
  })

  test('the SKU of another variant is refused, and nothing changes', async () => {
    const { id, a, b } = await create()
    const before = (await read(id)).text
    const body = { brand: 'X', variants: [{ id: a.id, sku: ' B' }, { id: b.id, name: 'Bag' }, variant('C')] }
    const answer = await patch(id, body)
    assertFaults(answer, { '/variants/0/sku': 'VARIANT_SKU_TAKEN' })
    const [{ variantId, message }] = answer.body.errors
    assert.deepEqual(
      [variantId, message],
      [b.id, `is already the SKU of the variant ${b.id} of this product`]
    )
    assertFaults(await patch(id, { variants: [variant('C'), variant('A')] }), {
      '/variants/1/sku': 'VARIANT_SKU_TAKEN'
    })
    assert.equal((await read(id)).text, before)
    assert.equal((await patch(id, { variants: [{ id: a.id, sku: 'A' }] })).status, 200)
    assert.equal((await patch(id, { variants: [variant('a')] })).status, 200)
  })

  test('initialInventory of an existing variant is refused unless it is equal', async () => {
    const { id, a } = await create([variant('A', { initialInventory: 3 })])
    for (const initialInventory of [0, 4, null]) {
      assertFaults(await patch(id, { variants: [{ id: a.id, initialInventory }] }), {
        '/variants/0/initialInventory': 'INITIAL_INVENTORY_SET'
      })
    }
    await patch(id, { variantStock: [{ variantId: a.id, quantity: 9 }] })
    const { body } = await patch(id, { variants: [{ id: a.id, initialInventory: 3 }] })
    assert.deepEqual([body.variants[0].initialInventory, body.variants[0].stockOnHand], [3, 9])
  })

  test('a product can have at most 200', async () => {
    const { id, a } = await create(many(198))
    assertFaults(await patch(id, { variants: many(3, 198) }), { '/variants': 'TOO_MANY' })
    const { body } = await patch(id, { variants: [...many(2, 198), { id: a.id, name: 'Bag' }] })
    assert.equal(body.variants.length, 200)
    assert.deepEqual(
      skus(body),
      many(200).map(({ sku }) => sku)
    )
    const all = (body as Product).variants.map((entry, index) => ({ id: entry.id, sku: `new ${index}` }))
    assert.equal((await patch(id, { variants: all })).body.variants[199].sku, 'new 199')
    assertFaults(await patch(id, { variants: [variant('one more')] }), { '/variants': 'TOO_MANY' })
  })

  test('variants of another product or vendor are unknown and stay unchanged', async () => {
    const other = await t.vendor()
    const [own, sibling] = [await create(), await create()]
    const foreign = await create(undefined, other.owner)
    for (const { a } of [sibling, foreign]) {
      const body = {
        variants: [
          { id: own.a.id, name: 'Bag' },
          { id: a.id, vendorPrice: 1 }
        ],
        variantStock: [{ variantId: a.id, quantity: 1 }]
      }
      assertFaults(await patch(own.id, body), {
        '/variants/1/id': 'UNKNOWN_VARIANT',
        '/variantStock/0/variantId': 'UNKNOWN_VARIANT'
      })
      const [row] = await t.sql`select vendor_price, stock_on_hand from variants where id = ${a.id}`
      assert.deepEqual({ ...row }, { vendorPrice: '10.0000', stockOnHand: 0 })
    }
    assert.deepEqual((await read(own.id)).body.variants, own.product.variants)
  })

  test('of twenty concurrent additions to a product with 190, ten succeed', async () => {
    const { id } = await create(many(190))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => patch(id, { variants: [variant(`new ${index}`)] }))
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 10)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertFaults(answer, { '/variants': 'TOO_MANY' })
    }
    assert.equal((await read(id)).body.variants.length, 200)
  })

  test('of twenty concurrent additions with the same SKU, one succeeds', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => patch(id, { variants: [variant('Raced')] }))
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertFaults(answer, { '/variants/0/sku': 'VARIANT_SKU_TAKEN' })
    }
  })
})

describe('deleting a variant', () => {
  const remove = (
    id: string,
    variantId: string,
    options: { as?: string; headers?: Record<string, string> } = {}
  ) => t.call(`DELETE /vendor/products/${id}/variants/${variantId}`, { as: vendor.owner, ...options })

  test('returns the product without it, and its SKU can be used again', async () => {
    const sku = `w${newId().replaceAll('-', '')}`
    const { id, a } = await create([variant(sku), variant('B')])
    const { status, body, headers } = await remove(id, a.id)
    assert.deepEqual([status, skus(body)], [200, ['B']])
    assert.equal((await read(id)).headers.etag, headers.etag)
    const search = await t.call(`GET /vendor/products?search=${sku}`, { as: vendor.owner })
    assert.deepEqual(search.body.products, [])
    assert.deepEqual(skus((await patch(id, { variants: [variant(sku)] })).body), ['B', sku])
    const [event] = await t.sql`
      select type, changed_fields from events where subject_id = ${id} and type <> 'product.created' order by id limit 1`
    assert.deepEqual({ ...event }, { type: 'product.updated', changedFields: ['variants'] })
    const [row] = await t.sql`select moderation_version as version from products where id = ${id}`
    assert.equal(row?.version, 3)
  })

  test('is 409 if an order contains it, but it can be deactivated', async () => {
    const { id, a } = await create()
    await t.sql`update variants set stock_reserved = 1 where id = ${a.id}`
    assertProblem(await remove(id, a.id), 409, 'IN_USE')
    const { body } = await patch(id, { variants: [{ id: a.id, isActive: false }] })
    assert.deepEqual([skus(body), body.variants[0].isActive], [['A', 'B'], false])
  })

  test('checks the ids, the product, If-Match and the role', async () => {
    const [{ id, a, b }, other] = [await create(), await create()]
    assertProblem(await remove(id, other.a.id), 404, 'NOT_FOUND')
    assertProblem(await remove(id, newId()), 404, 'NOT_FOUND')
    assertFaults(await remove(id, '12'), { variantId: 'INVALID_UUID' })
    assertProblem(await remove(id, a.id, { headers: { 'if-match': '"x"' } }), 412, 'PRECONDITION_FAILED')
    assertProblem(await remove(id, a.id, { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(`DELETE /vendor/products/${id}/variants/${a.id}`), 401, 'UNAUTHENTICATED')
    assert.equal((await remove(id, a.id)).status, 200)
    assertProblem(await remove(id, a.id), 404, 'NOT_FOUND')
    assert.deepEqual((await remove(id, b.id)).body.variants, [])
  })
})
