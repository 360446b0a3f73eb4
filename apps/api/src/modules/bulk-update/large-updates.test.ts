import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const skus = ['A', 'B', 'C']

test('items that are sent to the database in parts arrive unchanged, including surrogate pairs', async () => {
  const variants = skus.map((sku) => ({ sku, name: sku, vendorPrice: 1 }))
  const body = { name: 'Bolt', sku: 'BOLT', variants }
  const { body: product } = await t.call('POST /vendor/products', { as: vendor.owner, body })
  // With one of the two shifts, the end of a part is in the middle of a surrogate pair.
  for (const shift of ['', 'x']) {
    const name = `${shift}${'😀'.repeat(250)}`
    const unknown = Array.from({ length: 5_000 }, (_, index) => ({
      code: `unknown ${index}`,
      manufacturer_name: name
    }))
    const known = skus.map((code) => ({
      code,
      manufacturer_part_number: `${shift}${'😀'.repeat(100)}${code}`
    }))
    const items = [...unknown, ...known, { code: 'BOLT', manufacturer_name: name }]
    const answer = await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, body: { items } })
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    assert.deepEqual([answer.body.total, answer.body.updated, answer.body.failed], [5_004, 4, 5_000])
    const { body: read } = await t.call(`GET /vendor/products/${product.id}`, { as: vendor.owner })
    assert.equal(read.manufacturer, name)
    assert.deepEqual(
      read.variants.map(({ partNumber }: { partNumber: string }) => partNumber),
      known.map((item) => item.manufacturer_part_number)
    )
  }
})
