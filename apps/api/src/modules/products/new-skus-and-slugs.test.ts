import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newProduct as product, productCalls } from '../../../test/products.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 12.5, leadTime: 6 })
})
after(() => t.close())

const { post: create } = productCalls(() => ({ t, vendor }))

describe('SKUs', () => {
  test('are unique per vendor and case-sensitive', async () => {
    const other = await t.vendor()
    const { body: own } = await create(product({ sku: 'Same' }))
    assert.equal((await create(product({ sku: 'same' }))).status, 201)
    assert.equal((await create(product({ sku: 'Same' }), other.owner)).status, 201)
    const answer = await create(product({ sku: ' Same ' }))
    assertFaults(answer, { '/sku': 'SKU_TAKEN' })
    const [{ productId, message }] = answer.body.errors
    assert.deepEqual([productId, message], [own.id, `is already the SKU of the product ${own.id}`])
  })

  test('are unique even for fifty concurrent requests, of which one succeeds', async () => {
    const own = await t.vendor()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create(product({ sku: 'Raced' }), own.owner))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(49).fill(400)])
    const created = answers.find(({ status }) => status === 201)
    for (const answer of answers.filter(({ status }) => status === 400)) {
      assertFaults(answer, { '/sku': 'SKU_TAKEN' })
      assert.equal(answer.body.errors[0].productId, created?.body.id)
    }
  })
})

describe('slugs', () => {
  test('are derived from the name, or else from the SKU, or else from the id', async () => {
    const name = 'Größe: ½ Zoll™'
    assert.match((await create(product({ name }))).body.slug, /^groesse-1-2-zoll$/)
    assert.equal((await create(product({ name: '数据线', sku: 'Cable 7' }))).body.slug, 'cable-7')
    const { body } = await create(product({ name: '数据线', sku: '数' }))
    assert.equal(body.slug, `product-${body.id.slice(-8)}`)
  })

  test('get the next suffix if any vendor has them, whether derived or sent', async () => {
    const other = await t.vendor()
    const slugs = []
    for (const [fields, token] of [
      [{ name: 'Carriage bolt' }, vendor.owner],
      [{ name: 'Carriage  bolt!' }, other.owner],
      [{ slug: 'carriage-bolt' }, vendor.owner],
      [{ slug: 'carriage-bolt-2' }, vendor.owner]
    ] as const) {
      slugs.push((await create(product(fields), token)).body.slug)
    }
    assert.deepEqual(slugs, ['carriage-bolt', 'carriage-bolt-2', 'carriage-bolt-3', 'carriage-bolt-2-2'])
  })

  test('are shortened if they would have more than 255 characters with their suffix', async () => {
    const slug = 'b'.repeat(255)
    await create(product({ slug }))
    assert.equal((await create(product({ slug }))).body.slug, `${'b'.repeat(253)}-2`)
  })

  test('are different for fifty products created concurrently with one name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create(product({ name: 'Raced name' })))
    )
    const slugs = answers.map(({ body }) => body.slug)
    assert.equal(new Set(slugs).size, 50)
    for (const slug of slugs) assert.match(slug, /^raced-name(-\d+)?$/)
    assert.ok(slugs.includes('raced-name'))
  })
})
