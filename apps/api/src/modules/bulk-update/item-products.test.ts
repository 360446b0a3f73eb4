import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, codes, only, statuses } from '../../../test/bulk-updates.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const freshVendor = async () => {
  vendor = await t.vendor({ commissionPercent: 10 })
}
const { create, update, read } = bulkUpdates(() => ({ t, vendor }))

describe('the product or variant of an item', () => {
  before(freshVendor)

  test('a code without product_id is the SKU of a product if there is one, otherwise of a variant', async () => {
    const one = await create('N1', ['N1-A', 'SHARED'])
    const two = await create('SHARED', ['N2-A'])
    const answer = await update([
      { code: 'SHARED', amount: 1 },
      { code: 'N1-A', amount: 2 }
    ])
    assert.deepEqual(
      answer.results.map(({ variant_id }) => variant_id),
      [only(two).id, only(one).id]
    )
  })

  test("the SKU of a product with several variants refers to the variant with the product's SKU", async () => {
    const product = await create('SAME', ['SAME-1', 'SAME'])
    const answer = await update([{ code: 'SAME', amount: 1 }])
    assert.equal(answer.results[0]?.variant_id, product.variants[1]?.id)
  })

  test('with product_id, the code is the SKU of a variant of that product', async () => {
    const one = await create('W1', ['TWIN'])
    const two = await create('W2', ['TWIN', 'OTHER'])
    const answer = await update([
      { product_id: two.id.toUpperCase(), code: 'TWIN', amount: 1 },
      { product_id: one.id, amount: 1 },
      { product_id: one.id, code: 'OTHER', amount: 1 },
      { code: 'TWIN', amount: 1 }
    ])
    assert.deepEqual(statuses(answer), ['UPDATED', 'UPDATED', 'FAILED', 'FAILED'])
    assert.deepEqual(codes(answer), ['', '', 'UNKNOWN_VARIANT code', 'CODE_AMBIGUOUS code'])
    assert.deepEqual([answer.updated, answer.failed], [2, 2])
  })

  test('an unknown or ambiguous reference makes its item fail, and the other items are applied', async () => {
    const several = await create('SEV', ['SEV-1', 'SEV-2'])
    const none = await create('NONE', [])
    const missing = newId()
    const answer = await update([
      { product_id: several.id, vendor_price: 1 },
      { code: 'SEV', unspsc: '31161620' },
      { product_id: none.id, amount: 1 },
      { product_id: none.id, manufacturer_name: 'M' },
      { product_id: several.id, manufacturer_name: 'M' },
      { product_id: missing, amount: 1 },
      { product_code: 'nowhere', amount: 1 },
      { code: 'SEV-1', amount: 5, category_ids: missing },
      { product_id: several.id, amount: 5, category_ids: missing }
    ])
    assert.deepEqual(codes(answer), [
      'VARIANT_REQUIRED code',
      'VARIANT_REQUIRED code',
      'NO_VARIANT null',
      '',
      '',
      'UNKNOWN_PRODUCT product_id',
      'UNKNOWN_PRODUCT product_code',
      'UNKNOWN_CATEGORY category_ids',
      'VARIANT_REQUIRED code, UNKNOWN_CATEGORY category_ids'
    ])
    assert.match(answer.results[7]?.errors[0]?.message ?? '', new RegExp(missing))
    assert.deepEqual([answer.total, answer.updated, answer.unchanged, answer.failed], [9, 2, 0, 7])
    assert.equal(only(await read(several.id)).stockOnHand, 0)
  })

  test("another vendor's products are not found by id or code, and stay unchanged", async () => {
    const other = await t.vendor()
    const theirs = await create('THEIRS', ['THEIRS-1'], {}, other.owner)
    const answer = await update([
      { product_id: theirs.id, amount: 1 },
      { product_id: theirs.id, code: 'THEIRS-1', vendor_price: 1 },
      { code: 'THEIRS', amount: 1 },
      { code: 'THEIRS-1', amount: 1 }
    ])
    assert.deepEqual(codes(answer), [
      'UNKNOWN_PRODUCT product_id',
      'UNKNOWN_PRODUCT product_id',
      'UNKNOWN_PRODUCT code',
      'UNKNOWN_PRODUCT code'
    ])
    assert.deepEqual(await read(theirs.id, other.owner), theirs)
  })
})
